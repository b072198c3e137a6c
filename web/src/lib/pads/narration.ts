/** A score pad in sentences. */

import { listWords } from '../game/naming';
import type { PadGameSight, PadSight } from '../server/types';
import { say, type Key } from '../language/words.svelte';

const SEVERAL = 2;

/** Chooses the singular or plural form of a verb. */
function count(pad: PadSight, side: number, one: Key, many: Key): Key {
  return (pad.sides[side]?.length ?? 1) < SEVERAL ? one : many;
}

const nameOf = (pad: PadSight, side: number): string => pad.names[side] ?? '';
const namesOf = (pad: PadSight, sides: number[]): string => listWords(sides.map((side) => nameOf(pad, side)));

/** Who is ahead, or who has won. */
export function standing(pad: PadSight): string {
  const [first = 0, ...others] = pad.ahead;
  const name = nameOf(pad, first);
  if (pad.over) return say(count(pad, first, 'pads.has_won', 'pads.have_won'), { name });
  if (pad.play_off) return say('pads.play_off', { names: namesOf(pad, pad.ahead) });
  if (!pad.wins.some(Boolean)) return say('pads.nobody');
  if (others.length) return say('pads.tied', { names: namesOf(pad, pad.ahead) });
  const n = pad.totals[first] ?? 0;
  if (pad.games_to_play !== null) return say(count(pad, first, 'pads.leads_wins', 'pads.lead_wins'), { name, wins: say('pads.wins', { n: pad.wins[first] ?? 0 }) });
  if (pad.sides.length > SEVERAL) return say(count(pad, first, 'pads.leads_points', 'pads.lead_points'), { name, points: n });
  return say(count(pad, first, 'pads.leads', 'pads.lead'), { name, n, m: pad.totals[1 - first] ?? 0 });
}

export function dealing(pad: PadSight): string {
  return pad.over ? '' : say('pads.deals', { name: pad.choices.names[pad.deals - 1] ?? '' });
}

/** What the match is played to. */
export function aim(pad: PadSight): string {
  return pad.goal ? say('pads.to_goal', { goal: pad.goal }) : say('pads.to_games', { n: pad.games_to_play ?? 1 });
}

export function gameWords(pad: PadSight, game: PadGameSight): string {
  const { number: n, winner } = game;
  if (!winner) return say('pads.told_blocked', { n });
  const side = pad.sides.findIndex((seats) => seats.includes(winner));
  return say(count(pad, side, 'pads.told_wins', 'pads.told_win'), { name: nameOf(pad, side), n, points: game.points[side] ?? 0 });
}

/** The cards left, by name; finished piles are not mentioned. */
export function leftWords(pad: PadSight, game: PadGameSight): string {
  const list = game.left.flatMap((n, i) => (n ? [`${pad.choices.names[i]} ${n}`] : []));
  return list.length ? say('pads.left', { list: list.join(', ') }) : '';
}

const same = (one: PadGameSight | undefined, other: PadGameSight | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What has changed on a pad, for screen readers. */
export function changed(before: PadSight, after: PadSight, undone = false): string {
  const [old, now] = [before.games, after.games];
  const first = now.findIndex((game, i) => !same(game, old[i]));
  const differs = first < 0 ? now.length : first;
  const last = now.at(-1);
  const told: string[] = [];
  if (undone) told.push(say('pads.told_back'));
  else if (now.length > old.length && last) told.push(gameWords(after, last));
  else if (now.length < old.length) told.push(say('pads.told_struck', { n: differs + 1 }));
  else if (differs < now.length) told.push(say('pads.told_fixed', { n: differs + 1 }), gameWords(after, now[differs] as PadGameSight));
  if (!told.length) return '';
  return [...told, standing(after), dealing(after)]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
