/** Replays of finished games, and the records that they are made from. */

import { call } from '../server/api';
import type { GameRecord } from './proof';
import type { PersonSight, ViewSight } from '../server/types';
import { locale } from '../language/words.svelte';

export type OpenSight = ViewSight & { hands: string[][] };
export type Step = { line: string; words: string; view: OpenSight };
export type Replay = {
  edition: string;
  partners: boolean;
  table: string;
  stock: number;
  dealer: boolean;
  names: string[];
  kinds: string[];
  first: number;
  result: string;
  record: GameRecord;
  steps: Step[];
};

export const replays = {
  ofTable: (table: string, game: string) =>
    call<Replay>('GET', `/api/tables/${encodeURIComponent(table)}/games/${encodeURIComponent(game)}/steps?lang=${locale.lang}`),
  ofRecord: (record: object) => call<Replay>('POST', `/api/replay?lang=${locale.lang}`, record),
};

/** The games in a text: one JSON object, or one per line. The list of legal moves is dropped, as the server ignores it. */
export function recordsIn(text: string): object[] {
  const read = (part: string): object => {
    const found = JSON.parse(part) as Record<string, unknown>;
    if (found === null || typeof found !== 'object' || Array.isArray(found)) throw new SyntaxError();
    const { legal: _left, ...rest } = found;
    return rest;
  };
  try {
    return [read(text)];
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim())
      .map(read);
  }
}

/** The players for a board, from their names. */
export function peopleFrom(names: string[], partners: boolean, kinds: string[] = []): PersonSight[] {
  const half = names.length / 2;
  return names.map((name, i) => ({
    kind: kinds[i] === 'bot' ? 'bot' : 'person',
    name,
    level: '',
    here: true,
    held: false,
    ready: true,
    client: null,
    hints: 0,
    partner: partners ? ((i + half) % names.length) + 1 : null,
  }));
}
