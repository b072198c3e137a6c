/** A table as this browser sees it: the parts of its state, kept up by a socket that heals by itself. */

import { dropSeat, seatAt } from './api';
import { randomHex, randomText } from './keeping';
import { readMove, type Move } from './moves';
import { pretend } from './pretending';
import type { Answer, ClockSight, Message, SaidSight, State, TableSight, ViewSight } from './types';

export type Line = { text: string; words: string };
type Waiting = { id: string; body: Record<string, unknown>; move: string | null };

const SOONEST = 300;
const LATEST = 8000;

export class Table {
  readonly id: string;
  readonly lang: string;
  seat = $state<number | null>(null);
  table = $state.raw<TableSight | null>(null);
  /** What the server has shown last. */
  shown = $state.raw<ViewSight | null>(null);
  lines = $state.raw<Line[]>([]);
  said = $state.raw<SaidSight[]>([]);
  clock = $state.raw<(ClockSight & { until: number }) | null>(null);
  connection = $state<'joining' | 'open' | 'lost' | 'closed'>('joining');
  refusal = $state<Answer | null>(null);
  /** A move that has been tapped and not yet been answered. */
  waiting = $state.raw<Waiting | null>(null);
  ticket = $state('');

  /** What is on the screen: what was tapped is seen at once, before the server has answered. */
  view = $derived.by((): ViewSight | null => {
    const move = this.waiting?.move;
    return this.shown && move ? pretend(this.shown, move, this.seat ?? 0, this.partner) : this.shown;
  });
  partner = $derived.by(() => (this.seat && this.table?.people[this.seat - 1]?.partner) || null);
  moves = $derived.by((): Move[] => {
    const seat = this.seat;
    if (!this.shown || !seat || this.waiting?.move) return [];
    return this.shown.legal.map((text) => readMove(text, seat, this.partner)).filter((move) => move !== null);
  });
  mine = $derived(this.shown !== null && this.seat !== null && this.shown.mover === this.seat && !this.shown.over);

  #socket: WebSocket | null = null;
  #seq = 0;
  #wait = SOONEST;
  #again: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #asks = new Map<string, (answer: Answer | State) => void>();

  constructor(id: string, lang: string) {
    this.id = id;
    this.lang = lang;
    this.#connect();
  }

  leave(): void {
    this.#stopped = true;
    clearTimeout(this.#again);
    this.#socket?.close();
  }

  play(move: string): void {
    if (this.waiting) return;
    this.refusal = null;
    this.#send({ do: 'move', seq: this.#seq, move }, move);
  }

  undo(): void {
    this.refusal = null;
    this.#send({ do: 'undo', seq: this.#seq });
  }

  /** Anything else that can be asked for; the answer comes back as a promise. */
  ask(body: Record<string, unknown>): Promise<Answer | State> {
    return new Promise((answered) => this.#send(body, null, answered));
  }

  ready(): void {
    void this.ask({ do: 'ready', contribution: randomHex(16) });
  }

  #send(body: Record<string, unknown>, move: string | null = null, answered?: (answer: Answer | State) => void): void {
    const id = randomText(9);
    const message = { ...body, id };
    if (move !== null) this.waiting = { id, body: message, move };
    if (answered) this.#asks.set(id, answered);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    // a move that could not be sent waits for the connection; sent twice, it is made once
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      const secret = seatAt(this.id)?.secret;
      socket.send(JSON.stringify({ do: 'hello', lang: this.lang, ...(secret ? { secret } : {}) }));
      if (this.waiting) socket.send(JSON.stringify(this.waiting.body));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => {
      if (this.#stopped || this.#socket !== socket) return;
      if (this.connection !== 'closed') this.connection = 'lost';
      this.#again = setTimeout(() => this.#connect(), this.#wait + Math.random() * 200);
      this.#wait = Math.min(LATEST, this.#wait * 2);
    };
  }

  #hear(message: Message): void {
    if (message.type === 'going') {
      this.#wait = message.ms;
    } else if (message.type === 'answer') {
      this.#answered(message);
    } else {
      this.connection = 'open';
      this.#wait = SOONEST;
      this.#merge(message);
    }
  }

  #answered(answer: Answer): void {
    if (answer.ticket) this.ticket = answer.ticket;
    if (answer.reason === 'secret' || answer.reason === 'moved_over') {
      // the seat is somebody else's now, or on another device: go on as a spectator
      dropSeat(this.id);
      this.seat = null;
      this.refusal = answer;
    } else if (!answer.ok) {
      this.refusal = answer;
    }
    if (answer.id) {
      if (this.waiting?.id === answer.id) this.waiting = null;
      this.#asks.get(answer.id)?.(answer);
      this.#asks.delete(answer.id);
    }
  }

  #merge(state: State): void {
    this.#seq = state.seq;
    if (state.seat !== undefined) this.seat = state.seat;
    if (state.table) this.table = state.table;
    if (state.log) {
      const { start, lines, words = [] } = state.log;
      this.lines = [...this.lines.slice(0, start), ...lines.map((text, i) => ({ text, words: words[i] ?? text }))];
    }
    if (state.said) this.said = [...this.said, ...state.said].slice(-50);
    if (state.view) this.shown = state.view;
    if (state.view || state.clock) {
      this.clock = state.clock ? { ...state.clock, until: performance.now() + state.clock.ms } : null;
    }
    if (state.id) {
      if (this.waiting?.id === state.id) this.waiting = null;
      this.#asks.get(state.id)?.(state);
      this.#asks.delete(state.id);
    } else if (state.view && this.waiting?.move) {
      // others have moved: what was tapped was for another position, and its answer is on the way
    }
  }
}
