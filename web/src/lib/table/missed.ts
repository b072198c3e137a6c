/** Moves that were undone while a player was away: how many the player knows of is stored in the browser. */

import { readStored, writeStored } from '../browser/storage';
import type { TableSight } from '../server/types';

type Known = { game: number; undone: number };
/** As many tables as seats are stored. */
const MOST = 50;

/** How many moves of the present game have been taken back since this browser last saw the table. */
export function missedMoves({ id, game, undone, phase }: TableSight): number {
  const known = readStored<Record<string, Known>>('undone', {})[id];
  return known?.game === game && phase === 'playing' ? Math.max(0, undone - known.undone) : 0;
}

export function noteUndone({ id, game, undone }: TableSight): void {
  const { [id]: before, ...others } = readStored<Record<string, Known>>('undone', {});
  if (before?.game === game && before.undone === undone) return;
  writeStored('undone', { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [id]: { game, undone } });
}
