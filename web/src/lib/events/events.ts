/** Events: the server's data about them, and the requests. */

import { answerOf, call, fetchFile, Refusal } from '../server/api';
import { askFor, Keyring, withKey } from '../server/keyring';
import { readStored, writeStored } from '../browser/storage';
import type { Welcomed } from '../server/types';
import { say, locale } from '../language/words.svelte';

export type Format = 'sheet' | 'meet' | 'partners' | 'progressive';
export type TieBreak = 'points' | 'left' | 'met' | 'play_off';
export type Ended = 'stock' | 'time' | 'blocked';

export type EventChoices = {
  title: string;
  edition: string;
  format: Format;
  games: number;
  stock: number;
  four_tables: boolean;
  bye_wins: boolean;
  tie_breaks: TieBreak[];
  play_off_places: number;
  time_out: 'fewest' | 'nobody';
  minutes: number;
};

/** The options, as the server offers them. */
export type Offered = {
  editions: string[];
  formats: Format[];
  tie_breaks: TieBreak[];
  time_outs: EventChoices['time_out'][];
  most: { games: number; minutes: number; title: number; name: number; note: number };
  usual: EventChoices;
  stock: Record<string, Record<string, number>>;
};

export type Entry = { number: number; names: string[]; table: number; dropped: boolean };
export type Outcome = { left: number[]; winner: number; ended: Ended };
export type TableResult = Outcome & { points: number; side: number; confirmed: boolean; disputed: boolean };
export type TableRow = {
  table: number;
  sides: number[][];
  names: string[][];
  seats: string[];
  dealer: string;
  result: TableResult | null;
  stock: number;
  most: number[];
};
export type Game = { game: number; play_off: number; tables: TableRow[]; resting: number[] };
export type Standing = {
  /** 0 before the first result. */
  rank: number;
  entry: number;
  names: string[];
  games: number;
  wins: number;
  points: number;
  left: number;
  play_off: number[];
  dropped: boolean;
};
export type Clock = { game: number; seconds: number; left: number; running: boolean };
export type Penalty = { game: number; table: number; seat: number; clause: string; cards: number; note: string };
export type Online = { game: number; table: number };
/** A seat of an entry at an online table. */
export type EntrySeat = { seat: number; name: string; room: string; taken: boolean; here: boolean };
/** The key that takes the seats of an entry in the current game of a table. */
export type Ticket = { entry: number; names: string[]; key: string; link: string };

/** The public view of an event. */
export type EventSight = {
  id: string;
  now: string;
  choices: EventChoices;
  seq: number;
  entries: Entry[];
  waiting: number[];
  /** How the entries that can play now would be seated. */
  tables: { six: number; four: number; out: number };
  seed: string;
  repeats: number;
  bound: number;
  games: Game[];
  unfinished: [number, number][];
  penalties: Penalty[];
  standings: Standing[];
  play_offs: number[][];
  winners: number[];
  clock: Clock | null;
  online: Online[];
  current: number;
  finished: boolean;
  /** The address for other devices; it can differ from the one this device uses. */
  link: string;
};

/** The clauses that have penalties, with the number of cards. */
export type Clauses = Record<string, number>;

export type DirectorSight = { event: EventSight; paper: string; link: string; tables: Record<string, string>; entries: Record<string, string>; online: (Online & { link: string })[]; clauses: Clauses; last: number | null };
export type LogLine = { seq: number; at: string; by: string; text: string; void: boolean };

/** The view of the phone of a table. */
export type EventTableSight = {
  id: string;
  title: string;
  now: string;
  seq: number;
  table: number;
  game: number;
  games: { game: number; play_off: number; row: TableRow }[];
  clock: Clock | null;
  choices: EventChoices;
  online: string | null;
  tickets: Ticket[];
  clauses: Clauses;
};

export type EntryGame = { game: number; play_off: number; row: TableRow | null; rests: boolean; seats: EntrySeat[] };

/** The view of an entry; with a ticket for one game, it has no link. */
export type EntrySight = {
  id: string;
  title: string;
  now: string;
  seq: number;
  entry: Entry;
  games: EntryGame[];
  clock: Clock | null;
  choices: EventChoices;
  current: number;
  link: string;
};

export type Opened = { event: string; key: string; link: string; director: string; lines?: number };
export type Wish = { do: string; seen?: number } & Record<string, unknown>;

const at = (id: string): string => `/api/events/${encodeURIComponent(id)}`;

