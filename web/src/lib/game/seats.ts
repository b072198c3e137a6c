/** Clients that hold several seats at a table. */

import { listWords, nameOf } from './naming';
import type { PersonSight, TableSight } from '../server/types';

/** The other seats held by the client of this seat. */
export function otherSeats(people: PersonSight[], seat: number): number[] {
  const client = people[seat - 1]?.client ?? null;
  if (client === null) return [];
  return people.flatMap((person, i) => (person.client === client && i + 1 !== seat ? [i + 1] : []));
}

export function otherNames(people: PersonSight[], seat: number): string {
  return listWords(otherSeats(people, seat).map((each) => nameOf(people, each)));
}

/** The seat whose undo request this seat should answer: each client answers once, and nobody answers their own. */
export function askedBy(sight: TableSight, seat: number | null): number | null {
  const { undo, people, agreed } = sight;
  if (undo === null || seat === null || people[seat - 1]?.kind !== 'person') return null;
  const mine = [seat, ...otherSeats(people, seat)];
  return mine.some((each) => each === undo || agreed.includes(each)) ? null : undo;
}

/** The colour of a seat's plate, from 1 to 6; partners share one. */
export function tintOf(people: PersonSight[], seat: number): number {
  const partner = people[seat - 1]?.partner ?? null;
  return ((partner === null ? seat : Math.min(seat, partner)) - 1) % 6 + 1;
}
