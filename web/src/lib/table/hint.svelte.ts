/** A hint for the turn: fetched on request, shown as plans side by side, and dropped when the table changes. */

import { Refusal } from '../server/api';
import { keysOf, readMove } from '../game/moves';
import type { Advice } from './plans';
import type { Notice } from './notice.svelte';
import type { Table } from './table.svelte';
import { say } from '../language/words.svelte';

/** A server that has just started still prepares its hints: the request is repeated after so many milliseconds, this many times. */
const AGAIN = 4000;
const TIMES = 15;

export class Hint {
  plans = $state.raw<Advice[]>([]);
  /** The plan whose way is shown on the table. */
  chosen = $state(0);
  thinking = $state(false);
  readonly plan = $derived<Advice | null>(this.plans[this.chosen] ?? null);
  #table: Table;
  #notice: Notice;
  #announce: (words: string) => void;
  #left = false;

  /** The places of the plan's moves that can be made now, one after another: from and to. */
  readonly ways = $derived.by((): string[][] => {
    const seat = this.#table.seat;
    if (!this.plan || !seat) return [];
    return this.plan.moves.flatMap((text) => {
      const move = readMove(text, seat, this.#table.partner);
      const keys = move ? keysOf(move) : [];
      return keys.length ? [keys] : [];
    });
  });
  /** The places of its first move. */
  readonly keys = $derived(this.ways[0] ?? []);

  constructor(table: Table, notice: Notice, announce: (words: string) => void) {
    this.#table = table;
    this.#notice = notice;
    this.#announce = announce;
    $effect(() => {
      void table.lines;
      this.drop();
    });
    $effect(() => () => (this.#left = true));
  }

  drop(): void {
    this.plans = [];
    this.chosen = 0;
  }

  choose(index: number): void {
    this.chosen = index;
    const plan = this.plan;
    if (plan) this.#announce([plan.words, ...plan.reasons].join(' '));
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
      if (found.length && table.lines.length === lines) {
        this.#notice.clear();
        this.plans = found;
        this.#announce(found[0]?.equal ? `${say('table.hint_equal')} ${sum(found[0])}` : sum(found[0]));
      }
    } catch (error) {
      this.#notice.show(error instanceof Refusal && error.status !== 404 && error.message ? error.message : say('table.no_hint'));
    } finally {
      this.thinking = false;
    }
  }

  /** Asks until there is an answer or it is no longer wanted. */
  async #ask(id: string, wanted: () => boolean): Promise<Advice[]> {
    for (let left = TIMES; wanted(); left--) {
      try {
        const { bestPlans } = await import('./plans');
        return await bestPlans(id);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'unavailable' || left === 0) throw error;
        if (left === TIMES) {
          this.#notice.show(error.message, true);
          this.#announce(error.message);
        }
        await new Promise((wake) => setTimeout(wake, AGAIN));
      }
    }
    return [];
  }
}

const sum = (plan: Advice | undefined): string => (plan ? [plan.words, ...plan.reasons].join(' ') : '');
