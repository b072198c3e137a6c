/** Why something that was tapped does nothing now: one short sentence. The server decides what is legal; this only explains. */

import { dieWords } from './explaining';
import { aCard, cardWords, nameOf } from './naming';
import type { PersonSight, ViewSight } from '../server/types';
import { say } from '../language/words.svelte';

const TOP = 12;

const needs = (height: number): number => (height >= TOP ? 1 : height + 1);

/** The places are named as in `data-source` and `data-target`; `picked` is what was picked up before. */
export function whyNot(view: ViewSight, people: PersonSight[], seat: number | null, picked: string | null, source: string | null, target: string | null): string {
  if (seat === null || view.over) return '';
  if (view.mover !== seat) return say('table.why_turn', { name: nameOf(people, view.mover) });
  if (view.toll) return say('table.why_toll');
  const [zone, place] = (target ?? '').split('-');
  if (view.must_follow) return say('table.why_follow', { n: needs(view.building[view.must_follow - 1]?.height ?? 0), pile: view.must_follow });
  if (view.plays_ended) return say('table.plays_ended');
  if (zone === 'building' && (picked || !source)) {
    const height = view.building[Number(place) - 1]?.height ?? 0;
    return say(picked ? 'table.why_needs' : 'table.why_none', { pile: place ?? '', card: aCard(needs(height)) });
  }
  if (zone === 'own' && picked) return picked.startsWith('hand') ? say('table.why_not_here') : say('table.why_from_hand');
  if (source === 'die') return dieWords(view);
  if (source === 'coins') return say('table.coins_unused');
  if (source?.startsWith('stock-')) {
    const owner = view.seats[Number(source.slice('stock-'.length)) - 1];
    if (!owner?.stock) return say('table.finished');
    return say('table.why_no_pile', { card: owner.top?.startsWith('W') ? cardWords(owner.top) : aCard(cardWords(owner.top)) });
  }
  if (zone === 'own') return say('table.why_pick');
  return '';
}
