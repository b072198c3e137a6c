/** The HTTP side of the server. */

import { randomText } from '../browser/random';
import { readStored, writeStored } from '../browser/storage';
import type { ChoicesInput, State, TableLine, Welcomed } from './types';

/** An error answered by the server: a sentence for people and a reason for programs. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly reason: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The secret key under which the server keeps this browser's history; made once and never shown. */
export function ownKey(): string {
  const kept = readStored<string>('key', '');
  if (kept) return kept;
  const made = randomText(32);
  writeStored('key', made);
  return made;
}

/** Identifies the user, by session when logged in and otherwise by key, and the language. */
function ownHeaders(): Record<string, string> {
  const session = readStored<Session | null>('session', null);
  return {
    'X-Docena-Key': ownKey(),
    'Accept-Language': document.documentElement.lang,
    ...(session ? { Authorization: `Bearer ${session.token}` } : {}),
  };
}

export type Session = { name: string; token: string };

/** Sends a request; an expired session is dropped, and the request repeated without it. */
async function ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> {
  const headers: Record<string, string> = { ...ownHeaders(), ...more };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal('', 'offline', 0);
  }
  if (response.status === 401 && headers['Authorization']?.startsWith('Bearer') && !path.startsWith('/api/account')) {
    writeStored('session', null);
    return ask(method, path, body, more);
  }
  return response;
}

export async function call<T>(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<T> {
  return answerOf(await ask(method, path, body, more));
}

/** The answer as JSON; an error status is thrown as `Refusal`. */
export async function answerOf<T>(response: Response): Promise<T> {
  const answer = (await response.json().catch(() => ({}))) as { why?: string; reason?: string };
  if (!response.ok) throw new Refusal(answer.why ?? '', answer.reason ?? 'bad', response.status);
  return answer as T;
}

/** Downloads a file; an error status is thrown as `Refusal`. */
export async function fetchFile(path: string, more: Record<string, string> = {}): Promise<Blob> {
  const response = await ask('GET', path, undefined, more);
  return response.ok ? response.blob() : answerOf(response);
}

export const api = {
  open: (name: string, choices: ChoicesInput, seat = 1) => call<Welcomed>('POST', '/api/tables', { name, seat, choices }),
  sit: (table: string, name: string, seat?: number) =>
    call<Welcomed>('POST', `/api/tables/${encodeURIComponent(table)}/seats`, seat ? { name, seat } : { name }),
  moveOver: (table: string, ticket: string) =>
    call<Welcomed>('POST', `/api/tables/${encodeURIComponent(table)}/seats`, { name: '.', ticket }),
  /** The link of a table, as other devices reach it. */
  link: async (table: string) => (await call<{ link: string }>('GET', `/api/tables/${encodeURIComponent(table)}/link`)).link,
  look: (table: string) => call<State>('GET', `/api/tables/${encodeURIComponent(table)}`),
  listed: async () => (await call<{ tables: TableLine[] }>('GET', '/api/tables')).tables,
  record: (table: string, game: number) => call<unknown>('GET', `/api/tables/${table}/games/${game}`),
  phrases: async (lang: string) => (await call<{ phrases: Record<string, string> }>('GET', `/api/phrases?lang=${lang}`)).phrases,
};

/** The seats of this browser, by table. */
export type Seated = { table: string; code: string; seat: number; secret: string };

export function seatAt(table: string): Seated | null {
  return readStored<Record<string, Seated>>('seats', {})[table] ?? null;
}

export function keepSeat(welcome: Welcomed): void {
  const seats = readStored<Record<string, Seated>>('seats', {});
  const { table, code, seat, secret } = welcome;
  const latest = Object.entries(seats).slice(-49);
  writeStored('seats', { ...Object.fromEntries(latest), [table]: { table, code, seat, secret } });
}

export function dropSeat(table: string): void {
  const { [table]: _gone, ...rest } = readStored<Record<string, Seated>>('seats', {});
  writeStored('seats', rest);
}
