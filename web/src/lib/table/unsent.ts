/** A move that the server has not confirmed yet is kept in the browser, so that it is not lost when the page is loaded again. */

import { readStored, writeStored } from '../browser/storage';

type Unsent = { table: string; body: Record<string, unknown> };
const KEY = 'unsent';

export function keepUnsent(table: string, body: Record<string, unknown>): void {
  writeStored(KEY, { table, body } satisfies Unsent);
}

/** It has been answered. */
export function dropUnsent(id: string): void {
  if (readStored<Unsent | null>(KEY, null)?.body['id'] === id) writeStored(KEY, null);
}

/** What this browser still wanted to play at a table; the server knows by its id whether it has. */
export function unsentAt(table: string): Record<string, unknown> | null {
  const kept = readStored<Unsent | null>(KEY, null);
  return kept?.table === table ? kept.body : null;
}
