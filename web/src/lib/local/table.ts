/**
 * A table in the page: it answers the messages that a server's socket answers. A command is decided, kept, and only then
 * carried out and shown, one after the other.
 */

import type { Engine } from '../engine/engine.ts';
import type { Player } from '../engine/bots.ts';
import type { Command, Message, State } from '../server/types';
import { decide, Refused } from './decide.ts';
import type { Opened, TableEvent } from './events.ts';
import { filled, type Sentences } from './narrate.ts';
import { Room } from './room.ts';
import { Taken, type Line, type Store } from './store.ts';
import { Teller } from './teller.ts';

/** What a table needs from around it. */
export type Surroundings = {
  engine: Engine;
  store: Store;
  texts: Sentences;
  /** A bot for a seat, and the seed of its own chance in a game. */
  player: (level: string, seat: number, room: Room) => Player;
  seed: (seat: number, room: Room) => bigint;
  /** Random bytes in hex, for secrets. */
  secret: () => string;
  /** Calls later; the answer calls it off. */
  later: (ms: number, call: () => void) => () => void;
  send: (message: Message) => void;
  /** Tells other pages that there is something new. */
  written: () => void;
};

const CARDS = new Set<TableEvent['e']>(['dealt', 'moved', 'undone', 'ended']);
const QUIET = new Set<TableEvent['e']>(['moved', 'said']);
const MOST_TRIES = 5;

export class LocalTable {
  readonly room: Room;
  readonly #around: Surroundings;
  readonly #teller: Teller;
  readonly #actions = new Map<string, number>();
  readonly #players = new Map<string, { player: Player; game: number }>();
  /** Changes happen one after the other. */
  #last: Promise<void> = Promise.resolve();
  #callOff: (() => void) | null = null;
  #greeted = false;
  #left = false;

  private constructor(room: Room, around: Surroundings) {
    this.room = room;
    this.#around = around;
    this.#teller = new Teller(around.texts);
  }

  /** The table with this log; its first line is its opening. */
  static from(lines: readonly Line[], around: Surroundings): LocalTable {
    const [first, ...rest] = lines;
    if (first?.event.e !== 'opened') throw new Error('the log of a table begins with its opening');
    const table = new LocalTable(new Room(around.engine, first.event), around);
    for (const line of rest) table.#apply(line);
    return table;
  }

  /** Opens a table: keeps its first events, which the table is made from. */
  static async open(opened: Opened, more: TableEvent[], around: Surroundings): Promise<LocalTable> {
    const lines = [opened, ...more].map((event, i) => ({ table: opened.id, seq: i + 1, event }));
    const table = LocalTable.from(lines, around);
    await around.store.write(lines);
    return table;
  }

  /** The first message of a connection: shows everything, and goes on from there. */
  hello(): void {
    this.#greeted = true;
    const { room } = this;
    const state: State = { type: 'state', seq: room.stamp, table: room.sight() };
    if (room.person !== null) state.seat = room.person;
    if (room.said.length) state.said = room.said;
    this.#around.send(this.#withCards(state, 0));
    this.#goOn();
  }

  /** Nobody looks any more: nothing happens from now on. */
  leave(): void {
    this.#left = true;
    this.#callOff?.();
  }

