/** Runs the tables of this device, in a worker: each connection of the page is to one table. */

import { Desk, LevelPlayer, type Level, type Player } from '../engine/bots.ts';
import { startEngine, type Engine } from '../engine/engine.ts';
import { Budget, MasterPlayer } from '../engine/master.ts';
import { familyOf, Weights } from '../engine/weights.ts';
import type { ChoicesInput, Command, Message } from '../server/types';
import type { Sentences } from './narrate.ts';
import { openingOf } from './opening.ts';
import { optionsFrom } from './options.ts';
import type { Line, Store } from './store.ts';
import { LocalTable, type Surroundings } from './table.ts';

/** What the page asks of the worker ... */
export type Asked =
  | { do: 'open'; table: string; name: string; seat: number; choices: ChoicesInput }
  | { do: 'connect'; connection: number; table: string }
  | { do: 'send'; connection: number; text: string }
  | { do: 'disconnect'; connection: number };
/** ... and what it hears. */
export type Told =
  | { what: 'opened'; table: string; right: boolean }
  | { what: 'connected'; connection: number }
  | { what: 'message'; connection: number; text: string }
  | { what: 'closed'; connection: number }
  /** This device could not keep what happened: the games go on as long as the page is open. */
  | { what: 'lost'; full: boolean };

/** Where the parts of the engine come from, and who hears of what happens. */
export type Sources = {
  module: () => Promise<WebAssembly.Module>;
  weights: (family: string) => Promise<Uint8Array>;
  texts: (lang: string) => Promise<Sentences>;
  store: Store;
  random: (bytes: number) => Uint8Array;
  now: () => number;
  later: Surroundings['later'];
  tell: (told: Told) => void;
  /** Tells other pages of this device that a table has changed. */
  spread: (table: string) => void;
};

const SECRET_BYTES = 128;
const SEED_BYTES = 7;
/** What a turn of `master` may take. */
const MASTER_MS = 100;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A connection, the lines of its table until it has said hello, and then the table. */
type Connected = { table: string; live: LocalTable | null };

export class Host {
  readonly #sources: Sources;
  readonly #connections = new Map<number, Connected>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  async hear(asked: Asked): Promise<void> {
    switch (asked.do) {
      case 'open':
        return this.#open(asked.table, asked.name, asked.seat, asked.choices);
      case 'connect':
        return this.#connect(asked.connection, asked.table);
      case 'send':
        return this.#receive(asked.connection, JSON.parse(asked.text) as Command);
      case 'disconnect':
        this.#connections.get(asked.connection)?.live?.leave();
        this.#connections.delete(asked.connection);
    }
  }

  /** Another page has written to a table: whoever is connected to it here reads that. */
  changed(table: string, writer?: number): void {
    for (const [number, each] of this.#connections) {
      if (each.table === table && number !== writer) void each.live?.catchUp();
    }
  }

  async #open(table: string, name: string, seat: number, choices: ChoicesInput): Promise<void> {
    let right = true;
    try {
      const events = openingOf(table, name, seat, choices, this.#secret(), Math.floor(this.#sources.now() / 1000));
      await this.#sources.store.write(events.map((event, i): Line => ({ table, seq: i + 1, event })));
    } catch {
      right = false;
    }
    this.#sources.tell({ what: 'opened', table, right });
  }

  async #connect(connection: number, table: string): Promise<void> {
    const [opened] = await this.#sources.store.read(table, 1);
    if (!opened) {
      this.#sources.tell({ what: 'closed', connection });
      return;
    }
    this.#connections.set(connection, { table, live: null });
    this.#sources.tell({ what: 'connected', connection });
  }

  async #receive(connection: number, ask: Command): Promise<void> {
    const connected = this.#connections.get(connection);
    if (!connected) return;
    if (ask.do !== 'hello') {
      await connected.live?.hear(ask);
      return;
    }
    const lines = await this.#sources.store.read(connected.table, 1);
    const live = LocalTable.from(lines, await this.#surroundings(connection, lines, ask.lang ?? 'en'));
    // the page may have gone meanwhile
    if (this.#connections.get(connection) !== connected) return;
    connected.live = live;
    live.hello();
  }

  #secret(): string {
    return hex(this.#sources.random(SECRET_BYTES));
  }

  #seed(): bigint {
    return BigInt(`0x${hex(this.#sources.random(SEED_BYTES))}`);
  }

  async #surroundings(connection: number, lines: readonly Line[], lang: string): Promise<Surroundings> {
    const sources = this.#sources;
    const [first] = lines;
    if (first?.event.e !== 'opened') throw new Error('the log of a table begins with its opening');
    const { id, choices } = first.event;
    const family = familyOf(optionsFrom(choices).facts);
    const [module, weights, texts] = await Promise.all([sources.module(), sources.weights(family), sources.texts(lang)]);
    const engine = await startEngine(module);
    const seated = new Seated(engine, new Weights(engine, weights));
    return {
      engine,
      store: sources.store,
      texts,
      player: (level) => seated.player(level, this.#seed()),
      seed: () => this.#seed(),
      secret: () => this.#secret(),
      later: sources.later,
      send: (message: Message) => sources.tell({ what: 'message', connection, text: JSON.stringify(message) }),
      written: () => {
        sources.spread(id);
        this.changed(id, connection);
      },
    };
  }
}

/** The bots of one table, in the memory of its engine. */
class Seated {
  readonly #desk: Desk;
  readonly #weights: Weights;

  constructor(engine: Engine, weights: Weights) {
    this.#desk = new Desk(engine);
    this.#weights = weights;
  }

  player(level: string, seed: bigint): Player {
    return level === 'master'
      ? new MasterPlayer(this.#desk, this.#weights, new Budget(MASTER_MS, 'ms'), seed)
      : new LevelPlayer(this.#desk, this.#weights, level as Level, seed);
  }
}
