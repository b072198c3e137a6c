/** The log of the current game as everybody may know it, line by line, with a sentence for each. */

import type { LogSight, ViewSight } from '../server/types';
import { publicLine } from './game.ts';
import { narrate, type Sentences, type Told } from './narrate.ts';
import type { Room } from './room.ts';

export class Teller {
  #lines: string[] = [];
  #told: Told[] = [];
  readonly #texts: Sentences;

  constructor(texts: Sentences) {
    this.#texts = texts;
  }

  /** Follows the game after an event; `before` is what everybody could see before it, if the game is the same. */
  follow(room: Room, before: ViewSight | null, start: number): void {
    const { game } = room;
    if (!game) return;
    const names = room.seats.map((seat) => seat.name);
    this.#lines.length = Math.min(start, this.#lines.length);
    this.#told.length = this.#lines.length;
    let seen = before;
    for (const line of game.log.slice(this.#lines.length)) {
      seen ??= game.position.view(null);
      this.#lines.push(publicLine(line));
      this.#told.push(narrate(seen, line, names, this.#texts));
      seen = null;
    }
  }

  since(start: number): LogSight {
    const told = this.#told.slice(start);
    return {
      start,
      lines: this.#lines.slice(start),
      words: told.map((each) => each.words),
      mine: told.map((each) => each.mine),
      seats: told.map((each) => each.seat),
    };
  }
}
