/** A table as this browser sees it, kept up to date by a socket that reconnects by itself. */

import { api, dropSeat, Refusal, seatAt } from '../server/api';
import { randomHex, randomText } from '../browser/random';
import { missedMoves, noteUndone } from './missed';
import { readMove, type Move } from '../game/moves';
import { readable } from '../game/naming';
import { pretend } from '../game/pretending';
import { Pacing } from './pacing';
import { dropUnsent, keepUnsent, unsentAt } from './unsent';
import { ASLEEP, closeSocket, Heartbeat, HiddenTime, LONGEST_WAIT, openSocket, SHORTEST_WAIT } from '../browser/sockets';
import { PROTOCOL } from '../server/protocol';
import type { Answer, ClockSight, Message, PersonSight, SaidSight, State, TableSight, ViewSight } from '../server/types';

/** A line of the log, in words for whoever sits here, and the seat that it is about: 0 if about none. */
export type Line = { text: string; words: string; seat: number };
type Pending = { body: Record<string, unknown>; answered?: (answer: Answer | State) => void; quiet: boolean };

export class Table {
  readonly id: string;
  readonly lang: string;
  seat = $state<number | null>(null);
  table = $state.raw<TableSight | null>(null);
  /** The last view from the server. */
  shown = $state.raw<ViewSight | null>(null);
  lines = $state.raw<Line[]>([]);
  said = $state.raw<SaidSight[]>([]);
  /** The number of chat messages since the page was opened; new ones are shown for a while. */
  heard = $state(0);
  clock = $state.raw<(ClockSight & { until: number }) | null>(null);
  connection = $state<'joining' | 'open' | 'lost' | 'gone' | 'outdated'>('joining');
  refusal = $state.raw<Answer | null>(null);
  /** How many moves were undone while this player was away. */
  missed = $state(0);
  /** A move that has been sent and not yet answered. */
  waiting = $state.raw<{ id: string; move: string } | null>(null);

  people = $derived.by((): PersonSight[] => this.table?.people ?? []);
  partner = $derived.by(() => (this.seat && this.people[this.seat - 1]?.partner) || null);
  /** A bot plays in this seat. */
  held = $derived.by(() => this.seat !== null && (this.people[this.seat - 1]?.held ?? false));
  /** The view on the screen: a tapped move shows at once, before the server has answered. */
  view = $derived.by((): ViewSight | null => {
    const move = this.waiting?.move;
    return this.shown && move ? pretend(this.shown, move, this.seat ?? 0, this.partner) : this.shown;
  });
  moves = $derived.by((): Move[] => {
    const seat = this.seat;
    if (!this.shown || !seat || this.waiting) return [];
    return this.shown.legal.map((text) => readMove(text, seat, this.partner)).filter((move) => move !== null);
  });
  mine = $derived(this.shown !== null && this.seat !== null && this.shown.mover === this.seat && !this.shown.over);
  playing = $derived(this.table?.phase === 'playing' && this.view !== null);
  canUndo = $derived(this.playing && this.seat !== null && this.waiting === null);
  /** A game is over and its result can be shown. */
  after = $derived((this.table?.phase === 'between' || this.table?.phase === 'over') && this.table.result !== null);

