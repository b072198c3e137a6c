/** Keys of score pads and events: they come behind `#key=` in a link, which no server is sent, and are kept in this browser. */

import { call, Refusal } from './api';
import { randomText } from '../browser/random';
import { readStored, writeStored } from '../browser/storage';
import { router } from '../browser/router.svelte';

/** `role` is what the key is for, as 'pad', 'director' or 'table 3'; `seen` is when it was used last, in milliseconds. */
export type StoredKey = { id: string; key: string; title: string; role: string; seen: number };

const MOST = 100;
const TRIES = 3;
const BETWEEN = 700;

/** The key in the address; it is taken out of there, so that nobody reads it over a shoulder or in a picture of the screen. */
export function takeKey(): string | null {
  const parts = new URLSearchParams(location.hash.slice(1));
  const key = parts.get('key');
  if (!key) return null;
  parts.delete('key');
  const rest = parts.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
  router.hash = location.hash;
  return key;
}

/** What goes with a request to show that one may. */
export const withKey = (key: string | null): Record<string, string> => (key ? { Authorization: `Key ${key}` } : {});

/** One list of keys; what belongs to it besides, as totals, is kept beside them. */
export class Keyring<More extends object = object> {
  readonly #list: string;

  constructor(list: 'pads' | 'events') {
    this.#list = list;
  }

  /** Those that were used last come first. */
  get all(): (StoredKey & Partial<More>)[] {
    return readStored<(StoredKey & Partial<More>)[]>(this.#list, []).sort((one, other) => other.seen - one.seen);
  }

  find(id: string, role?: string): (StoredKey & Partial<More>) | null {
    return this.all.find((held) => held.id === id && (role === undefined || held.role === role)) ?? null;
  }

  /** Adds a key, or what is new about it. */
  hold(held: Omit<StoredKey, 'seen'> & Partial<More>): void {
    const before = this.find(held.id, held.role);
    const others = this.all.filter((each) => each.id !== held.id || each.role !== held.role);
    writeStored(this.#list, [{ ...before, ...held, seen: Date.now() }, ...others].slice(0, MOST));
  }

  drop(id: string, role?: string): void {
    const others = this.all.filter((held) => held.id !== id || (role !== undefined && held.role !== role));
    writeStored(this.#list, others);
  }
}

/** A name for an ask: sent again under the same name, it is done once. */
export const newAskId = (): string => randomText(12);

/** Asks for a change; if the answer is lost it is sent again. */
export async function askFor<Ask extends { do: string; ask: string }>(path: string, key: string, body: Ask): Promise<{ seq: number }> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await call('POST', path, body, withKey(key));
    } catch (error) {
      const lost = error instanceof Refusal && error.reason === 'offline';
      if (!lost || left <= 1) throw error;
      await new Promise((later) => setTimeout(later, BETWEEN));
    }
  }
}
