/** Follows the cards of a game from the deck on; the views of its steps only say how many cards were drawn. */

import { readChance, readMove, type ChanceLine, type Source } from '../game/moves.ts';
import type { ViewSight } from '../server/types';

export class Astray extends Error {}

/** The positions of all cards that may be shuffled again. */
export class DealtCards {
  draw: string[];
  aside: string[] = [];
  stocks: string[][];
  #discards: string[][][];
  #building: string[][] = [[], [], [], []];
  #mover: number;
  /** The last move was a draw: a card drawn in excess goes under the face-up one, also if a shuffle came in between. */
  #drawing = false;

  constructor(players: number, first: number, stock: number, deck: readonly string[]) {
    this.stocks = Array.from({ length: players }, () => []);
    this.#discards = this.stocks.map(() => [[], [], [], []]);
    this.#mover = first;
    const dealt = players * stock;
    for (let i = 0; i < dealt; i += 1) this.stocks[(first - 1 + i) % players]?.unshift(deck[i] as string);
    this.draw = deck.slice(dealt);
  }

  /** The cards that the next shuffle or restock will shuffle, in their present order. */
  lying(chance: ChanceLine): string[] {
    return chance.word === 'restock' ? (this.stocks[chance.seat - 1] ?? []).slice(1) : this.aside;
  }

  step(line: string, after: ViewSight): void {
    const chance = readChance(line);
    if (chance?.word === 'shuffle') {
      this.draw = chance.order;
      this.aside = [];
    } else if (chance?.word === 'restock') {
      const stock = this.#pile(this.stocks, chance.seat - 1);
      stock.splice(1, stock.length, ...chance.order);
    } else {
      this.#move(line, after);
    }
    this.#drawn(after);
    this.#compare(after);
    this.#mover = after.mover;
  }

  #move(line: string, after: ViewSight): void {
    const players = this.stocks.length;
    const partner = ((this.#mover - 1 + players / 2) % players) + 1;
    const move = readMove(line, this.#mover, partner);
    this.#drawing = move?.act === 'draw';
    if (!move?.source || !move.target) return;
    const { source, target } = move;
    if (target.zone === 'discard' && source.zone === 'hand') {
      this.#pile(this.#pile(this.#discards, this.#mover - 1), target.pile - 1).unshift(source.card);
    }
    if (target.zone !== 'building') return;
    const at = target.place - 1;
    const building = this.#pile(this.#building, at);
    if (source.zone !== 'die' && source.zone !== 'coins') {
      const card = this.#take(source);
      if (!card) throw new Astray();
      building.unshift(card);
    }
    if (after.building[at]?.height === 0) {
      this.aside.unshift(...building);
      building.length = 0;
    }
  }

  /** The card that is played, taken from where it lies; hands are not followed. */
  #take(source: Exclude<Source, { zone: 'die' | 'coins' }>): string | undefined {
    if (source.zone === 'hand') return source.card;
    const seat = source.seat - 1;
    if (source.zone === 'stock') return this.#pile(this.stocks, seat).shift();
    return this.#pile(this.#pile(this.#discards, seat), source.pile - 1).shift();
  }

  /** Moves cards from the draw pile: under the stock piles that have grown, the rest into hands. */
  #drawn(after: ViewSight): void {
    const gone = this.draw.splice(0, this.draw.length - after.draw);
    after.seats.forEach((sight, i) => {
      const stock = this.#pile(this.stocks, i);
      while (stock.length < sight.stock) {
        const card = gone.shift();
        if (!card) throw new Astray();
        if (this.#drawing) stock.splice(Math.min(1, stock.length), 0, card);
        else stock.push(card);
      }
    });
  }

  #compare(after: ViewSight): void {
    const same = (mine: string | undefined, shown: string | null | undefined): boolean => (mine ?? null) === (shown ?? null);
    const right =
      this.draw.length === after.draw &&
      this.aside.length === after.aside &&
      after.seats.every((sight, i) => {
        const stock = this.#pile(this.stocks, i);
        const discards = this.#pile(this.#discards, i);
        return (
          stock.length === sight.stock &&
          same(stock[0], sight.top) &&
          sight.discards.every((pile, j) => pile.join(' ') === (discards[j] ?? []).join(' '))
        );
      });
    if (!right) throw new Astray();
  }

  #pile<T>(list: T[], i: number): T {
    const found = list[i];
    if (found === undefined) throw new Astray();
    return found;
  }
}
