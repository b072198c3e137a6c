/** Score pads of matches with real cards, and of matches at tables here. The server computes the scores. */

import { call } from '../server/api';
import type { PadChoicesInput, PadGame, PadOpened, PadSight } from '../server/types';
import { askFor, Keyring, withKey } from '../server/keyring';
import { locale } from '../language/words.svelte';

export type PadAsk = { do: 'add'; game: PadGame } | { do: 'fix'; number: number; game: PadGame } | { do: 'remove'; number: number } | { do: 'undo' };

/** The pads of this browser, with their last known totals. */
export const myPads = new Keyring<{ sides: string[]; totals: number[]; over: boolean }>('pads');
export const PAD = 'pad';

const at = (id: string): string => `/api/pads/${encodeURIComponent(id)}`;
const ofTable = (id: string): string => `/api/tables/${encodeURIComponent(id)}/pad`;

function keepNew({ pad, key }: PadOpened, title: string): string {
  myPads.hold({ id: pad, key, title, role: PAD });
  return `/pad/${pad}`;
}

export const pads = {
  /** Both give the address of the new pad, whose key is kept. */
  begin: async (choices: PadChoicesInput): Promise<string> => keepNew(await call<PadOpened>('POST', '/api/pads', { choices }), choices.title),
  receive: async (text: string): Promise<string> => keepNew(await call<PadOpened>('POST', '/api/pads/receive', { text }), ''),
  look: (id: string, key: string) => call<PadSight>('GET', at(id), undefined, withKey(key)),
  ofTable: (id: string) => call<PadSight>('GET', ofTable(id)),
  ask: (id: string, key: string, ask: string, seen: number, body: PadAsk) => askFor(`${at(id)}/asks`, key, { ...body, ask, seen }),
  text: async (id: string, key: string) => (await call<{ text: string }>('GET', `${at(id)}/text`, undefined, withKey(key))).text,
  delete: (id: string, key: string) => call<unknown>('DELETE', at(id), undefined, withKey(key)),
  socket: (id: string): string => `${at(id)}/socket`,
};

/** Addresses that the browser opens itself, without headers; so they contain the key. */
export const padAddress = {
  qr: (id: string, key: string): string => `${at(id)}/qr.svg?key=${key}`,
  csv: (id: string, key: string | null): string => (key ? `${at(id)}/csv?key=${key}&lang=${locale.lang}` : `${ofTable(id)}/csv?lang=${locale.lang}`),
  paper: ({ id, online, paper }: PadSight): string =>
    online ? `/t/${id}/pad/paper?lang=${locale.lang}` : `/pad/${id}/paper?key=${encodeURIComponent(paper)}&lang=${locale.lang}`,
  blank: (sides: number, goal: number): string => `/paper/pad?sides=${sides}&goal=${goal}&lang=${locale.lang}`,
};

/** The seats that play with a seat for one score. */
export function sideOf(pad: PadSight, seat: number): number[] {
  return pad.sides.find((side) => side.includes(seat)) ?? [seat];
}

/** The cards that score: those left in the opponents' stock piles (5.2). */
export function cardsAgainst(pad: PadSight, { winner, left }: PadGame): number {
  const own = sideOf(pad, winner);
  return left.reduce((sum, n, i) => (own.includes(i + 1) ? sum : sum + n), 0);
}

/** Reads a pad's address and key from a pasted link. */
export function readLink(text: string): { url: URL; id: string; key: string } | null {
  const found = /https?:\/\/\S+/.exec(text)?.[0];
  if (!found || !URL.canParse(found)) return null;
  const url = new URL(found);
  const id = /^\/pad\/([\w-]+)$/.exec(url.pathname)?.[1];
  const key = new URLSearchParams(url.hash.slice(1)).get('key');
  return id && key ? { url, id, key } : null;
}
