/** A hint for the turn: asked for, shown, and gone when the table has changed. */

import { Refusal } from '../server/api';
import { askHint, type Advice } from './hinting';
import { keysOf, readMove } from '../game/moves';
import type { Notice } from './notice.svelte';
import type { Table } from './table.svelte';
import { say, locale } from '../language/words.svelte';

/** A server that has just started prepares its hints: it is asked again after so many milliseconds, so often. */
const AGAIN = 4000;
const TIMES = 15;

export class Hint {
  plan = $state.raw<Advice | null>(null);
  thinking = $state(false);
  #table: Table;
  #notice: Notice;
  #announce: (words: string) => void;
  #left = false;

  /** The places that the hint speaks of. */
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

  /** Asks for a hint, or puts away the one that is shown. */
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

  /** Asks until there is an answer, for as long as it is wanted. */
  async #ask(id: string, wanted: () => boolean): Promise<Advice | null> {
    for (let left = TIMES; wanted(); left--) {
      try {
        return await askHint(id, locale.lang);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'unavailable' || left === 0) throw error;
        if (left === TIMES) this.#notice.show(error.message);
        await new Promise((wake) => setTimeout(wake, AGAIN));
      }
    }
    return null;
  }
}
