/** One game at a table in the page: its position, its chance, its log, and what is needed to take moves back. */

import type { Engine } from '../engine/engine.ts';
import { Position, type Facts } from '../engine/position.ts';
import { readChance } from '../game/moves.ts';
import { firstSeat, type Chance } from '../replay/chance.ts';
import type { GameResultSight } from '../server/types';
import known from './facts/facts.json' with { type: 'json' };
import { pointsFor } from './scores.ts';

/** The position before a move, and the line of the log that the move became. */
type Before = { line: number; position: Uint8Array };

export class Game {
  readonly position: Position;
  readonly deck: string[];
  readonly first: number;
  readonly firstDrawn: boolean;
  readonly log: string[] = [];
  /** Something hidden came to light by the last move. */
  revealed = false;
  readonly #chance: Chance;
  readonly #past: Before[] = [];

  /** `first` is found by chance (2.1, 2.3) where none is given. */
  constructor(engine: Engine, facts: Facts, chance: Chance, dealer: boolean, first: number | null, position?: Position) {
    this.#chance = chance;
    this.deck = chance.shuffle(facts.deck);
    this.first = first ?? firstSeat(chance, facts.deck, facts.players, dealer);
    this.firstDrawn = first === null;
    this.position = position ?? new Position(engine);
    this.position.deal(facts, this.deck, this.first);
    this.#takeChance();
  }

  /** Makes a move; false where it is not legal, and then nothing has happened. */
  play(move: string): boolean {
    const before = { line: this.log.length, position: this.position.copy() };
    const revealed = this.position.play(move);
    if (revealed === null) return false;
    this.#past.push(before);
    this.revealed = revealed;
    this.log.push(move);
    this.#takeChance();
    return true;
  }

  /** Takes back the last moves, with the chance that came after them. */
  undo(moves: number): void {
    for (let left = moves; left > 0; left -= 1) {
      const before = this.#past.pop();
      if (!before) return;
      const gone = this.log.splice(before.line);
      this.#chance.event -= gone.filter((line) => readChance(line) !== null).length;
      this.position.restore(before.position);
    }
    this.revealed = false;
  }

  #takeChance(): void {
    const { position } = this;
    for (let awaited = position.awaits; awaited !== 'move'; awaited = position.awaits) {
      if (awaited === 'roll') {
        const face = this.#chance.roll();
        position.giveRoll(known.faces.indexOf(face) + 1);
        this.log.push(`roll ${face}`);
      } else {
        const order = this.#chance.shuffle(position.cardsToShuffle());
        const seat = awaited === 'restock' ? `${position.mover} ` : '';
        position.giveOrder(order);
        this.log.push(`${awaited} ${seat}${order.join(' ')}`);
      }
    }
  }

  /** How the game ended; null while it goes on. */
  get result(): GameResultSight | null {
    const reason = this.position.ended;
    return reason && this.resultWith(reason);
  }

  /** The result as it stands, for a game that ends now for this reason. */
  resultWith(reason: GameResultSight['reason']): GameResultSight {
    const { winners, seats } = this.position.view(null);
    const stock = seats.map((seat) => seat.stock);
    return { reason, winners, stock, points: pointsFor(winners, stock) };
  }
}

/** A line of a log as all seats may know it. */
export function publicLine(line: string): string {
  const chance = readChance(line);
  if (chance?.word === 'shuffle') return 'shuffle';
  return chance?.word === 'restock' ? `restock ${chance.seat}` : line;
}
