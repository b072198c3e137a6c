/** Random text from the browser; it works over plain http, where `crypto.subtle` does not. */

/** Letters and digits that nobody can guess. */
export function randomText(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...drawn)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
