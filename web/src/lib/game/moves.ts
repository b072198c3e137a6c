/**
 * Reads the notation of moves and of chance: where a card comes from and where it goes. It knows no rules; the server says
 * what is legal.
 */

export type Source =
  | { zone: 'hand'; card: string }
  | { zone: 'stock'; seat: number }
  | { zone: 'discard'; seat: number; pile: number }
  | { zone: 'die' }
  | { zone: 'coins' };

export type Target = { zone: 'building'; place: number } | { zone: 'discard'; pile: number } | { zone: 'seat'; seat: number };

export type Kind = 'play' | 'discard' | 'extra' | 'gift' | 'toll' | 'stop' | 'pass' | 'act';

export type Move = { text: string; kind: Kind; source: Source | null; target: Target | null; act?: string; other?: number };

const PLAY = /^(P|@(\d))?(S|D(\d)|H([\dW$]+)|R|C)>(\d)$/;
const DISCARD = /^H([\dW$]+)([-+])(\d)$/;
const ACT = /^(\d):([a-z]+)(\d)?$/;

/** Reads a legal move, for the seat that may make it. */
export function readMove(text: string, seat: number, partner: number | null): Move | null {
  const play = PLAY.exec(text);
  if (play) {
    const [, whose, owner, what, pile, card, place] = play;
    const from = owner ? Number(owner) : whose === 'P' ? (partner ?? seat) : seat;
    const target: Target = { zone: 'building', place: Number(place) };
    let source: Source;
    if (what === 'R') source = { zone: 'die' };
    else if (what === 'C') source = { zone: 'coins' };
    else if (card) source = { zone: 'hand', card };
    else if (pile) source = { zone: 'discard', seat: from, pile: Number(pile) };
    else source = { zone: 'stock', seat: from };
    return { text, kind: 'play', source, target };
  }
  const discard = DISCARD.exec(text);
  if (discard) {
    const [, card = '', how, pile] = discard;
    const target: Target = { zone: 'discard', pile: Number(pile) };
    return { text, kind: how === '-' ? 'discard' : 'extra', source: { zone: 'hand', card }, target };
  }
  if (text.startsWith('R@')) {
    return { text, kind: 'gift', source: { zone: 'die' }, target: { zone: 'seat', seat: Number(text.slice(2)) } };
  }
  const act = ACT.exec(text);
  if (act) {
    const [, , word = '', other] = act;
    return { text, kind: 'act', source: null, target: null, act: word, ...(other ? { other: Number(other) } : {}) };
  }
  const plain: Record<string, Kind> = { T: 'toll', X: 'stop', '.': 'pass' };
  const kind = plain[text];
  return kind ? { text, kind, source: null, target: null } : null;
}

/** What chance brought: the face of a roll, or the cards in their new order. */
export type ChanceLine = { word: 'roll' | 'shuffle' | 'restock'; face: string; seat: number; order: string[] };

const CHANCE = /^(roll|shuffle|restock)(?: (.*))?$/;

/** Reads a line of chance; null for a move. Logs that everybody may see leave out the order of the cards. */
export function readChance(line: string): ChanceLine | null {
  const [, word, rest = ''] = CHANCE.exec(line) ?? [];
  const parts = rest.split(' ').filter(Boolean);
  if (word === 'roll') return { word, face: rest, seat: 0, order: [] };
  if (word === 'shuffle') return { word, face: '', seat: 0, order: parts };
  return word === 'restock' ? { word, face: '', seat: Number(parts[0]), order: parts.slice(1) } : null;
}

/** A name for a place on the table: for keys, focus and finding elements. */
export function sourceKey(source: Source): string {
  switch (source.zone) {
    case 'hand':
      return `hand-${source.card}`;
    case 'stock':
      return `stock-${source.seat}`;
    case 'discard':
      return `discard-${source.seat}-${source.pile}`;
    default:
      return source.zone;
  }
}

export function targetKey(target: Target): string {
  switch (target.zone) {
    case 'building':
      return `building-${target.place}`;
    case 'discard':
      return `own-discard-${target.pile}`;
    default:
      return `seat-${target.seat}`;
  }
}

/** Groups moves by their source. */
export function bySource(moves: Move[]): Map<string, Move[]> {
  const found = new Map<string, Move[]>();
  for (const move of moves) {
    if (!move.source) continue;
    const key = sourceKey(move.source);
    found.set(key, [...(found.get(key) ?? []), move]);
  }
  return found;
}

/** The places of a move, for highlighting. */
export function keysOf(move: Move): string[] {
  return [...(move.source ? [sourceKey(move.source)] : []), ...(move.target ? [targetKey(move.target)] : [])];
}
