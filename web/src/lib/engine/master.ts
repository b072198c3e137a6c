/** `master`: rollouts of the best plans of its turn, for as long as its budget lasts. */

import { BUDGET, CONSTANT, EFFORTS, SIZE } from './bindings.ts';
import type { Desk, Player } from './bots.ts';
import { LevelPlayer } from './bots.ts';
import type { Position } from './position.ts';
import { Search, type Effort } from './search.ts';
import type { Weights } from './weights.ts';

/** What a turn may take: so many milliseconds, or so many tries, which are policy rollouts. */
export class Budget {
  readonly unit: 'ms' | 'tries';
  readonly effort: Effort;
  readonly planned: number;
  spent = 0;
  allowed: number;

  constructor(amount: number, unit: 'ms' | 'tries') {
    this.unit = unit;
    const [medium, high] = BUDGET.efforts[unit];
    this.effort = amount >= high ? EFFORTS.high : amount >= medium ? EFFORTS.medium : EFFORTS.low;
    this.planned = unit === 'ms' ? Math.max(BUDGET.planned * amount - BUDGET.spareMs, amount / 3) : amount;
    this.allowed = this.planned;
  }

  get isSpent(): boolean {
    return this.spent >= BUDGET.spent * this.planned;
  }

  /** Tells which share of what a decision may take has gone, given the tries since it was begun. */
  spend(begun: number, last: boolean): (tries: number) => number {
    const allowed = Math.max(1e-9, (this.planned - this.spent) * (last ? 1 : BUDGET.share));
    const before = this.spent;
    this.allowed = allowed;
    return (tries) => {
      const used = this.unit === 'tries' ? tries : performance.now() - begun;
      this.spent = before + used;
      return used / allowed;
    };
  }
}

export class MasterPlayer implements Player {
  readonly #desk: Desk;
  readonly #budget: Budget;
  readonly #search: Search;
  readonly #expert: LevelPlayer;
  readonly #pad: number;
  #seed = 1n;
  #turn = -1;
  #rolloutTook = 0;
  #plan: number[] = [];
  #expects = -1;

  constructor(desk: Desk, weights: Weights, budget: Budget, seed: bigint) {
    this.#desk = desk;
    this.#budget = budget;
    this.#search = new Search(desk, weights);
    this.#expert = new LevelPlayer(desk, weights, 'expert', seed, BUDGET.expertPositions);
    this.#pad = desk.engine.reserve(SIZE.pad);
    this.newGame(seed);
  }

  newGame(seed: bigint): void {
    this.#seed = seed;
    this.#desk.engine.bytes(this.#pad, SIZE.pad).fill(0);
    this.#desk.engine.call.seedPad(this.#pad, seed % (1n << 62n));
    this.#turn = -1;
    this.#rolloutTook = 0;
    this.#plan = [];
    this.#expects = -1;
    this.#expert.newGame(seed);
  }

  choose(position: Position): string {
    const { engine } = this.#desk;
    position.look(this.#search.view, position.mover);
    const planned = position.moves === this.#expects ? (this.#plan[0] ?? -1) : -1;
    let move = engine.call.readyMove(this.#search.view, this.#pad, planned);
    // a draw at an open table is no part of a plan
    if (move >= CONSTANT.acts) return engine.texts.get(move) ?? '';
    if (move < 0) this.#plan = this.#think(position);
    else if (move !== planned) this.#plan = [move];
    this.#expects = position.moves + 1;
    move = this.#plan.shift() ?? Math.min(...position.view(position.mover).legal.map((text) => engine.numbers.get(text) ?? Infinity));
    return engine.texts.get(move) ?? '';
  }

  #think(position: Position): number[] {
    const budget = this.#budget;
    if (position.turns !== this.#turn) {
      this.#turn = position.turns;
      budget.spent = 0;
    }
    if (budget.isSpent) return this.#expert.plan(this.#search.view);
    const begun = performance.now();
    const search = this.#search;
    const seed = this.#seed * 1_000_003n + BigInt(position.moves);
    if (!search.find(seed, budget.effort, position.partners)) return [];
    const share = budget.spend(begun, search.endsTurn);
    search.expected = this.#rolloutTook / budget.allowed;
    for (let tries = 0, cost = -1; cost !== 0; tries += cost) cost = search.step(share(tries));
    if (budget.unit === 'ms') this.#rolloutTook = search.took * budget.allowed;
    return search.best();
  }
}
