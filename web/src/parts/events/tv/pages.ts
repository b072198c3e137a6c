/** The pages that the big screen shows in turn: as many tables and lines on each as can be read from ten metres. */

import type { EventSight, Standing, TableRow } from '../../../lib/events/events';

export type Page =
  | { kind: 'welcome' }
  | { kind: 'winners' }
  | { kind: 'both'; tables: TableRow[]; rows: Standing[]; of: number; n: number }
  | { kind: 'tables'; tables: TableRow[]; wide: boolean; of: number; n: number }
  | { kind: 'standings'; rows: Standing[]; of: number; n: number };

/** Lines of standings in a column. */
const LINES = 12;
const FEW_TABLES = 4;

/** The height between head and foot of the screen, in hundredths of its width; what is shown fills it, as large as can be. */
const ROOM = 43;
const GAP = 0.8;
const RESTING = 4;
const HEAD = 2.2;

/** How high a table can be where so many lie below each other. */
export const tableHeight = (tables: number, resting: boolean): number =>
  Math.min(14, (ROOM - (resting ? RESTING : 0) - GAP * (tables - 1)) / Math.max(1, tables));

/** How high a line of the standings can be. */
export const lineHeight = (lines: number): number => Math.min(4.6, (ROOM - HEAD) / Math.max(1, lines));
const MANY_TABLES = 40;

function parts<T>(all: T[], most: number): T[][] {
  const count = Math.max(1, Math.ceil(all.length / most));
  return Array.from({ length: count }, (_, n) => all.slice(n * most, (n + 1) * most));
}

export function pagesOf(sight: EventSight): Page[] {
  const game = sight.games.find((each) => each.game === sight.current);
  if (!game) return [{ kind: 'welcome' }];
  const over = sight.winners.length > 0;
  const { tables } = game;
  if (!over && tables.length <= FEW_TABLES) {
    return parts(sight.standings, LINES).map((rows, n, all) => ({ kind: 'both', tables, rows, of: all.length, n: n + 1 }));
  }
  const wide = tables.length <= MANY_TABLES;
  const seats = parts(tables, FEW_TABLES * (wide ? 2 : 3)).map((some, n, all): Page => ({ kind: 'tables', tables: some, wide, of: all.length, n: n + 1 }));
  const lines = parts(sight.standings, 2 * LINES).map((rows, n, all): Page => ({ kind: 'standings', rows, of: all.length, n: n + 1 }));
  return over ? [{ kind: 'winners' }, ...lines] : [...seats, ...lines];
}

/** The two columns of a page of standings; few lines stand in one, and larger. */
export function halves<T>(rows: T[]): [T[], T[]] {
  if (rows.length <= LINES) return [rows, []];
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
}
