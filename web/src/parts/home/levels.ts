/** The bots' levels in the reader's language; one that this page does not know keeps its name. */

import { say, type Key } from '../../lib/words.svelte';

const KNOWN: Record<string, Key> = {
  beginner: 'level.beginner',
  casual: 'level.casual',
  skilled: 'level.skilled',
  expert: 'level.expert',
  master: 'level.master',
};

export function levelName(level: string): string {
  const key = KNOWN[level];
  return key ? say(key) : level;
}
