/** Fair chance: shuffles, rolls of the die and lots, computed from the secret of a game and what its players contributed. */

import { hex, hmac } from './sha256.ts';

const FACES = ['1-4', '5-8', '9-12', 'wild', '2', '+1'];

export class Chance {
  event = 0;
  readonly #secret: Uint8Array;
  readonly #head: string;

  constructor(secret: Uint8Array, game: string, contributions: Uint8Array[]) {
    this.#secret = secret;
    this.#head = `docena 1\n${game}\n${contributions.map(hex).join(',')}\n`;
  }

  *#words(event: number): Generator<number, never> {
    for (let block = 0; ; block += 1) {
      const digest = hmac(this.#secret, new TextEncoder().encode(`${this.#head}${event}\n${block}`));
      const view = new DataView(digest.buffer);
      for (let i = 0; i < 32; i += 4) yield view.getUint32(i);
    }
  }

  #below(words: Generator<number, never>, n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = words.next().value;
      if (word < limit) return word % n;
    }
  }

  shuffle<T>(cards: readonly T[]): T[] {
    const words = this.#words(this.event++);
    const order = [...cards];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = this.#below(words, i + 1);
      [order[i], order[j]] = [order[j] as T, order[i] as T];
    }
    return order;
  }

  roll(): string {
    return FACES[this.#below(this.#words(this.event++), FACES.length)] as string;
  }

  lot(n: number): number {
    return this.#below(this.#words(this.event++), n);
  }
}

const plain = (card: string): string => card.replaceAll('$', '');
/** When cards are drawn for the dealer, a wild counts less than a 1. */
const rank = (card: string): number => (plain(card) === 'W' ? 0 : Number(plain(card)));
const place = (card: string): number => (plain(card) === 'W' ? 13 : Number(plain(card))) + 16 * (card.length - plain(card).length);

/** The deck in its order before any shuffle: by toll, then by number. */
export function unshuffled(deck: readonly string[]): string[] {
  return [...deck].sort((one, other) => place(one) - place(other));
}

/** Who begins, counted from 1. */
export function firstSeat(chance: Chance, deck: readonly string[], players: number, dealer: boolean): number {
  if (!dealer) return chance.lot(players) + 1;
  let seats = Array.from({ length: players }, (_, i) => i);
  if (new Set(deck.map(rank)).size === 1) seats = chance.shuffle(seats).slice(0, 1);
  while (seats.length > 1) {
    const drawn = chance.shuffle(deck);
    const ranks = seats.map((_, i) => rank(drawn[i] ?? 'W'));
    const highest = Math.max(...ranks);
    seats = seats.filter((_, i) => ranks[i] === highest);
  }
  return (((seats[0] ?? 0) + 1) % players) + 1;
}
