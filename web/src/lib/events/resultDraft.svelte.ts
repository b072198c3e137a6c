/** A result while it is being entered: who has won, and the cards left in each stock pile. */

import type { Ended, Outcome, TableRow } from './events';

export class ResultDraft {
  ended = $state<Ended | null>(null);
  winner = $state(0);
  left = $state<(number | null)[]>([]);
  readonly row: TableRow;

  constructor(row: TableRow, known: Outcome | null = null) {
    this.row = row;
    this.left = known ? [...known.left] : row.seats.map(() => null);
    if (known) [this.ended, this.winner] = [known.ended, known.ended === 'stock' ? known.winner : 0];
  }

  win(side: number): void {
    [this.ended, this.winner] = ['stock', side];
  }

  end(ended: Ended): void {
    [this.ended, this.winner] = [ended, 0];
  }

  /** Whether more cards are entered than can be left there. */
  tooMany(seat: number): boolean {
    return (this.left[seat] ?? 0) > (this.row.most[seat] ?? Infinity);
  }

  /** The first seat without a valid number; -1 if there is none. */
  get missing(): number {
    return this.left.findIndex((n, seat) => n === null || this.tooMany(seat));
  }

  get outcome(): Outcome | null {
    if (!this.ended || this.missing >= 0) return null;
    return { left: this.left.map((n) => n ?? 0), winner: this.winner, ended: this.ended };
  }
}
