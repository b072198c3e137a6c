/** What is to be done now, in a few words. */

import { nameOf } from './naming';
import { readMove } from './moves';
import type { PersonSight, ViewSight } from '../server/types';
import { say } from '../language/words.svelte';

/** What is to be done now and by whom. */
export function promptFor(view: ViewSight, people: PersonSight[], seat: number | null): string {
  if (view.over) return say('table.over');
  if (view.mover !== seat) {
    const name = nameOf(people, view.mover);
    return say(people[view.mover - 1]?.held ? 'table.bot_plays_for' : 'table.turn_of', { name });
  }
  if (view.toll) return say('table.toll_due', { n: view.toll });
  if (view.must_follow) {
    const height = view.building[view.must_follow - 1]?.height ?? 0;
    return say('table.must_follow', { n: height >= 12 ? 1 : height + 1, place: view.must_follow });
  }
  const legal = view.legal.map((text) => readMove(text, view.mover, null));
  if (view.owed && legal.some((move) => move?.act === 'draw')) return say('table.draw_first', { n: view.owed });
  if (view.plays_ended) return say('table.plays_ended');
  if (legal.length && !legal.some((move) => move?.kind === 'play' || move?.kind === 'gift')) {
    return legal.some((move) => move?.kind === 'pass') ? say('table.must_pass') : say('table.only_discard');
  }
  return say('table.your_turn');
}
