/** Cards and people in words. */

import type { PersonSight } from '../server/types';
import { say } from '../language/words.svelte';

/** A card as it is read aloud: "7", "wild", "7 with a toll of 2". */
export function cardWords(face: string | null): string {
  if (face === null || face === '?') return say('table.face_down');
  const plain = face.replaceAll('$', '');
  const toll = face.length - plain.length;
  const word = plain === 'W' ? say('wild') : plain;
  return toll ? say('table.with_toll', { card: word, n: toll }) : word;
}

/** A number with its article: "a 7", "an 8". */
export function aCard(card: number | string): string {
  return say(String(card) === '8' || String(card) === '11' ? 'table.an_card' : 'table.a_card', { card });
}

/** Rewrites a sentence of the server for people: the server writes tolls as records do, "7$$". */
export function readable(sentence: string): string {
  const card = new RegExp(`(^| )(\\d{1,2}|${say('wild')})(\\$+)`, 'g');
  return sentence.replace(card, (_, before: string, name: string, toll: string) => before + say('table.with_toll', { card: name, n: toll.length }));
}

export function cardsWords(n: number): string {
  return say('table.cards', { n });
}

export function nameOf(people: PersonSight[], seat: number): string {
  return people[seat - 1]?.name || say('table.seat', { n: seat });
}

/** Names in a row: "Ana, Luis and Eva". */
export function listWords(words: string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')}${say('table.and')}${last}`;
}
