/** A message about what did not work; shown for a while. */

import { untrack } from 'svelte';
import { giveFeedback } from '../settings/feedback';
import type { Table } from './table.svelte';
import { say } from '../language/words.svelte';

const SHOWN_FOR = 8000;
/** Long messages stay longer: milliseconds per letter. */
const READING = 120;

export class Notice {
  words = $state('');
  /** It only explains; nothing went wrong. */
  calm = $state(false);
  /** The seat that asked to undo, and the state of the table then. */
  #asked: { seat: number; game: number; undone: number; lines: number } | null = null;

  constructor(table: Table) {
    $effect(() => {
      const refusal = table.refusal;
      if (!refusal) return;
      untrack(() => {
        this.show(refusal.why ?? '');
        giveFeedback('refused');
      });
    });
    $effect(() => {
      const n = table.missed;
      if (n) untrack(() => this.show(say('table.missed_undo', { n })));
    });
    $effect(() => {
      void table.table;
      untrack(() => this.#followVote(table));
    });
    $effect(() => {
      if (!this.words) return;
      const timer = setTimeout(() => this.clear(), Math.max(SHOWN_FOR, READING * this.words.length));
      return () => clearTimeout(timer);
    });
  }

  /** Tells the player who asked to undo if not everyone agreed. */
  #followVote(table: Table): void {
    const sight = table.table;
    if (!sight) return;
    const before = this.#asked;
    const { undo, game, undone } = sight;
    const lines = table.lines.length;
    this.#asked = undo === null ? null : { seat: undo, game, undone, lines };
    if (!before || undo !== null || before.seat !== table.seat || sight.phase !== 'playing') return;
    if (before.game === game && before.undone === undone && before.lines === lines) this.show(say('table.undo_refused'));
  }

  show(words: string, calm = false): void {
    this.words = words;
    this.calm = calm;
  }

  clear(): void {
    this.words = '';
  }
}
