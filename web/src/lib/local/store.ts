/**
 * Where logs of tables in the page are kept. A line counts once it is kept: lines are numbered, and a number is given
 * once, so that a table that is open in two tabs cannot go two ways.
 */

import type { TableEvent } from './events.ts';

export type Line = { table: string; seq: number; event: TableEvent; action?: string };

/** Somebody else has written a line with this number: what they wrote must be read first. */
export class Taken extends Error {}

/** The browser keeps nothing for this page, or has no room left. */
export class NotKept extends Error {
  readonly full: boolean;

  constructor(cause: unknown) {
    super('it could not be kept', { cause });
    this.full = cause instanceof DOMException && cause.name === 'QuotaExceededError';
  }
}

export interface Store {
  /** Keeps lines, all of them or none. */
  write(lines: readonly Line[]): Promise<void>;
  /** The lines of a table from a number on, in order. */
  read(table: string, from: number): Promise<Line[]>;
  /** The ids of all tables. */
  tables(): Promise<string[]>;
  remove(table: string): Promise<void>;
}

/** What is kept only as long as the page is open: where the browser forbids more, and in tests. */
export class MemoryStore implements Store {
  readonly #lines = new Map<string, Line[]>();

  async write(lines: readonly Line[]): Promise<void> {
    const [first] = lines;
    if (!first) return;
    const kept = this.#lines.get(first.table) ?? [];
    if (first.seq !== kept.length + 1) throw new Taken();
    this.#lines.set(first.table, [...kept, ...lines]);
  }

  /** Takes over lines that are kept elsewhere. */
  know(lines: readonly Line[]): void {
    for (const line of lines) {
      const kept = this.#lines.get(line.table) ?? [];
      if (line.seq === kept.length + 1) this.#lines.set(line.table, [...kept, line]);
    }
  }

  async read(table: string, from: number): Promise<Line[]> {
    return (this.#lines.get(table) ?? []).slice(from - 1);
  }

  async tables(): Promise<string[]> {
    return [...this.#lines.keys()];
  }

  async remove(table: string): Promise<void> {
    this.#lines.delete(table);
  }
}
