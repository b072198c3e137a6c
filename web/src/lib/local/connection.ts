/** A connection to a table: a server's socket, or one like it to a table of this device. */

import { randomText } from '../browser/random.ts';
import type { ChoicesInput } from '../server/types';
import type { Told } from './host.ts';

/** The part of a WebSocket that a table needs. */
export interface Connection {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

const PREFIX = 'here-';

/** Whether a table runs on this device: its id says so. */
export const isLocal = (table: string): boolean => table.startsWith(PREFIX);

/** The worker with the tables of this device, started when it is first needed. */
export class LocalTables {
  /** What happened could not be kept; `full`: there is no room left. */
  onlost: (full: boolean) => void = () => undefined;
  readonly #worker: Worker;
  readonly #connections = new Map<number, LocalConnection>();
  readonly #opening = new Map<string, (right: boolean) => void>();
  #numbers = 0;

  constructor(worker: Worker, files: string) {
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<Told>) => this.#hear(event.data);
    worker.postMessage({ do: 'begin', files });
  }

  /** Opens a table and sits the person down; null where the choices do not go together. */
  async open(name: string, choices: ChoicesInput, seat = 1): Promise<string | null> {
    const table = PREFIX + randomText(12);
    const right = await new Promise<boolean>((opened) => {
      this.#opening.set(table, opened);
      this.#worker.postMessage({ do: 'open', table, name, seat, choices });
    });
    return right ? table : null;
  }

  connect(table: string): Connection {
    this.#numbers += 1;
    const connection = new LocalConnection(this.#worker, this.#numbers);
    this.#connections.set(this.#numbers, connection);
    this.#worker.postMessage({ do: 'connect', connection: this.#numbers, table });
    return connection;
  }

  #hear(told: Told): void {
    if (told.what === 'lost') this.onlost(told.full);
    else if (told.what === 'opened') {
      this.#opening.get(told.table)?.(told.right);
      this.#opening.delete(told.table);
    } else this.#connections.get(told.connection)?.hear(told);
  }
}

class LocalConnection implements Connection {
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly #worker: Worker;
  readonly #number: number;

  constructor(worker: Worker, number: number) {
    this.#worker = worker;
    this.#number = number;
  }

  hear(told: Told): void {
    if (this.readyState === WebSocket.CLOSED) return;
    if (told.what === 'connected') {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event('open'));
    } else if (told.what === 'message') this.onmessage?.(new MessageEvent('message', { data: told.text }));
    else if (told.what === 'closed') {
      this.readyState = WebSocket.CLOSED;
      this.onclose?.(new CloseEvent('close'));
    }
  }

  send(text: string): void {
    this.#worker.postMessage({ do: 'send', connection: this.#number, text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#worker.postMessage({ do: 'disconnect', connection: this.#number });
    this.onclose?.(new CloseEvent('close'));
  }
}
