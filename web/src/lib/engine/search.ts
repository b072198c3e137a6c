/** The search for the best plan of a turn, as `master` and hints need it: compiled code says what is to be done next. */

import { AT, BOTS, CONSTANT, EFFORTS, SIZE } from './bindings.ts';
import type { Desk } from './bots.ts';
import type { Engine } from './engine.ts';
import type { Weights } from './weights.ts';

/** How widely and how far a search goes. */
export type Effort = (typeof EFFORTS)[keyof typeof EFFORTS];

const MASTER = BOTS.indexOf('master');

export class Search {
  readonly #desk: Desk;
  readonly #weights: Weights;
  readonly #view: number;
  readonly #pad: number;
  readonly #levels: number;
  readonly #scratch: number;
  readonly #record: number;
  #effort: Effort = EFFORTS.low;
  #seed = 0n;
  #closings = 1;

  constructor(desk: Desk, weights: Weights) {
    const { engine } = desk;
    this.#desk = desk;
    this.#weights = weights;
    this.#view = engine.reserve(SIZE.table);
    this.#pad = engine.reserve(SIZE.pad);
    this.#levels = weights.levels();
    this.#scratch = engine.reserve(SIZE.scratch);
    this.#record = engine.reserve(SIZE.search);
  }

  /** Where the view of the seat that moves must be written before a search. */
  get view(): number {
    return this.#view;
  }

  get #engine(): Engine {
    return this.#desk.engine;
  }

  #number(at: number): number {
    return this.#engine.data(this.#record + at, 4).getInt32(0, true);
  }

  /** Finds the plans that are worth rollouts; how many there are. */
  find(seed: bigint, effort: Effort, partners: boolean): number {
    const { call } = this.#engine;
    this.#seed = seed % (1n << 62n);
    this.#effort = effort;
    this.#closings = effort.closings + (partners ? 1 : 0);
    for (const [at, size] of [[this.#pad, SIZE.pad], [this.#scratch, SIZE.scratch], [this.#record, SIZE.search]] as const) {
      this.#engine.bytes(at, size).fill(0);
    }
    this.#weights.reset(this.#levels);
    this.#weights.set(this.#levels, MASTER, 'positions', effort.positions);
    // the players of rollouts come after all bots that have a name
    if (effort.revalue) this.#weights.set(this.#levels, BOTS.length, 'closings', CONSTANT.revaluingClosings);
    const record = this.#engine.data(this.#record, SIZE.search);
    record.setInt32(AT.search.candidates, effort.candidates, true);
    record.setInt32(AT.search.planned, effort.planned, true);
    record.setInt32(AT.search.closings, this.#closings, true);
    record.setUint8(AT.search.revalue, effort.revalue ? 1 : 0);
    call.findPlans(this.#view, this.#desk.work, this.#pad, this.#weights.model, this.#levels, this.#scratch, MASTER, CONSTANT.mostPlans);
    call.revaluePlans(this.#view, this.#desk.work, this.#scratch, this.#weights.largeModel);
    call.takePlans(this.#record, this.#scratch, true);
    return this.#number(AT.search.plans);
  }

  /** Whether the turn is over whichever plan is chosen. */
  get endsTurn(): boolean {
    return this.#engine.call.endsTurn(this.#record);
  }

  /** What one planned rollout is expected to take of the budget; afterwards what it took. */
  set expected(share: number) {
    this.#engine.data(this.#record, SIZE.search).setFloat64(AT.search.expected, share, true);
  }

  get took(): number {
    return this.#engine.data(this.#record, SIZE.search).getFloat64(AT.search.took, true);
  }

  /** Carries out a batch of rollouts, given the share of the budget that has gone; returns what it cost in tries, 0 at the end. */
  step(spent: number): number {
    const { call } = this.#engine;
    const kind = call.nextRollouts(this.#record, spent);
    if (kind === CONSTANT.nothing) return 0;
    const cost = call.costOf(this.#record, kind);
    if (kind === CONSTANT.policy) this.runPolicy(CONSTANT.policyBatch);
    else this.#runPlanned();
    return cost;
  }

  #worlds(kind: number): bigint {
    return this.#engine.data(this.#record, SIZE.search).getBigInt64(AT.search.worlds + 8 * (kind - 1), true);
  }

  /** Policy rollouts of the plans that are still active, in so many more worlds. */
  runPolicy(worlds: number): void {
    const { call } = this.#engine;
    const record = this.#record;
    const plans = this.#number(AT.search.plans);
    call.policyRollouts(
      this.#view, this.#desk.worlds, this.#pad, this.#weights.model, this.#scratch, record + AT.search.active, plans,
      this.#seed, this.#worlds(CONSTANT.policy), worlds, false, record + AT.search.sums, CONSTANT.mostPlans,
    );
    call.countRollouts(record, CONSTANT.policy, worlds, true);
  }

  #runPlanned(): void {
    const { call } = this.#engine;
    const { worlds, work, replies } = this.#desk;
    const { model, largeModel } = this.#weights;
    const record = this.#record;
    call.plannedRollouts(
      this.#view, worlds, work, this.#pad, model, this.#levels, this.#scratch, replies, largeModel,
      record + AT.search.active, this.#number(AT.search.plans), this.#seed, this.#worlds(CONSTANT.planned), 1, false,
      this.#closings, this.#effort.evaluations, this.#effort.revalue, record + AT.search.sums, CONSTANT.mostPlans,
    );
    call.countRollouts(record, CONSTANT.planned, 1, true);
  }

  /** The moves of the best plan, by their numbers. */
  best(): number[] {
    this.#engine.call.rankPlans(this.#record);
    const plan = this.#number(AT.search.ranked);
    const length = this.#number(AT.search.length + 4 * plan);
    const moves = this.#engine.data(this.#record + AT.search.moves + 2 * plan * (CONSTANT.mostDepth + 1), 2 * length);
    return Array.from({ length }, (_, i) => moves.getInt16(2 * i, true));
  }
}
