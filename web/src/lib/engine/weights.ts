/** What the bots have learned, for one kind of table: a file that the build writes. */

import { AT, CONSTANT, SIZE } from './bindings.ts';
import type { Engine } from './engine.ts';

/** A family of tables: kinds of play so different that each has weights of its own. */
export function familyOf(facts: { players: number; partners: boolean; partner_piles: boolean; die: boolean; coins: number }): string {
  if (facts.partners && !facts.partner_piles) return 'tournament';
  const shape = facts.partners ? 'pairs' : facts.players === 2 ? 'duel' : 'crowd';
  return `${facts.die ? 'die-' : facts.coins > 0 ? 'coins-' : ''}${shape}`;
}

/** Where the weights lie in the memory of the engine. */
export class Weights {
  readonly model: number;
  readonly largeModel: number;
  readonly #levels: Uint8Array;
  readonly #engine: Engine;

  constructor(engine: Engine, file: Uint8Array) {
    this.#engine = engine;
    this.model = engine.reserve(SIZE.model);
    this.largeModel = engine.reserve(SIZE.largeModel);
    const end = SIZE.model + SIZE.level * CONSTANT.levels;
    engine.bytes(this.model, SIZE.model).set(file.subarray(0, SIZE.model));
    this.#levels = file.slice(SIZE.model, end);
    const large = engine.data(this.largeModel, SIZE.largeModel);
    large.setUint8(AT.largeModel.trained, 1);
    const halves = new DataView(file.buffer, file.byteOffset + end);
    for (let i = 0; 2 * i < halves.byteLength; i += 1) {
      large.setFloat32(AT.largeModel.w1 + 4 * i, widened(halves.getUint16(2 * i, true)), true);
    }
  }

  /** The settings of all levels, in a place of their own: whoever searches may change them. */
  levels(): number {
    const address = this.#engine.reserve(this.#levels.length);
    this.reset(address);
    return address;
  }

  /** Puts the settings back as they were. */
  reset(levels: number): void {
    this.#engine.bytes(levels, this.#levels.length).set(this.#levels);
  }

  set(levels: number, number: number, field: keyof typeof AT.level, value: number): void {
    this.#engine.data(levels + number * SIZE.level, SIZE.level).setInt32(AT.level[field], value, true);
  }
}

/** A number in half precision. */
function widened(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
