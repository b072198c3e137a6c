/** The store of the browser: IndexedDB, which keeps lines over reloads, crashes and updates. */

import { NotKept, Taken, type Line, type Store } from './store.ts';

const NAME = 'docena';
const VERSION = 1;
const LINES = 'lines';

/** The lines of one table: keys are the table and the number of the line. */
const linesOf = (table: string, from: number): IDBKeyRange => IDBKeyRange.bound([table, from], [table, Infinity]);

export class Database implements Store {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
    // another tab has a newer page: it goes first, and this one opens the database again when it is reloaded
    database.onversionchange = () => database.close();
  }

  static open(): Promise<Database> {
    return new Promise((opened, failed) => {
      const fail = (cause: unknown): void => failed(new NotKept(cause));
      try {
        const request = indexedDB.open(NAME, VERSION);
        request.onupgradeneeded = () => request.result.createObjectStore(LINES, { keyPath: ['table', 'seq'] });
        request.onsuccess = () => opened(new Database(request.result));
        request.onerror = () => fail(request.error);
        request.onblocked = () => fail(request.error);
      } catch (error) {
        fail(error);
      }
    });
  }

  /** Carries out a transaction, and waits until its changes are on the disk. */
  #transact<T>(mode: IDBTransactionMode, act: (lines: IDBObjectStore) => IDBRequest<T> | null): Promise<T | undefined> {
    return new Promise((done, failed) => {
      const fail = (cause: unknown): void =>
        failed(cause instanceof DOMException && cause.name === 'ConstraintError' ? new Taken() : new NotKept(cause));
      try {
        const transaction = this.#database.transaction(LINES, mode, { durability: 'strict' });
        const request = act(transaction.objectStore(LINES));
        transaction.oncomplete = () => done(request?.result);
        transaction.onabort = () => fail(transaction.error);
      } catch (error) {
        fail(error);
      }
    });
  }

  async write(lines: readonly Line[]): Promise<void> {
    await this.#transact('readwrite', (store) => {
      // a number that exists already is a failure of the whole transaction
      for (const line of lines) store.add(line);
      return null;
    });
  }

  async read(table: string, from: number): Promise<Line[]> {
    return (await this.#transact<Line[]>('readonly', (store) => store.getAll(linesOf(table, from)))) ?? [];
  }

  async tables(): Promise<string[]> {
    const keys = (await this.#transact('readonly', (store) => store.getAllKeys())) ?? [];
    return [...new Set(keys.map((key) => String((key as [string, number])[0])))];
  }

  async remove(table: string): Promise<void> {
    await this.#transact('readwrite', (store) => store.delete(linesOf(table, 0)));
  }
}
