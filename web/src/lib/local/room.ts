/** The state that the log of a table in the page adds up to; it is changed by events only. */

import type { Engine } from '../engine/engine.ts';
import { Position } from '../engine/position.ts';
import { Chance } from '../replay/chance.ts';
import { hex, sha256, unhex } from '../replay/sha256.ts';
import type { GameResultSight, PersonSight, SaidSight, TableSight } from '../server/types';
import type { Opened, TableEvent } from './events.ts';
import { Game } from './game.ts';
import { optionsFrom, type Options } from './options.ts';
import { ScoreSheet } from './scores.ts';

type Seat = { kind: PersonSight['kind']; name: string; level: string; here: boolean; held: boolean; ready: boolean; contribution: string };

const EMPTY: Readonly<Seat> = { kind: 'empty', name: '', level: '', here: false, held: false, ready: false, contribution: '' };

const bytes = (text: string): Uint8Array => unhex(text) ?? new Uint8Array();

export class Room {
  readonly opened: Opened;
  readonly options: Options;
  readonly seats: Seat[];
  /** The number of the last event, and of the last one that changed the game. */
  seq = 1;
  stamp = 1;
  game: Game | null = null;
  /** How many games have been dealt. */
  number = 0;
  first = 0;
  /** The secret that the shown commitment is to: of the current game, or already of the next. */
  secret = '';
  /** The secret of the current game. */
  dealtFrom = '';
  /** The game that the secret is for. */
  promised = 0;
  contributions: string[] = [];
  result: GameResultSight | null = null;
  sheet: ScoreSheet;
  /** For each move of the game: who made it, whether a bot did, and whether something hidden was revealed after it. */
  moves: { seat: number; bot: boolean; revealed: boolean }[] = [];
  undone = 0;
  closed = false;
  said: SaidSight[] = [];
  readonly #engine: Engine;
  readonly #position: Position;

  constructor(engine: Engine, opened: Opened, position?: Position) {
    this.#engine = engine;
    this.#position = position ?? new Position(engine);
    this.opened = opened;
    this.options = optionsFrom(opened.choices);
    this.seats = Array.from({ length: this.options.facts.players }, () => ({ ...EMPTY }));
    this.sheet = this.#newSheet();
  }

  #newSheet(): ScoreSheet {
    const { facts, goal, games } = this.options;
    return new ScoreSheet(facts.players, facts.partners, goal, games);
  }

  get phase(): TableSight['phase'] {
    if (this.closed) return 'closed';
    if (!this.game) return 'gathering';
    if (!this.result) return 'playing';
    return this.sheet.over ? 'over' : 'between';
  }

  seat(number: number): Seat {
    return this.seats[number - 1] ?? { ...EMPTY };
  }

  /** The seat of the person at this device; null once it has been left. */
  get person(): number | null {
    const at = this.seats.findIndex((seat) => seat.kind === 'person');
    return at < 0 ? null : at + 1;
  }

  byBot(number: number): boolean {
    const { kind, held } = this.seat(number);
    return kind === 'bot' || held;
  }

  get mover(): number | null {
    return this.phase === 'playing' && this.game ? this.game.position.mover : null;
  }

  /** The chance of the current game. */
  chance(): Chance {
    return new Chance(bytes(this.dealtFrom), `${this.opened.id}/${this.number}`, this.contributions.map(bytes));
  }

  /** Who begins the next game: drawn (0) in the first, then the seat to the left (2.2, 2.3). */
  nextFirst(): number {
    return this.number ? (this.first % this.seats.length) + 1 : 0;
  }

  apply(event: TableEvent): void {
    this.seq += 1;
    switch (event.e) {
      case 'promised':
        this.secret = event.secret;
        this.promised = event.game;
        break;
      case 'sat':
        this.#set(event.seat, { ...EMPTY, kind: 'person', name: event.name });
        break;
      case 'bot':
        this.#set(event.seat, { ...EMPTY, kind: 'bot', name: event.name || event.level, level: event.level });
        break;
      case 'stood':
        this.#set(event.seat, { ...EMPTY });
        break;
      case 'left':
        this.#set(event.seat, { ...EMPTY, kind: 'bot', name: this.seat(event.seat).name, level: this.options.holder });
        break;
      case 'here':
        this.seat(event.seat).here = true;
        break;
      case 'held':
        this.seat(event.seat).held = true;
        break;
      case 'back':
        this.seat(event.seat).held = false;
        break;
      case 'ready':
        this.seat(event.seat).ready = true;
        break;
      case 'contributed':
        this.seat(event.seat).contribution = event.hex;
        break;
      case 'dealt':
        this.#dealt(event.game, event.first ?? 0);
        break;
      case 'moved':
        this.#moved(event.seat, event.move, event.by === 'bot');
        break;
      case 'undone':
        this.#undone(event.moves ?? 1);
        break;
      case 'said':
        this.said = [...this.said, { seat: event.seat, phrase: event.phrase }].slice(-50);
        break;
      case 'ended':
        this.stamp = this.seq;
        if (this.game) this.#finish(this.game.resultWith('abandoned'));
        break;
      case 'closed':
        this.closed = true;
        break;
      case 'opened':
        throw new Error('a table is opened once');
    }
  }

  #set(number: number, seat: Seat): void {
    this.seats[number - 1] = seat;
  }

  #dealt(number: number, first: number): void {
    if (this.sheet.over) this.sheet = this.#newSheet();
    this.number = number;
    this.dealtFrom = this.secret;
    this.contributions = this.seats.map((seat) => seat.contribution).filter(Boolean);
    for (const seat of this.seats) Object.assign(seat, { ready: false, contribution: '' });
    this.result = null;
    this.game = new Game(this.#engine, this.options.facts, this.chance(), this.options.dealer, first || null, this.#position);
    this.first = this.game.first;
    this.moves = [];
    this.undone = 0;
    this.#changed();
  }

  #moved(seat: number, move: string, bot: boolean): void {
    const { game } = this;
    if (!game?.play(move)) throw new Error(`line ${this.seq} of the log cannot be: ${move}`);
    this.moves.push({ seat, bot, revealed: game.revealed });
    this.#changed();
  }

  #undone(moves: number): void {
    this.game?.undo(moves);
    this.moves.splice(-moves);
    this.undone += moves;
    this.#changed();
  }

  #changed(): void {
    this.stamp = this.seq;
    const result = this.game?.result;
    if (result) this.#finish(result);
  }

  #finish(result: GameResultSight): void {
    this.result = result;
    this.sheet.add(result);
  }

  /** Everything but the cards, as a server tells it. */
  sight(): TableSight {
    const { facts } = this.options;
    const half = facts.players / 2;
    const person = this.person;
    return {
      id: this.opened.id,
      code: '',
      choices: this.options.choices as TableSight['choices'],
      stock: facts.stock,
      partners: facts.partners,
      phase: this.phase,
      host: person,
      game: this.number,
      first: this.first || null,
      people: this.seats.map((seat, i) => ({
        kind: seat.kind,
        name: seat.name,
        level: seat.held ? this.options.holder : seat.level,
        here: seat.here,
        held: seat.held,
        ready: seat.ready,
        partner: facts.partners ? ((i + half) % facts.players) + 1 : null,
        client: seat.kind === 'person' ? i + 1 : null,
        hints: 0,
      })),
      score: this.sheet.sight(),
      commit: this.secret ? hex(sha256(bytes(this.secret))) : '',
      result: this.result,
      undo: null,
      agreed: [],
      undone: this.undone,
      nudged: null,
      newcomers: [],
      reserved: false,
      daily: '',
    };
  }
}