  /** Carries out a command, and answers it. */
  hear(ask: Command): Promise<void> {
    const id = 'id' in ask ? ask.id : '';
    return this.#change(async () => {
      if (this.#actions.has(id)) {
        this.#around.send({ ...this.#whole(), id });
        return;
      }
      try {
        const { events, start, before } = await this.#decided(() => decide(this.room, ask), id);
        if (events.length) this.#show(events, start, before, id);
        else this.#around.send({ type: 'answer', id, ok: true });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const why = filled(this.#around.texts.refused[error.key] ?? '', error.parts);
        this.#around.send({ type: 'answer', id, ok: false, why, reason: error.reason });
      }
    });
  }

  /** Another page has written something: it is read. */
  catchUp(): Promise<void> {
    return this.#change(async () => {
      await this.#readMissing();
    });
  }

  #change(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act).then(() => this.#goOn());
    // what goes wrong with one change must not stop those after it
    this.#last = done.catch(() => undefined);
    return done;
  }

  #whole(): State {
    const { room } = this;
    return this.#withCards({ type: 'state', seq: room.stamp, table: room.sight(), said: room.said }, 0);
  }

  #withCards(state: State, start: number): State {
    const { game } = this.room;
    if (!game) return state;
    return { ...state, log: this.#teller.since(start), view: game.position.view(this.room.person) };
  }

  /** Decides, keeps and applies; what others have written meanwhile is read first. */
  async #decided(choose: () => TableEvent[], action?: string): Promise<{ events: TableEvent[]; start: number; before: number }> {
    for (let tries = 0; ; tries += 1) {
      const { room } = this;
      const events = choose();
      const lines = events.map(
        (event, i): Line => ({ table: room.opened.id, seq: room.seq + 1 + i, event, ...(action && i === 0 ? { action } : {}) }),
      );
      const start = room.game?.log.length ?? 0;
      const before = room.number;
      if (!lines.length) return { events, start, before };
      try {
        await this.#around.store.write(lines);
      } catch (error) {
        if (!(error instanceof Taken) || tries === MOST_TRIES) throw error;
        await this.#readMissing();
        continue;
      }
      for (const line of lines) this.#apply(line);
      this.#around.written();
      return { events, start, before };
    }
  }

  async #readMissing(): Promise<void> {
    const { room } = this;
    const start = room.game?.log.length ?? 0;
    const before = room.number;
    const missing = await this.#around.store.read(room.opened.id, room.seq + 1);
    for (const line of missing) this.#apply(line);
    if (missing.length) this.#show(missing.map((line) => line.event), start, before);
  }

  #apply(line: Line): void {
    const { room } = this;
    const { event } = line;
    const seen = CARDS.has(event.e) && event.e !== 'dealt' ? (room.game?.position.view(null) ?? null) : null;
    const start = room.game?.log.length ?? 0;
    room.apply(event);
    if (line.action !== undefined) this.#actions.set(line.action, line.seq);
    if (event.e === 'dealt') this.#teller.follow(room, null, 0);
    else if (CARDS.has(event.e)) this.#teller.follow(room, event.e === 'moved' ? seen : null, Math.min(start, room.game?.log.length ?? 0));
  }

  /** Sends what has changed with some events; `start` and `number` are the lines and the game there were before. */
  #show(events: readonly TableEvent[], start: number, number: number, id?: string): void {
    if (!this.#greeted || this.#left) return;
    const { room } = this;
    let state: State = { type: 'state', seq: room.stamp };
    if (id) state.id = id;
    const ends = events.some((event) => event.e === 'moved') && room.result !== null;
    if (ends || events.some((event) => !QUIET.has(event.e))) state.table = room.sight();
    const said = events.filter((event) => event.e === 'said');
    if (said.length) state.said = said.map(({ seat, phrase }) => ({ seat, phrase }));
    if (events.some((event) => CARDS.has(event.e))) {
      const from = room.number === number ? Math.min(start, room.game?.log.length ?? 0) : 0;
      state = this.#withCards(state, from);
    }
    this.#around.send(state);
  }

  /** Does what is due without a command: the next promise, the next deal, the move of a bot. */
  #goOn(): void {
    this.#callOff?.();
    this.#callOff = null;
    if (!this.#greeted || this.#left) return;
    const { room } = this;
    const due = this.#due();
    if (due) {
      void this.#happen(due);
      return;
    }
    const { mover } = room;
    if (mover !== null && room.byBot(mover)) {
      const stamp = room.stamp;
      this.#callOff = this.#around.later(room.options.pace, () => void this.#happen(() => this.#botMove(mover, stamp)));
    }
  }

  #happen(choose: () => TableEvent[]): Promise<void> {
    return this.#change(async () => {
      const { events, start, before } = await this.#decided(choose);
      if (events.length) this.#show(events, start, before);
    });
  }

  #due(): (() => TableEvent[]) | null {
    const { room } = this;
    if (room.closed || room.phase === 'playing') return null;
    const { seq } = room;
    const once = (event: TableEvent) => () => (room.seq === seq ? [event] : []);
    if (room.result && room.promised === room.number) {
      return once({ e: 'promised', game: room.number + 1, secret: this.#around.secret() });
    }
    const person = room.person;
    const full = room.seats.every((seat) => seat.kind !== 'empty');
    if (!full || person === null || !room.seat(person).ready || room.promised !== room.number + 1) return null;
    const first = room.nextFirst();
    return once({ e: 'dealt', game: room.number + 1, ...(first ? { first } : {}) });
  }

  #botMove(mover: number, stamp: number): TableEvent[] {
    const { room } = this;
    if (room.stamp !== stamp || room.mover !== mover || !room.game) return [];
    const { kind, level } = room.seat(mover);
    const strength = kind === 'bot' ? level : room.options.holder;
    const name = `${mover} ${strength}`;
    const kept = this.#players.get(name) ?? { player: this.#around.player(strength, mover, room), game: room.number };
    if (kept.game !== room.number) kept.player.newGame(this.#around.seed(mover, room));
    this.#players.set(name, { ...kept, game: room.number });
    return [{ e: 'moved', seat: mover, move: kept.player.choose(room.game.position), by: 'bot' }];
  }
}
