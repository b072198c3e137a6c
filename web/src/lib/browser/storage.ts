/** What this browser stores. Browsers may refuse to store anything; that is not an error. */

export function readStored<T>(key: string, usual: T): T {
  try {
    const kept = localStorage.getItem(`docena.${key}`);
    return kept === null ? usual : (JSON.parse(kept) as T);
  } catch {
    return usual;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined || value === null) localStorage.removeItem(`docena.${key}`);
    else localStorage.setItem(`docena.${key}`, JSON.stringify(value));
  } catch {
    // private windows may refuse; the value then lasts as long as the page
  }
}
