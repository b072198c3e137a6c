/** Gives the cards of a hand stable ids from one view to the next, even when two are alike. */

export type Slot = { id: number; face: string };

export class HandSlots {
  #kept: Slot[] = [];
  #next = 1;
  #leaving = -1;

  /** Marks the touched card as the one that leaves the hand, rather than an equal one. */
  release(place: string): void {
    this.#leaving = place.startsWith('card-') ? Number(place.slice('card-'.length)) : -1;
  }

  settle(): void {
    this.#leaving = -1;
  }

  hold(hand: string[]): Slot[] {
    const old = this.#kept.filter((slot) => slot.id !== this.#leaving);
    this.#kept = hand.map((face): Slot => {
      const at = old.findIndex((slot) => slot.face === face);
      const slot = at < 0 ? undefined : old.splice(at, 1)[0];
      return slot ?? { id: this.#next++, face };
    });
    return this.#kept;
  }
}
