/** Who holds several seats at a table, as far as the server knows. */

import { listWords, nameOf } from './naming';
import type { PersonSight, TableSight } from '../server/types';

/** The other seats that are held by whoever holds this one. */
export function otherSeats(people: PersonSight[], seat: number): number[] {
  const client = people[seat - 1]?.client ?? null;
  if (client === null) return [];
  return people.flatMap((person, i) => (person.client === client && i + 1 !== seat ? [i + 1] : []));
}

export function otherNames(people: PersonSight[], seat: number): string {
  return listWords(otherSeats(people, seat).map((each) => nameOf(people, each)));
}

/** The seat whose wish to undo a move this seat is to answer: each client answers once, and nobody their own. */
export function askedBy(sight: TableSight, seat: number | null): number | null {
  const { undo, people, agreed } = sight;
  if (undo === null || seat === null || people[seat - 1]?.kind !== 'person') return null;
  const mine = [seat, ...otherSeats(people, seat)];
  return mine.some((each) => each === undo || agreed.includes(each)) ? null : undo;
}
