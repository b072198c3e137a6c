/** A sentence on what did not work: shown for a while. */

import { untrack } from 'svelte';
import { feel } from './feel';
import type { Table } from './table.svelte';

const SHOWN_FOR = 8000;
/** Long sentences are there for longer: so many milliseconds a letter. */
const READING = 120;

export class Notice {
  words = $state('');

  constructor(table: Table) {
    $effect(() => {
      const refusal = table.refusal;
      if (!refusal) return;
      untrack(() => {
        this.show(refusal.why ?? '');
        feel('refused');
      });
    });
    $effect(() => {
      if (!this.words) return;
      const timer = setTimeout(() => this.clear(), Math.max(SHOWN_FOR, READING * this.words.length));
      return () => clearTimeout(timer);
    });
  }

  show(words: string): void {
    this.words = words;
  }

  clear(): void {
    this.words = '';
  }
}
