/** Lessons, the rulebook and the deal of the day, as the server gives them. */

import { call } from '../server/api';
import type { DaySight, ViewSight, Welcomed } from '../server/types';
import { locale } from '../language/words.svelte';

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

export type Day = DaySight;

export const learning = {
  lessons: async () => (await call<{ lessons: LessonLine[] }>('GET', `/api/lessons?lang=${locale.lang}`)).lessons,
  lesson: (name: string) => call<Lesson>('GET', `/api/lessons/${encodeURIComponent(name)}?lang=${locale.lang}`),
  rules: () => call<Rulebook>('GET', `/api/rules?lang=${locale.lang}`),
  day: () => call<Day>('GET', '/api/daily'),
  openDay: (name: string) => call<Welcomed>('POST', '/api/daily', { name }),
};
