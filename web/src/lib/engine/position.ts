/** A table in the memory of the engine: all its cards, as the rules have them. What a seat may know leaves it as a view. */

import type { ViewSight } from '../server/types';
import { AT, CONSTANT, SIZE } from './bindings.ts';
import type { Engine } from './engine.ts';

/** What a table is opened with, besides who sits there. */
export type Facts = {
  players: number;
  stock: number;
  partners: boolean;
  partner_piles: boolean;
  die: boolean;
  coins: number;
  open: boolean;
  /** All cards, in any order. */
  deck: string[];
};

export type Awaited = 'move' | 'shuffle' | 'roll' | 'restock';
const AWAITED: readonly Awaited[] = ['move', 'shuffle', 'roll', 'restock'];
const WILD = 13;
const TOLL = 16;

export function codeOf(card: string): number {
  const plain = card.replaceAll('$', '');
  return (plain === 'W' ? WILD : Number(plain)) + TOLL * (card.length - plain.length);
}

export function cardOf(code: number): string {
  const kind = code % TOLL;
  return (kind === WILD ? 'W' : String(kind)) + '$'.repeat(Math.floor(code / TOLL));
}

export class Position {
  readonly engine: Engine;
  readonly table: number;
  readonly #view: number;

  constructor(engine: Engine) {
    this.engine = engine;
    this.table = engine.reserve(SIZE.table);
    this.#view = engine.reserve(SIZE.table);
  }

  /** Deals a game: the deck top first, and the seat that begins, counted from 1. */
  deal(facts: Facts, deck: readonly string[], first: number): void {
    const { engine, table } = this;
    const { call, pad } = engine;
    engine.bytes(table, SIZE.table).fill(0);
    this.#lay(facts.deck);
    const { players, stock, partners, partner_piles: piles, die, coins, open } = facts;
    call.layOut(table, 0, players, stock, partners, piles, die, coins, open, pad + AT.pad.cards, facts.deck.length);
    engine.data(table, SIZE.table).setUint8(AT.table.first, first - 1);
    this.#lay(deck);
    call.start(table, 0, pad);
  }

  /** Makes a move; whether something hidden came to light by it, or null where it is not legal. */
  play(move: string): boolean | null {
    const number = this.engine.numbers.get(move);
    if (number === undefined) return null;
    const came = this.engine.call.tryMove(this.table, 0, number, this.engine.pad);
    return came === CONSTANT.refused ? null : (came & CONSTANT.seen) !== 0;
  }

  get awaits(): Awaited {
    return AWAITED[this.#byte(AT.table.awaits)] as Awaited;
  }

  /** The seat that moves, counted from 1. */
  get mover(): number {
    return this.#byte(AT.table.mover) + 1;
  }

  /** How the game ended, as records call it. */
  get ended(): 'stock' | 'blocked' | null {
    return ([null, 'stock', 'blocked'] as const)[this.#byte(AT.table.over)] ?? null;
  }

  get moves(): number {
    return this.engine.data(this.table, SIZE.table).getInt32(AT.table.moves, true);
  }

  get turns(): number {
    return this.engine.data(this.table, SIZE.table).getInt32(AT.table.turns, true);
  }

  get partners(): boolean {
    return this.#byte(AT.table.partners) !== 0;
  }

  #byte(at: number): number {
    return this.engine.data(this.table, SIZE.table).getUint8(at);
  }

  /** The cards that the awaited shuffle or restock reorders, as they lie now. */
  cardsToShuffle(): string[] {
    const { engine } = this;
    const n = engine.call.shuffleCards(this.table, 0, engine.pad);
    return Array.from(engine.bytes(engine.pad + AT.pad.cards, n), cardOf);
  }

  giveOrder(cards: readonly string[]): void {
    this.#lay(cards);
    this.engine.call.giveOrder(this.table, 0, this.engine.pad);
  }

  /** The face that the awaited roll shows, 1 to 6. */
  giveRoll(face: number): void {
    this.engine.call.giveRoll(this.table, 0, face);
  }

  #lay(cards: readonly string[]): void {
    this.engine.bytes(this.engine.pad + AT.pad.cards, cards.length).set(cards.map(codeOf));
  }

  /** What a seat may know, or somebody who only watches (null), as the text that a server sends. */
  viewText(seat: number | null): string {
    const { engine } = this;
    const number = seat === null ? CONSTANT.spectator : seat - 1;
    engine.call.writeViews(this.table, 0, 1 << number, this.#view, engine.pad, engine.sheet);
    return engine.written(0, Number(engine.data(engine.sheet + AT.sheet.ends, 8 * (number + 1)).getBigInt64(8 * number, true)));
  }

  view(seat: number | null): ViewSight {
    return JSON.parse(this.viewText(seat)) as ViewSight;
  }

  /** Writes what a seat may know as a record at an address. */
  look(view: number, seat: number): void {
    this.engine.call.look(this.table, 0, view, 0, seat - 1);
  }

  /** Everything on the table, to be put back. */
  copy(): Uint8Array {
    return this.engine.bytes(this.table, SIZE.table).slice();
  }

  restore(copy: Uint8Array): void {
    this.engine.bytes(this.table, SIZE.table).set(copy);
  }
}
