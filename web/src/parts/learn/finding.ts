/** Finds words in the rules, ignoring accents and case. */

export type Piece = { text: string; link?: boolean; found?: boolean };

/** Removes accents letter by letter, so that positions in both texts are the same. */
export function bare(text: string): string {
  return Array.from(text, (letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('');
}

export function matches(wanted: string, number: string, text: string): boolean {
  const sought = bare(wanted.trim());
  return !sought || number === sought || bare(text).includes(sought);
}

/** Splits a text into clause numbers, matches, and the rest. */
export function pieces(text: string, wanted: string, numbers: Set<string>): Piece[] {
  return text
    .split(/(\b\d{1,2}\.\d{1,2}\b)/)
    .filter(Boolean)
    .flatMap((part): Piece[] => (numbers.has(part) ? [{ text: part, link: true }] : marked(part, bare(wanted.trim()))));
}

function marked(text: string, sought: string): Piece[] {
  if (sought.length < 2) return [{ text }];
  const plain = bare(text);
  const found: Piece[] = [];
  let from = 0;
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, from)) {
    if (at > from) found.push({ text: text.slice(from, at) });
    from = at + sought.length;
    found.push({ text: text.slice(at, from), found: true });
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}
