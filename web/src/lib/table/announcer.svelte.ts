/** Announces what happens at a table: to screen readers, in the page title, by sound and vibration. */

import { untrack } from 'svelte';
import { giveFeedback } from '../settings/feedback';
import type { Table } from './table.svelte';
import { promptFor } from '../game/prompt';
import { say } from '../language/words.svelte';

/** Number of sentences that stay for a screen reader that is still reading. */
const KEPT = 8;
const AT_ONCE = 6;
const TOP = 12;

export class Announcer {
  spoken = $state.raw<{ key: number; words: string }[]>([]);
  #next = 1;
  #lines = -1;
  #game = 0;
  #wasMine = false;
  #heights: number[] = [];

  /** To be created with the screen of a table; it follows the table from then on. */
  constructor(table: Table) {
    $effect(() => {
      void table.lines;
      untrack(() => this.#tellMoves(table));
    });
    $effect(() => {
      void (table.mine && table.playing);
      untrack(() => this.#tellTurn(table));
    });
    $effect(() => {
      const heights = table.view?.building.map((pile) => pile.height) ?? [];
      untrack(() => this.#soundPiles(heights));
    });
    $effect(() => {
      if (table.after && untrack(() => table.seat !== null && table.table?.result?.winners.includes(table.seat))) giveFeedback('won');
    });
  }

  announce(words: string): void {
    this.spoken = [...this.spoken, { key: this.#next++, words }].slice(-KEPT);
  }

  #tellMoves(table: Table): void {
    const { lines } = table;
    const game = table.table?.game ?? 0;
    if (this.#lines >= 0 && lines.length > this.#lines) {
      for (const line of lines.slice(this.#lines).slice(-AT_ONCE)) this.announce(line.words);
      if (table.shown?.mover !== table.seat) giveFeedback('card');
    } else if (this.#lines > lines.length && this.#game === game) this.announce(say('table.taken_back'));
    this.#lines = lines.length;
    this.#game = game;
  }

  #soundPiles(heights: number[]): void {
    const before = this.#heights;
    this.#heights = heights;
    if (heights.some((height, i) => before[i] === TOP - 1 && (height === TOP || height === 0))) giveFeedback('ring');
    else if (heights.some((height, i) => before[i] !== undefined && height === (before[i] ?? 0) + 1)) giveFeedback('mark');
  }

  #tellTurn(table: Table): void {
    const mine = table.mine && table.playing;
    if (mine && !this.#wasMine && table.shown) {
      this.announce(promptFor(table.shown, table.people, table.seat));
      giveFeedback('turn');
    }
    this.#wasMine = mine;
    document.title = mine ? `● ${say('table.your_turn')} – docena` : 'docena';
  }
}
