/** The director's next step, and the part of the desk for it: most directors run one event a year. */

import { enough, type EventSight } from './events';
import type { Key } from '../language/words.svelte';

export type Step = { part: 'seating' | 'print' | 'games' | 'standings'; words: Key };

export function nextStep(sight: EventSight): Step | null {
  if (!sight.games.length) {
    return enough(sight) && !sight.waiting.length ? { part: 'seating', words: 'desk.next.seat' } : null;
  }
  if (sight.winners.length) return { part: 'print', words: 'desk.next.certificates' };
  if (sight.play_offs.length) return { part: 'standings', words: 'desk.next.tie' };
  if (!sight.unfinished.length) return { part: 'seating', words: 'desk.next.seat_more' };
  const begun = sight.clock !== null || sight.games.some((game) => game.tables.some((row) => row.result));
  return begun ? null : { part: 'print', words: 'desk.next.print' };
}
