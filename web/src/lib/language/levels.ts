/** The names of the bots' levels; a level that this page does not know keeps its own name. */

import { say, type Key } from './words.svelte';

const KNOWN: Record<string, Key> = {
  beginner: 'level.beginner',
  casual: 'level.casual',
  skilled: 'level.skilled',
  expert: 'level.expert',
  master: 'level.master',
};

/** From the weakest to the strongest. */
export const LEVELS: readonly string[] = Object.keys(KNOWN);

export function levelName(level: string): string {
  const key = KNOWN[level];
  return key ? say(key) : level;
}

/** A bot of a level, for use within a sentence. */
export function botName(level: string): string {
  return say('home.one_bot', { level: levelName(level).toLowerCase() });
}