  #socket: WebSocket | null = null;
  #seq = 0;
  #wait = SHORTEST_WAIT;
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #heartbeat = new Heartbeat(
    () => this.#send({ do: 'ping' }, undefined, true),
    () => {
      if (this.connection === 'open' || this.connection === 'joining') this.connection = 'lost';
      this.rejoin();
    },
  );
  #stopped = false;
  /** The first state after connecting is complete; later ones are changes. */
  #fresh = true;
  readonly #hidden = new HiddenTime();
  #pending = new Map<string, Pending>();
  readonly #pacing = new Pacing(
    (state, heard) => this.#merge(state, heard),
    () => this,
  );

  constructor(id: string, lang: string) {
    this.id = id;
    this.lang = lang;
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#doubt);
    document.addEventListener('visibilitychange', this.#wake);
    const unsent = unsentAt(id);
    // if somebody has moved since, the server refuses it, and nothing is to be said about that
    if (unsent) this.#pending.set(String(unsent['id']), { body: unsent, quiet: true });
    this.#connect();
  }

  leave(): void {
    this.#stopped = true;
    clearTimeout(this.#again);
    this.#heartbeat.stop();
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#doubt);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#pacing.drop();
    closeSocket(this.#socket);
  }

  /** Connects again, with the seat that this browser has by now. */
  rejoin(): void {
    clearTimeout(this.#again);
    const old = this.#socket;
    this.#socket = null;
    closeSocket(old);
    this.#connect();
  }

  /** Shows at once what bots have already done. */
  catchUp(): void {
    this.#pacing.catchUp();
  }

  play(move: string): void {
    if (this.waiting) return;
    this.refusal = null;
    const body = { do: 'move', seq: this.#seq, move };
    const id = this.#send(body);
    keepUnsent(this.id, { ...body, id });
    this.waiting = { id, move };
  }

  undo(): void {
    this.catchUp();
    this.refusal = null;
    this.#send({ do: 'undo', seq: this.#seq });
  }

  /** Sends any other request; resolves with the answer. */
  ask(body: Record<string, unknown>): Promise<Answer | State> {
    this.refusal = null;
    return new Promise((answered) => this.#send(body, answered));
  }

  /** Is ready for the next game, and contributes to its randomness. */
  ready(): void {
    void this.ask({ do: 'ready', contribution: randomHex(16) });
  }

  /** The same, sent automatically before the first game; it is no error if the cards have been dealt already. */
  offer(): void {
    const body = { do: 'ready', contribution: randomHex(16) };
    this.#send(body, undefined, true);
  }

  #send(body: Record<string, unknown>, answered?: (answer: Answer | State) => void, quiet = false): string {
    const id = randomText(9);
    const message = { ...body, id };
    this.#pending.set(id, { body: message, quiet, ...(answered ? { answered } : {}) });
    // what cannot be sent now follows after the next hello; the server ignores repetitions
    if (this.#socket?.readyState === WebSocket.OPEN && !this.#fresh) {
      this.#socket.send(JSON.stringify(message));
      this.#heartbeat.asked();
    }
    return id;
  }

  #wake = (): void => {
    const slept = this.#hidden.ended();
    if (slept === null) return;
    if (this.#stopped || this.connection === 'gone') return;
    if (this.connection === 'lost' || slept > ASLEEP) {
      this.#wait = SHORTEST_WAIT;
      this.rejoin();
    }
  };

  /** The device is offline; a server on the device itself may still be reachable. */
  #doubt = (): void => {
    if (this.connection === 'open') this.rejoin();
  };

  #connect(): void {
    const socket = openSocket(`/api/tables/${encodeURIComponent(this.id)}/socket`);
    // what has come is shown before the next message, which begins anew
    this.#pacing.catchUp();
    this.#socket = socket;
    this.#fresh = true;
    this.#heartbeat.asked();
    socket.onopen = () => {
      const secret = seatAt(this.table?.id ?? this.id)?.secret;
      socket.send(JSON.stringify({ do: 'hello', version: PROTOCOL, lang: this.lang, ...(secret ? { secret } : {}) }));
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = () => {
      if (this.#stopped || this.#socket !== socket) return;
      this.#heartbeat.stop();
      if (this.connection === 'joining') void this.#missing();
      else if (this.connection === 'open') this.connection = 'lost';
      this.#again = setTimeout(() => this.#connect(), this.#wait + Math.random() * 200);
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    };
  }

  /** A socket that never opened gives no reason: checks whether the table exists. */
  async #missing(): Promise<void> {
    try {
      await api.look(this.id);
    } catch (error) {
      if (error instanceof Refusal && (error.status === 404 || error.status === 410)) {
        this.connection = 'gone';
        clearTimeout(this.#again);
        this.#stopped = true;
      } else if (this.connection === 'joining') this.connection = 'lost';
    }
  }

  #hear(message: Message): void {
    this.#heartbeat.heard();
    if (message.type === 'going') {
      this.#wait = message.ms;
    } else if (message.type === 'answer') {
      this.#answered(message);
    } else {
      this.connection = 'open';
      this.#wait = SHORTEST_WAIT;
      this.#take(message);
    }
  }

  #answered(answer: Answer): void {
    if (answer.reason === 'outdated') {
      // the seat stays in this browser, for the page that is loaded next
      this.connection = 'outdated';
      this.leave();
      return;
    }
    if (!answer.ok && !this.#pending.get(answer.id ?? '')?.quiet) this.refusal = answer;
    if (answer.reason === 'secret' || answer.reason === 'moved_over') {
      // the seat now belongs to someone else or to another device: continue as a spectator
      dropSeat(this.table?.id ?? this.id);
      this.seat = null;
    }
    this.#settle(answer.id, answer);
  }

  #settle(id: string | null | undefined, answer: Answer | State): void {
    if (!id) return;
    dropUnsent(id);
    if (this.waiting?.id === id) this.waiting = null;
    this.#pending.get(id)?.answered?.(answer);
    this.#pending.delete(id);
  }

  /** What bots do is shown one move after another; what answers this player comes at once. */
  #take(state: State): void {
    if (this.#fresh || state.seat !== undefined) {
      this.#pacing.drop();
      this.#merge(state, performance.now());
    } else {
      this.#pacing.add(state);
      if (state.id) this.catchUp();
    }
  }

  #merge(state: State, heard: number): void {
    const whole = this.#fresh || state.seat !== undefined;
    this.#seq = state.seq;
    if (state.seat !== undefined) this.seat = state.seat;
    else if (this.#fresh) this.seat = null;
    if (state.table) {
      if (state.seat !== undefined) this.missed = missedMoves(state.table);
      if (this.seat !== null) noteUndone(state.table);
      this.table = state.table;
    }
    if (state.log) {
      const { start, lines, words = [], mine = [], seats = [] } = state.log;
      const told = (i: number): string | undefined => (seats[i] && seats[i] === this.seat ? mine[i] : words[i]);
      this.lines = [...this.lines.slice(0, start), ...lines.map((text, i) => ({ text, words: readable(told(i) ?? text), seat: seats[i] ?? 0 }))];
    }
    if (whole) this.said = state.said ?? [];
    else if (state.said) {
      this.said = [...this.said, ...state.said].slice(-50);
      this.heard += state.said.length;
    }
    if (state.view) this.shown = state.view;
    this.clock = state.clock ? { ...state.clock, until: heard + state.clock.ms } : null;
    this.#settle(state.id, state);
    if (!whole) return;
    this.#fresh = false;
    for (const { body } of this.#pending.values()) this.#socket?.send(JSON.stringify(body));
    if (this.#pending.size) this.#heartbeat.asked();
  }
}
