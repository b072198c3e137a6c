/**
 * Checking that the chance of a game was the one that was promised before it: every shuffle, roll and lot is computed
 * again from the opened secret, as `docena verify` does it. Works over plain http, where `crypto.subtle` does not.
 *
 * What lay where is followed from the deck on, card by card; the steps only tell how many cards were drawn.
 */

import type { ViewSight } from '../server/types';

export type Fair = { game: string; commit: string; secret: string; contributions?: string[]; drawn?: boolean };
export type GameRecord = {
  edition: string;
  players: { name: string; kind?: string }[];
  first: number;
  deck: string;
  log: string[];
  options: { stock?: number | null; partners?: boolean | null };
  tags?: { fair?: Fair };
};
export type Told = { dealer: boolean; stock: number; record: GameRecord; steps: { line: string; view: ViewSight }[] };

/** What is wrong: the kind, and the line of the log where it shows. */
export type Fault = { kind: 'none' | 'form' | 'commit' | 'deck' | 'first' | 'line' | 'cards'; line?: number };
export type Verdict = { fault: Fault | null; commit: string; contributions: string[]; drawn: boolean; shuffles: number; rolls: number };

// --- SHA-256 and HMAC

const ROOTS = new Uint32Array(64);
const START = new Uint32Array(8);
for (let n = 2, found = 0; found < 64; n += 1) {
  let prime = true;
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
  if (!prime) continue;
  const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  if (found < 8) START[found] = fraction(Math.sqrt(n));
  ROOTS[found] = fraction(Math.cbrt(n));
  found += 1;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const blocks = Math.ceil((data.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  const bytes = new DataView(padded.buffer);
  bytes.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  bytes.setUint32(padded.length - 4, (data.length << 3) >>> 0);
  const state = START.slice();
  const words = new Uint32Array(64);
  const at = (list: Uint32Array, i: number): number => list[i] as number;
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) words[i] = bytes.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const far = at(words, i - 15);
      const near = at(words, i - 2);
      const one = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const two = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words[i] = at(words, i - 16) + one + at(words, i - 7) + two;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(ROOTS, i) + at(words, i);
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = at(state, i) + word));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(i * 4, word));
  return new Uint8Array(digest.buffer);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  return sha256(joined(block.map((byte) => byte ^ 0x5c), sha256(joined(block.map((byte) => byte ^ 0x36), message))));
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function unhex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

// --- the chance of a game

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
/** For a draw that finds the dealer a wild counts less than a 1. */
const rank = (card: string): number => (plain(card) === 'W' ? 0 : Number(plain(card)));
const place = (card: string): number => (plain(card) === 'W' ? 13 : Number(plain(card))) + 16 * (card.length - plain(card).length);

/** The deck before any shuffle: by toll, then by kind. */
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

// --- following the cards

const PLAY = /^(P|@(\d))?(S|D(\d)|H([\dW$]+)|R|C)>(\d)$/;
const DISCARD = /^H([\dW$]+)[-+](\d)$/;
const DRAW = /^(\d):draw$/;

class Astray extends Error {}

/** Where every card lies that can come to be shuffled, from the deck on. */
class Table {
  draw: string[];
  aside: string[] = [];
  stocks: string[][];
  #discards: string[][][];
  #building: string[][] = [[], [], [], []];
  #mover: number;
  /** The last move was a draw: a card too many goes under the face-up one, also where cards had to be shuffled for it. */
  #drawing = false;

  constructor(told: Told, deck: string[]) {
    const players = told.record.players.length;
    this.stocks = Array.from({ length: players }, () => []);
    this.#discards = this.stocks.map(() => [[], [], [], []]);
    this.#mover = told.record.first;
    const dealt = players * told.stock;
    for (let i = 0; i < dealt; i += 1) this.stocks[(told.record.first - 1 + i) % players]?.unshift(deck[i] as string);
    this.draw = deck.slice(dealt);
  }

  /** What the next shuffle or restock puts in order, as it lies. */
  lying(line: string): string[] {
    return line.startsWith('restock') ? (this.stocks[Number(line.split(' ')[1]) - 1] ?? []).slice(1) : this.aside;
  }

