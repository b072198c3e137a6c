/** The rules and bots, compiled from the same sources as a server's: a WebAssembly module and its memory. */

import { AT, CONSTANT, Entries, SIZE } from './bindings.ts';

const PAGE = 1 << 16;
const LINE = 64;

export class Engine {
  readonly call: Entries;
  /** Scratch memory of the rules, and what views are written on. */
  readonly pad: number;
  readonly sheet: number;
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<number, string>;
  readonly #memory: WebAssembly.Memory;
  #end: number = CONSTANT.stackEnd;

  constructor(memory: WebAssembly.Memory, instance: WebAssembly.Instance) {
    this.#memory = memory;
    this.call = new Entries(instance.exports);
    this.pad = this.reserve(SIZE.pad);
    this.sheet = this.reserve(SIZE.sheet);
    this.texts = this.#moves();
    this.numbers = new Map([...this.texts].map(([number, text]) => [text, number]));
  }

  /** Room for a record, or several; it begins where a line of the processor's cache does, and is empty. */
  reserve(bytes: number): number {
    const begin = this.#end;
    this.#end += Math.ceil(bytes / LINE) * LINE;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return begin;
  }

  /** Part of the memory, until more is reserved. */
  bytes(address: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer as ArrayBuffer, address, length);
  }

  data(address: number, length: number): DataView {
    return new DataView(this.#memory.buffer, address, length);
  }

  /** The texts of all moves by their numbers. */
  #moves(): Map<number, string> {
    const found = new Map<number, string>();
    for (let rank = 0; ; rank += 1) {
      const number = this.call.writeMove(this.sheet, rank);
      if (number < 0) return found;
      found.set(number, this.written(1, '"'));
    }
  }

  /** What was written on the sheet, from a place up to a character or another place. */
  written(begin: number, end: number | string): string {
    const text = this.bytes(this.sheet, SIZE.sheet).subarray(AT.sheet.text);
    const until = typeof end === 'number' ? end : text.indexOf(end.charCodeAt(0), begin);
    return new TextDecoder().decode(text.subarray(begin, until));
  }
}

export async function startEngine(code: WebAssembly.Module): Promise<Engine> {
  const memory = new WebAssembly.Memory({ initial: (2 * CONSTANT.stackEnd) / PAGE });
  const top = new WebAssembly.Global({ value: 'i32', mutable: true }, CONSTANT.stackEnd);
  const instance = await WebAssembly.instantiate(code, { env: { __linear_memory: memory, __stack_pointer: top } });
  return new Engine(memory, instance);
}
