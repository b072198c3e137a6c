/** Where an entry is in a game: at which table and on which side, sitting out, or not there. */

import type { Game, TableRow } from '../../lib/events/events';

export type Place = { row: TableRow | null; side: number; rests: boolean };

export function whereabouts(game: Game, entry: number): Place {
  for (const row of game.tables) {
    const side = row.sides.findIndex((entries) => entries.includes(entry)) + 1;
    if (side) return { row, side, rests: false };
  }
  return { row: null, side: 0, rests: game.resting.includes(entry) };
}
