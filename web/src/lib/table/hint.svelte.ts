/** A hint for the turn: fetched on request, shown, and dropped when the table changes. */

import { call, Refusal, seatAt } from '../server/api';
import { keysOf, readMove } from '../game/moves';
import { readable } from '../game/naming';
import { asSentence } from '../server/errors';
import { PROTOCOL } from '../server/protocol';
import type { Notice } from './notice.svelte';
import type { Table } from './table.svelte';
import { say, locale } from '../language/words.svelte';

/** A hint as the server sends it: what a strong player would do, and why. */
type Plan = { moves: string[]; chance: number; tries: number; words: string; reasons: { key: string; good: boolean | null; text: string }[] };
/** The same in sentences. */
type Advice = { moves: string[]; words: string; reasons: string[] };

/** A server that has just started still prepares its hints: the request is repeated after so many milliseconds, this many times. */
const AGAIN = 4000;
const TIMES = 15;

export class Hint {
  plan = $state.raw<Advice | null>(null);
  thinking = $state(false);
  #table: Table;
  #notice: Notice;
  #announce: (words: string) => void;
  #left = false;

  /** The places of the hint's first move. */
  readonly keys = $derived.by((): string[] => {
    const seat = this.#table.seat;
    const move = this.plan?.moves[0] && seat ? readMove(this.plan.moves[0], seat, this.#table.partner) : null;
    return move ? keysOf(move) : [];
  });

  constructor(table: Table, notice: Notice, announce: (words: string) => void) {
    this.#table = table;
    this.#notice = notice;
    this.#announce = announce;
    $effect(() => {
      void table.lines;
      this.plan = null;
    });
    $effect(() => () => (this.#left = true));
  }

  drop(): void {
    this.plan = null;
  }

  /** Fetches a hint, or hides the one that is shown. */
  async toggle(): Promise<void> {
    const table = this.#table;
    if (this.thinking || !table.table) return;
    if (this.plan) return this.drop();
    this.thinking = true;
    this.#notice.clear();
    const lines = table.lines.length;
    try {
      const found = await this.#ask(table.table.id, () => !this.#left && table.lines.length === lines);
      if (found && table.lines.length === lines) {
        this.#notice.clear();
        this.plan = found;
        this.#announce([found.words, ...found.reasons].join(' '));
      }
    } catch (error) {
      this.#notice.show(error instanceof Refusal && error.status !== 404 && error.message ? error.message : say('table.no_hint'));
    } finally {
      this.thinking = false;
    }
  }

  /** Asks until there is an answer or it is no longer wanted. */
  async #ask(id: string, wanted: () => boolean): Promise<Advice | null> {
    for (let left = TIMES; wanted(); left--) {
      try {
        return await bestPlan(id);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'unavailable' || left === 0) throw error;
        if (left === TIMES) this.#notice.show(error.message);
        await new Promise((wake) => setTimeout(wake, AGAIN));
      }
    }
    return null;
  }
}

async function bestPlan(table: string): Promise<Advice | null> {
  const secret = seatAt(table)?.secret;
  const path = `/api/tables/${encodeURIComponent(table)}/hint?lang=${locale.lang}&version=${PROTOCOL}`;
  const { plans = [] } = await call<{ plans?: Plan[] }>('POST', path, undefined, secret ? { Authorization: `Seat ${secret}` } : {});
  const sentence = (text: string): string => asSentence(readable(text));
  const [best] = plans;
  return best ? { moves: best.moves, words: sentence(best.words), reasons: best.reasons.map(({ text }) => sentence(text)) } : null;
}
