/** What this browser remembers; a browser that keeps nothing is no fault. */

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
    // private windows may refuse: then it lasts as long as the page
  }
}
