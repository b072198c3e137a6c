/** A store for browsers that keep nothing, or have no room left: the game goes on as long as the page is open. */

import { NotKept, type Line, MemoryStore, type Store } from './store.ts';

export class LenientStore implements Store {
  #kept: Store | null;
  readonly #memory = new MemoryStore();
  readonly #lost: (cause: NotKept) => void;

  /** `lost` is told once, when something could not be kept. */
  constructor(kept: Store | null, lost: (cause: NotKept) => void) {
    this.#kept = kept;
    this.#lost = lost;
  }

  async #try<T>(act: (store: Store) => Promise<T>, instead: () => Promise<T>): Promise<T> {
    if (this.#kept) {
      try {
        return await act(this.#kept);
      } catch (error) {
        if (!(error instanceof NotKept)) throw error;
        this.#kept = null;
        this.#lost(error);
      }
    }
    return instead();
  }

  async write(lines: readonly Line[]): Promise<void> {
    await this.#try(
      async (store) => {
        await store.write(lines);
        this.#memory.know(lines);
      },
      () => this.#memory.write(lines),
    );
  }

  async read(table: string, from: number): Promise<Line[]> {
    return this.#try(
      async (store) => {
        const lines = await store.read(table, from);
        this.#memory.know(lines);
        return lines;
      },
      () => this.#memory.read(table, from),
    );
  }

  async tables(): Promise<string[]> {
    return this.#try((store) => store.tables(), () => this.#memory.tables());
  }

  async remove(table: string): Promise<void> {
    await this.#memory.remove(table);
    await this.#try((store) => store.remove(table), async () => undefined);
  }
}
