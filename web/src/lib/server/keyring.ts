/** Keys of score pads and events: they stand after `#key=` in a link, which browsers do not send to servers, and are stored in this browser. */

import { call, Refusal } from './api';
import { randomText } from '../browser/random';
import { readStored, writeStored } from '../browser/storage';
import { router } from '../browser/router.svelte';

/** `role` is what the key is for, as 'pad', 'director' or 'table 3'; `seen` is when it was used last, in milliseconds. */
export type StoredKey = { id: string; key: string; title: string; role: string; seen: number };

const MOST = 100;
const TRIES = 3;
const BETWEEN = 700;

/** Takes the key out of the address, so that it cannot be read over a shoulder or from a screenshot. */
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

/** The header that authorises a request. */
export const withKey = (key: string | null): Record<string, string> => (key ? { Authorization: `Key ${key}` } : {});

/** A stored list of keys, with more data beside each key, such as totals. */
export class Keyring<More extends object = object> {
  readonly #list: string;

  constructor(list: 'pads' | 'events') {
    this.#list = list;
  }

  /** Most recently used first. */
  get all(): (StoredKey & Partial<More>)[] {
    return readStored<(StoredKey & Partial<More>)[]>(this.#list, []).sort((one, other) => other.seen - one.seen);
  }

  find(id: string, role?: string): (StoredKey & Partial<More>) | null {
    return this.all.find((held) => held.id === id && (role === undefined || held.role === role)) ?? null;
  }

  /** Adds or updates a key. */
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

/** An id for a request: the server carries out repeated requests with the same id only once. */
export const newAskId = (): string => randomText(12);

/** Sends a change; repeats it if the answer is lost. */
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
