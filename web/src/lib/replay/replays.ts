/** Games told again, lessons, rules and the deal of the day: what the server tells, and how it is asked. */

import { Refusal } from '../server/api';
import { readStored } from '../browser/storage';
import type { GameRecord } from './proof';
import type { Choices, PersonSight, ViewSight, Welcome } from '../server/types';
import { asSentence } from '../server/errors';
import { say, locale } from '../language/words.svelte';

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

export type LessonLine = { lesson: string; edition: string; title: string; about: string; steps: number };
export type LessonStep = { say: string; view: ViewSight; expect?: string[]; other?: string; words?: string; look?: string[] };
export type Lesson = { lesson: string; edition: string; title: string; names: string[]; partners: boolean; steps: LessonStep[] };

export type Clause = { number: string; text: string; ruling: boolean; editions: string[] };
export type Rulebook = {
  title: string;
  ruling: string;
  editions: Record<string, string>;
  chapters: { number: string; title: string; clauses: Clause[] }[];
  words: { term: string; meaning: string; editions: string[] }[];
};

export type DayLine = { won: boolean; margin: number; turns: number };
export type Day = { day: string; choices: Choices; played: number; won: number; best: number | null; quickest: number | null; mine: DayLine | null };

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const key = readStored<string>('key', '');
  const headers: Record<string, string> = key ? { 'X-Docena-Key': key } : {};
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? { headers } : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
    throw new Refusal(say('learn.offline'), 'offline', 0);
  }
  const answer = (await response.json().catch(() => ({}))) as { why?: string; reason?: string };
  if (!response.ok) throw new Refusal(answer.why || say('learn.failed'), answer.reason ?? 'bad', response.status);
  return answer as T;
}

export const learning = {
  lessons: async () => (await ask<{ lessons: LessonLine[] }>(`/api/lessons?lang=${locale.lang}`)).lessons,
  lesson: (name: string) => ask<Lesson>(`/api/lessons/${encodeURIComponent(name)}?lang=${locale.lang}`),
  rules: () => ask<Rulebook>(`/api/rules?lang=${locale.lang}`),
  day: () => ask<Day>('/api/daily'),
  openDay: (name: string) => ask<Welcome>('/api/daily', { name }),
  steps: (table: string, game: string) =>
    ask<Replay>(`/api/tables/${encodeURIComponent(table)}/games/${encodeURIComponent(game)}/steps?lang=${locale.lang}`),
  replay: (record: object) => ask<Replay>(`/api/replay?lang=${locale.lang}`, record),
};

/** The games of a text: one object, or one a line. What a server would not look at is left out. */
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

/** People as a board wants them, from their names. */
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
    partner: partners ? ((i + half) % names.length) + 1 : null,
  }));
}

export function troubleOf(error: unknown): string {
  return asSentence(error instanceof Refusal && error.message ? error.message : say('learn.failed'));
}
