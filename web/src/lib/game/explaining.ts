/** What the thing that was picked up does: the die, coins, a card to be bought, and a card with a toll. */

import { aCard, cardWords, nameOf } from './naming';
import type { Move } from './moves';
import type { PersonSight, ViewSight } from '../server/types';
import { say } from '../language/words.svelte';

const TOP = 12;
const after = (height: number): number => (height >= TOP ? 1 : height + 1);
/** Numbers in a row without repetition: "6 or 8". */
const either = (numbers: number[]): string => [...new Set(numbers)].sort((a, b) => a - b).join(say('table.or'));

/** The face of what lies at a place that can be played from; null for the die and coins. */
function faceAt(view: ViewSight, key: string): string | null {
  const [zone, first = '', pile] = key.split('-');
  if (zone === 'hand') return first;
  const owner = view.seats[Number(first) - 1];
  if (!owner) return null;
  return zone === 'stock' ? owner.top : (owner.discards[Number(pile) - 1]?.[0] ?? null);
}

export function explain(view: ViewSight, people: PersonSight[], seat: number | null, key: string | null, moves: Move[]): string {
  const mine = seat === null ? undefined : view.seats[seat - 1];
  if (!key || !mine) return '';
  const places = moves.flatMap((move) => (move.target?.zone === 'building' ? [after(view.building[move.target.place - 1]?.height ?? 0)] : []));
  if (key === 'die') {
    if (!moves.length || view.die === '+1') return say('table.die_gives');
    return say('table.die_stands', { n: either(places), next: either(places.map(after)) });
  }
  if (key === 'coins') return say('table.coins_stand', { n: either(places), next: either(places.map(after)) });
  const face = faceAt(view, key) ?? '';
  const toll = face.length - face.replaceAll('$', '').length;
  const [zone, owner] = key.split('-');
  if (zone !== 'hand' && Number(owner) !== seat && moves.some((move) => move.text.startsWith('@'))) {
    return say(toll ? 'table.buy_toll' : 'table.buy', { name: nameOf(people, Number(owner)), card: cardWords(face.replaceAll('$', '')), n: toll });
  }
  return toll && places.length ? say('table.toll_warning', { n: toll, have: mine.coins }) : '';
}

/** What can be done with the die that was tapped and does not fit now. */
export function dieWords(view: ViewSight): string {
  if (!view.die) return '';
  if (view.die_left === 0) return say('table.die_used', { face: view.die });
  if (view.die === '2') return say('table.die_two');
  if (view.die === '+1') return say('table.die_gives');
  return say('table.die_range', { face: view.die === 'wild' ? aCard(say('wild')) : view.die.replace('-', '–') });
}
