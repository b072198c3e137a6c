/** Who has played to a building pile last, found by comparing two views. */

import type { ViewSight } from '../server/types';

export type LastMove = { place: number; seat: number };

/** The last move after a change of the view: a new one, none after an undo, or the same as before. */
export function lastMove(before: ViewSight | null, after: ViewSight, known: LastMove | null): LastMove | null {
  if (!before || before.seats.length !== after.seats.length) return null;
  const higher = after.building.findIndex((pile, i) => pile.height > (before.building[i]?.height ?? 0));
  if (higher >= 0) return { place: higher + 1, seat: before.mover };
  return after.building.some((pile, i) => pile.height < (before.building[i]?.height ?? 0)) ? null : known;
}
