/** Labels that name the piles in somebody's first game; each goes when its thing has been done once. */

import { readStored, writeStored } from '../browser/storage';
import { isNew } from '../learn/newcomer';
import type { Move } from '../game/moves';

export type Label = 'piles' | 'stock' | 'discards';
const ALL: Label[] = ['piles', 'stock', 'discards'];

export class FirstGame {
  #left = $state.raw<Label[]>(readStored('labels', ALL));
  /** The room for labels is kept until the game is over, so that nothing moves when one goes. */
  readonly on = $derived(isNew());
  readonly labels = $derived<Label[]>(this.on ? this.#left : []);

  /** A move has been made, and what it shows is understood. */
  made(move: Move): void {
    if (!this.labels.length) return;
    const shown = (label: Label): boolean =>
      label === 'discards' ? move.kind === 'discard' : move.kind === 'play' && (label === 'piles' || move.source?.zone === 'stock');
    this.#keep(this.#left.filter((label) => !shown(label)));
  }

  hide(): void {
    this.#keep([]);
  }

  #keep(left: Label[]): void {
    this.#left = left;
    writeStored('labels', left);
  }
}