export const events = {
  offered: () => call<Offered>('GET', '/api/events/choices'),
  open: (choices: EventChoices) => call<Opened>('POST', '/api/events', { choices }),
  look: (id: string) => call<EventSight>('GET', at(id)),
  desk: (id: string, key: string) => call<DirectorSight>('GET', `${at(id)}/desk`, undefined, withKey(key)),
  table: (id: string, table: number, key: string) => call<EventTableSight>('GET', `${at(id)}/tables/${table}`, undefined, withKey(key)),
  ask: (id: string, key: string, wish: Wish & { ask: string }) => askFor(`${at(id)}/asks?lang=${locale.lang}`, key, wish),
  log: async (id: string, key: string) =>
    (await call<{ lines: LogLine[] }>('GET', `${at(id)}/log?lang=${locale.lang}`, undefined, withKey(key))).lines,
  entry: (id: string, entry: number, key: string) => call<EntrySight>('GET', `${at(id)}/entries/${entry}`, undefined, withKey(key)),
  /** Takes a seat at an online table with the key of an entry; the game goes into the history of a user who is logged in. */
  sit: (id: string, game: number, table: number, seat: number, key: string) =>
    call<Welcomed>('POST', `${at(id)}/online/${game}/${table}/seats`, { seat }, { 'X-Docena-Entry': key }),
  remove: (id: string, key: string) => call<unknown>('DELETE', at(id), undefined, withKey(key)),
  socket: (id: string) => `${at(id)}/socket`,
  qr: (id: string) => `${at(id)}/qr.svg`,
  deskQr: (id: string, key: string) => `${at(id)}/qr.svg?desk=1&key=${encodeURIComponent(key)}`,
  tableQr: (id: string, table: number, paper: string) => `${at(id)}/qr.svg?table=${table}&key=${encodeURIComponent(paper)}`,
  entryQr: (id: string, entry: number, key: string) => `${at(id)}/qr.svg?entry=${entry}&key=${encodeURIComponent(key)}`,
  ticketQr: (id: string, entry: number, game: number, table: number, key: string) =>
    `${at(id)}/qr.svg?entry=${entry}&game=${game}&table=${table}&key=${encodeURIComponent(key)}`,
  csv: (id: string) => `${at(id)}/standings.csv?lang=${locale.lang}`,
  /** Browsers print the address below the page, so only the cards, which have QR codes anyway, get a key. */
  paper: (id: string, kind: string, paper: string) =>
    `/e/${id}/paper/${kind}?lang=${locale.lang}${kind === 'cards' || kind === 'entries' ? `&key=${encodeURIComponent(paper)}` : ''}`,

  file: (id: string, key: string) => fetchFile(`${at(id)}/export`, withKey(key)),

  /** Opens an event from a file that was exported elsewhere. */
  async bring(file: Blob): Promise<Opened> {
    let response: Response;
    try {
      // only the director can update an event that exists here already
      const id = await idIn(file);
      const headers = withKey(keys.find(id, 'director')?.key ?? null);
      const which = `lang=${locale.lang}&event=${encodeURIComponent(id)}`;
      response = await fetch(`/api/events/import?${which}`, { method: 'POST', body: file, headers });
    } catch {
      throw new Refusal('', 'offline', 0);
    }
    return answerOf(response);
  },
};

export const keys = new Keyring('events');

async function idIn(file: Blob): Promise<string> {
  try {
    return String((JSON.parse(await file.text()) as { id?: unknown }).id);
  } catch {
    return '';
  }
}

// --- reading the data

/** Such a link opens only on the computer that the server runs on. */
export const stuckHere = (link: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);

export const single = (choices: EventChoices): boolean => choices.format === 'partners' || choices.format === 'progressive';

export const named = (names: string[]): string => names.join(' & ');

export function gameName(game: { game: number; play_off: number }): string {
  return game.play_off ? say('event.play_off_n', { n: game.play_off }) : say('event.game_n', { n: game.game });
}

/** The seats of a side, from 0, in the order of its names: partners sit opposite each other. */
export function seatsOf(row: TableRow, side: number): number[] {
  return row.seats.flatMap((_, seat) => (seat % row.sides.length === side ? [seat] : []));
}

export type ReportState = 'waiting' | 'reported' | 'disputed' | 'confirmed';

export function stateOf(row: TableRow): ReportState {
  if (!row.result) return 'waiting';
  if (row.result.confirmed) return 'confirmed';
  return row.result.disputed ? 'disputed' : 'reported';
}

/** A result in one sentence. */
export function told(row: TableRow, result: Outcome & { points?: number }): string {
  const winner = result.winner ? named(row.names[result.winner - 1] ?? []) : '';
  if (!winner) return say(result.ended === 'blocked' ? 'event.told.blocked' : 'event.told.nobody');
  const { points } = result;
  if (result.ended === 'time') return points ? say('event.told.time_points', { winner, points }) : say('event.told.time', { winner });
  return points ? say('event.told.won_points', { winner, points }) : say('event.told.won', { winner });
}

export const leftText = (row: TableRow, left: number[], side: number): string =>
  seatsOf(row, side)
    .map((seat) => `${row.seats[seat] ?? ''} ${left[seat] ?? 0}`)
    .join(', ');

/** Entries that can play: present, and not waiting for a partner. */
export function playing(sight: EventSight): Entry[] {
  const waiting = new Set(sight.waiting);
  return sight.entries.filter((entry) => !entry.dropped && !waiting.has(entry.number));
}

/** Whether there are enough entries for a table. */
export const enough = (sight: EventSight): boolean => sight.tables.six + sight.tables.four > 0;

/** Who is entered, counted as pairs are seated: "6 pairs, 1 player is waiting for a partner". */
export function countOf(sight: EventSight): string {
  const units = playing(sight).length;
  const many = say(single(sight.choices) ? 'entries.count.players' : 'entries.count.pairs', { n: units });
  const alone = sight.waiting.length;
  if (!alone) return many;
  const waiting = say('entries.alone', { n: alone });
  return units ? `${many}, ${waiting}` : waiting;
}

/** Lower case without accents, for finding names. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

// --- identity

/** The director's name on this device, for the log. */
export const signature = {
  get: (): string => readStored('director', ''),
  set: (name: string): void => writeStored('director', name.trim() || null),
};

/** The storage key of this device's entry. */
export const whose = (id: string): string => `me.${id}`;

export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