  step(line: string, after: ViewSight): void {
    const [word = '', ...cards] = line.split(' ');
    if (word === 'shuffle') {
      this.draw = cards;
      this.aside = [];
    } else if (word === 'restock') {
      const stock = this.#pile(this.stocks, Number(cards[0]) - 1);
      stock.splice(1, stock.length, ...cards.slice(1));
    } else {
      this.#drawing = DRAW.test(line);
      this.#move(line, after);
    }
    this.#drawn(after);
    this.#compare(after);
    this.#mover = after.mover;
  }

  #move(line: string, after: ViewSight): void {
    const play = PLAY.exec(line);
    const discard = DISCARD.exec(line);
    if (discard) this.#pile(this.#pile(this.#discards, this.#mover - 1), Number(discard[2]) - 1).unshift(discard[1] as string);
    if (!play) return;
    const [, whose, owner, what, pile, held, to] = play;
    const players = this.stocks.length;
    const seat = owner ? Number(owner) - 1 : (this.#mover - 1 + (whose ? players / 2 : 0)) % players;
    const at = Number(to) - 1;
    let card = held;
    if (what === 'S') card = this.#pile(this.stocks, seat).shift();
    else if (pile) card = this.#pile(this.#pile(this.#discards, seat), Number(pile) - 1).shift();
    const building = this.#pile(this.#building, at);
    if (what !== 'R' && what !== 'C') {
      if (!card) throw new Astray();
      building.unshift(card);
    }
    if (after.building[at]?.height === 0) {
      this.aside.unshift(...building);
      building.length = 0;
    }
  }

  /** Cards that have left the draw pile: under stock piles that have grown, the others into hands. */
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

/** Computes all chance of a game again, and compares it with the record, line by line. */
export function checkProof(told: Told): Verdict {
  const { record } = told;
  const fair = record.tags?.fair;
  const verdict: Verdict = {
    fault: null,
    commit: fair?.commit ?? '',
    contributions: fair?.contributions ?? [],
    drawn: fair?.drawn ?? true,
    shuffles: 0,
    rolls: 0,
  };
  const wrong = (kind: Fault['kind'], line?: number): Verdict => ({ ...verdict, fault: line === undefined ? { kind } : { kind, line } });
  if (!fair) return wrong('none');
  const secret = unhex(fair.secret ?? '');
  const contributions = verdict.contributions.map(unhex);
  if (!secret || typeof fair.game !== 'string' || fair.game.includes('\n') || contributions.includes(null)) return wrong('form');
  if (hex(sha256(secret)) !== fair.commit) return wrong('commit');
  const chance = new Chance(secret, fair.game, contributions as Uint8Array[]);
  const deck = record.deck.split(/\s+/).filter(Boolean);
  const start = unshuffled(deck);
  if (chance.shuffle(start).join(' ') !== deck.join(' ')) return wrong('deck');
  verdict.shuffles = 1;
  if (verdict.drawn && firstSeat(chance, start, record.players.length, told.dealer) !== record.first) return wrong('first');
  let at = 0;
  try {
    const table = new Table(told, deck);
    const [dealt, ...steps] = told.steps;
    if (!dealt || steps.length !== record.log.length) return wrong('cards');
    table.step('', dealt.view);
    for (const step of steps) {
      const line = record.log[at] as string;
      if (line !== step.line) return wrong('cards', at);
      const [word = ''] = line.split(' ');
      if (word === 'roll') {
        if (line !== `roll ${chance.roll()}`) return wrong('line', at);
        verdict.rolls += 1;
      } else if (word === 'shuffle' || word === 'restock') {
        const head = word === 'restock' ? `restock ${line.split(' ')[1]}` : word;
        if (line !== `${head} ${chance.shuffle(table.lying(line)).join(' ')}`) return wrong('line', at);
        verdict.shuffles += 1;
      }
      table.step(line, step.view);
      at += 1;
    }
  } catch (error) {
    if (!(error instanceof Astray)) throw error;
    return wrong('cards', at);
  }
  return verdict;
}
