/** How compiled code is called: made by `python -m compiler.wasm bindings` from what it declares; do not edit it here. */

/** Bytes of each record. */
export const SIZE = { table: 896, pad: 376, sheet: 114880, model: 20388, largeModel: 203304, level: 24, scratch: 68864, search: 6376 } as const;

/** Where the fields that the page reads or writes begin in each record. */
export const AT = {
  table: { awaits: 267, first: 330, mover: 273, moves: 412, over: 274, partners: 331, turns: 408 },
  pad: { cards: 136 },
  sheet: { ends: 136, text: 192 },
  largeModel: { trained: 0, w1: 4, b1: 200708, w2: 201220, skip: 201732, b2: 203300 },
  level: { positions: 12, closings: 16 },
  scratch: { plans: 67656, planValue: 67660, planLength: 67724, planMoves: 67788 },
  search: { candidates: 0, planned: 4, closings: 8, revalue: 12, plans: 16, length: 20, moves: 84, active: 1224, ranked: 1240, sums: 1304, worlds: 1432, count: 1720, expected: 6360, took: 6368 },
} as const;

export const CONSTANT = { levels: 8, searchTables: 641, spectator: 6, stackEnd: 1048576, refused: -1, seen: 4, nothing: 0, policy: 1, planned: 2, policyBatch: 8, revaluingClosings: 2, acts: 960, mostPlans: 16, mostDepth: 30 } as const;

/** How widely and how far a search of `master` goes. */
export const EFFORTS = { low: { positions: 320, candidates: 8, planned: 4, closings: 1, evaluations: 1, revalue: false }, medium: { positions: 640, candidates: 8, planned: 8, closings: 1, evaluations: 1, revalue: false }, high: { positions: 640, candidates: 16, planned: 8, closings: 2, evaluations: 2, revalue: true } } as const;

/** How `master` spends the budget of a turn. */
export const BUDGET = { planned: 0.96, spareMs: 2.7, share: 0.6, spent: 0.9, expertPositions: 48, efforts: { ms: [40.0, 400.0], tries: [6000.0, 60000.0] } } as const;

/** All bots, by their number. */
export const BOTS = ['random', 'greedy', 'beginner', 'casual', 'skilled', 'expert', 'master'] as const;

/** Those above 2 ** 53 are passed as big ones. */
type Whole = number | bigint;
type Raw = Record<string, (...given: Whole[]) => Whole>;

/** Arrays are passed by their addresses in the memory of compiled code. */
export class Entries {
  readonly #raw: Raw;

  constructor(raw: WebAssembly.Exports) {
    this.#raw = raw as Raw;
  }

  costOf(searches: number, kind: Whole): number {
    return Number(this.#raw['cost_of']?.(searches, BigInt(kind)));
  }

  countRollouts(searches: number, kind: Whole, worlds: Whole, drops: boolean): void {
    this.#raw['count_rollouts']?.(searches, BigInt(kind), BigInt(worlds), BigInt(drops));
  }

  endsTurn(searches: number): boolean {
    return Number(this.#raw['ends_turn']?.(searches)) !== 0;
  }

  findPlans(views: number, work: number, pads: number, models: number, levels: number, scratches: number, number: Whole, most: Whole): number {
    return Number(this.#raw['find_plans']?.(views, work, pads, models, levels, scratches, BigInt(number), BigInt(most)));
  }

  giveOrder(tables: number, i: Whole, pads: number): void {
    this.#raw['give_order']?.(tables, BigInt(i), pads);
  }

  giveRoll(tables: number, i: Whole, die: Whole): void {
    this.#raw['give_roll']?.(tables, BigInt(i), BigInt(die));
  }

  layOut(tables: number, i: Whole, players: Whole, stockSize: Whole, partners: boolean, partnerPiles: boolean, hasDie: boolean, coins: Whole, isOpen: boolean, deck: number, deckLength: number): void {
    this.#raw['lay_out']?.(tables, BigInt(i), BigInt(players), BigInt(stockSize), BigInt(partners), BigInt(partnerPiles), BigInt(hasDie), BigInt(coins), BigInt(isOpen), deck, BigInt(deckLength));
  }

  levelMove(work: number, pads: number, models: number, levels: number, scratches: number, number: Whole): number {
    return Number(this.#raw['level_move']?.(work, pads, models, levels, scratches, BigInt(number)));
  }

  look(tables: number, i: Whole, views: number, j: Whole, seat: Whole): void {
    this.#raw['look']?.(tables, BigInt(i), views, BigInt(j), BigInt(seat));
  }

  nextRollouts(searches: number, spent: number): number {
    return Number(this.#raw['next_rollouts']?.(searches, spent));
  }

  plannedRollouts(views: number, worlds: number, work: number, pads: number, models: number, levels: number, scratches: number, replies: number, largeModels: number, active: number, activeLength: number, seed: Whole, first: Whole, n: Whole, seesAll: boolean, closings: Whole, evaluations: Whole, revalue: boolean, sums: number, sumsLength: number): void {
    this.#raw['planned_rollouts']?.(views, worlds, work, pads, models, levels, scratches, replies, largeModels, active, BigInt(activeLength), BigInt(seed), BigInt(first), BigInt(n), BigInt(seesAll), BigInt(closings), BigInt(evaluations), BigInt(revalue), sums, BigInt(sumsLength));
  }

  policyRollouts(views: number, worlds: number, pads: number, models: number, scratches: number, active: number, activeLength: number, seed: Whole, first: Whole, n: Whole, seesAll: boolean, sums: number, sumsLength: number): void {
    this.#raw['policy_rollouts']?.(views, worlds, pads, models, scratches, active, BigInt(activeLength), BigInt(seed), BigInt(first), BigInt(n), BigInt(seesAll), sums, BigInt(sumsLength));
  }

  rankPlans(searches: number): void {
    this.#raw['rank_plans']?.(searches);
  }

  readyMove(views: number, pads: number, planned: Whole): number {
    return Number(this.#raw['ready_move']?.(views, pads, BigInt(planned)));
  }

  revaluePlans(views: number, work: number, scratches: number, largeModels: number): number {
    return Number(this.#raw['revalue_plans']?.(views, work, scratches, largeModels));
  }

  scoreOf(searches: number, which: Whole): number {
    return Number(this.#raw['score_of']?.(searches, BigInt(which)));
  }

  seedPad(pads: number, seed: Whole): void {
    this.#raw['seed_pad']?.(pads, BigInt(seed));
  }

  shuffleCards(tables: number, i: Whole, pads: number): number {
    return Number(this.#raw['shuffle_cards']?.(tables, BigInt(i), pads));
  }

  start(tables: number, i: Whole, pads: number): void {
    this.#raw['start']?.(tables, BigInt(i), pads);
  }

  takePlans(searches: number, scratches: number, allFound: boolean): void {
    this.#raw['take_plans']?.(searches, scratches, BigInt(allFound));
  }

  tryMove(tables: number, i: Whole, move: Whole, pads: number): number {
    return Number(this.#raw['try_move']?.(tables, BigInt(i), BigInt(move), pads));
  }

  writeMove(sheets: number, rank: Whole): number {
    return Number(this.#raw['write_move']?.(sheets, BigInt(rank)));
  }

  writeViews(tables: number, i: Whole, wanted: Whole, views: number, pads: number, sheets: number): void {
    this.#raw['write_views']?.(tables, BigInt(i), BigInt(wanted), views, pads, sheets);
  }
}
