/** What this browser remembers; a browser that keeps nothing is no fault. */

export function recall<T>(key: string, usual: T): T {
  try {
    const kept = localStorage.getItem(`docena.${key}`);
    return kept === null ? usual : (JSON.parse(kept) as T);
  } catch {
    return usual;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined || value === null) localStorage.removeItem(`docena.${key}`);
    else localStorage.setItem(`docena.${key}`, JSON.stringify(value));
  } catch {
    // private windows may refuse: then it lasts as long as the page
  }
}

/** Letters and digits that nobody guesses; works over plain http, where `crypto.subtle` does not. */
export function randomText(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...drawn)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
