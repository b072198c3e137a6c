/** Bots: each sees the view of its seat, and chooses a move. */

import { AT, BOTS, CONSTANT, SIZE } from './bindings.ts';
import type { Engine } from './engine.ts';
import type { Position } from './position.ts';
import type { Weights } from './weights.ts';

export type Level = (typeof BOTS)[number];

/** The memory that bots search in; one at a time does. */
export class Desk {
  readonly engine: Engine;
  /** Tables to try moves on; the first takes the view. */
  readonly work: number;
  readonly worlds: number;
  readonly replies: number;

  constructor(engine: Engine) {
    this.engine = engine;
    this.work = engine.reserve(SIZE.table * CONSTANT.searchTables);
    this.worlds = engine.reserve(2 * SIZE.table);
    this.replies = engine.reserve(SIZE.scratch);
  }
}

/** What a player of any strength does; it is given the table, and looks at no more of it than its seat may know. */
export interface Player {
  newGame(seed: bigint): void;
  choose(position: Position): string;
}

/** From `beginner` to `expert`: the best plan that the level finds, carried out until something new is seen. */
export class LevelPlayer implements Player {
  readonly #desk: Desk;
  readonly #weights: Weights;
  readonly #number: number;
  readonly #pad: number;
  readonly #levels: number;
  readonly #scratch: number;

  constructor(desk: Desk, weights: Weights, level: Level, seed: bigint, positions?: number) {
    this.#desk = desk;
    this.#weights = weights;
    this.#number = BOTS.indexOf(level);
    this.#pad = desk.engine.reserve(SIZE.pad);
    this.#levels = weights.levels();
    if (positions !== undefined) weights.set(this.#levels, this.#number, 'positions', positions);
    this.#scratch = desk.engine.reserve(SIZE.scratch);
    this.newGame(seed);
  }

  newGame(seed: bigint): void {
    const { engine } = this.#desk;
    engine.bytes(this.#pad, SIZE.pad).fill(0);
    engine.bytes(this.#scratch, SIZE.scratch).fill(0);
    engine.call.seedPad(this.#pad, seed % (1n << 62n));
  }

  choose(position: Position): string {
    const { engine, work } = this.#desk;
    position.look(work, position.mover);
    const { model } = this.#weights;
    const number = engine.call.levelMove(work, this.#pad, model, this.#levels, this.#scratch, this.#number);
    return engine.texts.get(number) ?? '';
  }

  /** The moves of its best plan for a view, by their numbers. */
  plan(view: number): number[] {
    const { engine, work } = this.#desk;
    const found = engine.call.findPlans(view, work, this.#pad, this.#weights.model, this.#levels, this.#scratch, this.#number, 1);
    if (!found) return [];
    const length = engine.data(this.#scratch + AT.scratch.planLength, 4).getInt32(0, true);
    const moves = engine.data(this.#scratch + AT.scratch.planMoves, 2 * length);
    return Array.from({ length }, (_, i) => moves.getInt16(2 * i, true));
  }
}
