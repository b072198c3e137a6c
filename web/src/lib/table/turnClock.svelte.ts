/** Time at a table: how long a turn may still take, and whether someone has kept the others waiting. */

import { untrack } from 'svelte';
import type { Table } from './table.svelte';

const LONG = 20_000;

export class TurnClock {
  #now = $state(performance.now());
  #since = $state(performance.now());
  #table: Table;

  /** Seconds until the turn's time is up. */
  readonly left = $derived.by(() => (this.#table.clock ? Math.max(0, Math.ceil((this.#table.clock.until - this.#now) / 1000)) : null));
  /** The seat of a slow player who can be reminded. */
  readonly late = $derived.by((): number | null => {
    const { view, seat, people } = this.#table;
    if (!view || seat === null || view.mover === seat || people[view.mover - 1]?.kind !== 'person') return null;
    return this.#now - this.#since > LONG ? view.mover : null;
  });

  constructor(table: Table) {
    this.#table = table;
    $effect(() => {
      const ticking = setInterval(() => (this.#now = performance.now()), 1000);
      return () => clearInterval(ticking);
    });
    $effect(() => {
      void table.lines;
      untrack(() => this.again());
    });
  }

  again(): void {
    this.#since = performance.now();
  }
}
