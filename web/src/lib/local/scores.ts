/** The score sheet of a match, as a server keeps it (5.2, 5.3, 10.3). */

import type { GameResultSight, ScoreSight } from '../server/types';
import known from './facts/facts.json' with { type: 'json' };

/** 5.2: for the game, and for every card left in opponents' stock piles. */
export function pointsFor(winners: readonly number[], left: readonly number[]): number {
  const cards = left.reduce((sum, n, i) => (winners.includes(i + 1) ? sum : sum + n), 0);
  return winners.length ? known.points.game + known.points.card * cards : 0;
}

export class ScoreSheet {
  readonly sides: number[][];
  readonly #players: number;
  readonly #goal: number | null;
  readonly #games: number | null;
  readonly #results: GameResultSight[] = [];

  constructor(players: number, partners: boolean, goal: number | null, games: number | null) {
    this.#players = players;
    this.#goal = goal;
    this.#games = games;
    const count = partners ? players / 2 : players;
    this.sides = Array.from({ length: count }, (_, i) => (partners ? [i + 1, i + 1 + count] : [i + 1]));
  }

  add(result: GameResultSight): void {
    this.#results.push(result);
  }

  get count(): number {
    return this.#results.length;
  }

  #won(result: GameResultSight, side: number[]): boolean {
    return result.winners.join() === side.join();
  }

  #add(results: GameResultSight[], worth: (result: GameResultSight, side: number[]) => number): number[] {
    return this.sides.map((side) => results.reduce((sum, result) => sum + worth(result, side), 0));
  }

  #totals(results: GameResultSight[]): number[] {
    return this.#add(results, (result, side) => (this.#won(result, side) ? result.points : 0));
  }

  #wins(results: GameResultSight[]): number[] {
    return this.#add(results, (result, side) => (this.#won(result, side) ? 1 : 0));
  }

  /** A blocked game has been played, though nobody won it; an abandoned one has not. */
  get #counted(): GameResultSight[] {
    return this.#results.filter((result) => result.reason !== 'abandoned');
  }

  /** The leading sides, from 0: several if they are tied. */
  get #ahead(): number[] {
    if (this.#games === null) return best(this.#totals(this.#results).map((total) => [total]));
    const match = this.#counted.slice(0, this.#games);
    const wins = this.#wins(match);
    const totals = this.#totals(match);
    const left = this.#add(match, (result, side) => side.reduce((sum, seat) => sum + (result.stock[seat - 1] ?? 0), 0));
    let tied = best(this.sides.map((_, side) => [wins[side] ?? 0, totals[side] ?? 0, -(left[side] ?? 0)]));
    for (const game of this.#counted.slice(this.#games)) {
      // 10.3: whoever of those who are tied wins the play-off; if others do, or nobody, there is another
      const winner = tied.filter((side) => this.#won(game, this.sides[side] ?? []));
      if (winner.length) tied = winner;
    }
    return tied;
  }

  get over(): boolean {
    if (this.#goal !== null) {
      const goal = this.#goal;
      const totals = this.#totals(this.#results);
      // a blocked game scores nothing (4.7): with a goal of 0 another one is dealt
      return this.#wins(this.#results).some((won, side) => won > 0 && (totals[side] ?? 0) >= goal);
    }
    return this.#games !== null && this.#counted.length >= this.#games && this.#ahead.length === 1;
  }

  sight(): ScoreSight {
    const over = this.over;
    return {
      goal: this.#goal,
      games: this.#games,
      rows: this.#results.map((result) =>
        Array.from({ length: this.#players }, (_, i) => (result.winners.includes(i + 1) ? result.points : 0)),
      ),
      sides: this.sides,
      totals: this.#totals(this.#results),
      wins: this.#wins(this.#results),
      over,
      winners: over ? (this.sides[this.#ahead[0] ?? 0] ?? []) : [],
    };
  }
}

function best(scores: number[][]): number[] {
  const compared = (one: number[], other: number[]): number => {
    const at = one.findIndex((value, i) => value !== other[i]);
    return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
  };
  const highest = scores.reduce((most, score) => (compared(score, most) > 0 ? score : most));
  return scores.flatMap((score, side) => (compared(score, highest) === 0 ? [side] : []));
}
