/** Whether somebody has never played: offered a lesson until one has been finished, or a game. */

import { readStored } from '../browser/storage';
import { settings } from '../settings/settings.svelte';

type Lessons = Record<string, { done: boolean }>;

export function isNew(): boolean {
  const lessons = readStored<Lessons>('lessons', {});
  return !settings.prefs.greeted && !Object.values(lessons).some((lesson) => lesson.done);
}

/** Called at the end of a game. */
export function hasPlayed(): void {
  if (!settings.prefs.greeted) settings.set({ greeted: true });
}
