/** A line of the log as a sentence, from the texts that the server uses as well. */

import { readChance, readMove, type Move } from '../game/moves.ts';
import type { ViewSight } from '../server/types';

export type Sentences = {
  wild: string;
  wild_as: string;
  events: Record<string, string>;
  /** The same as the seat is told that an event is about. */
  events_me: Record<string, string>;
  refused: Record<string, string>;
};

/** A line in words: as everybody is told, as the seat is told that it is about, and that seat (0 for none). */
export type Told = { words: string; mine: string; seat: number };

export function filled(text: string, parts: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''));
}

/** English says "an 8" and "an 11". */
const withArticle = (card: string): string => (/^(8|11)/.test(card) ? `an ${card}` : `a ${card}`);

/** `before` is what everybody could see before the line. */
export function narrate(before: ViewSight, line: string, names: readonly string[], texts: Sentences): Told {
  const word = (card: string): string => (card === 'wild' ? texts.wild : card.replace('W', texts.wild));
  const name = (seat: number): string => names[seat - 1] ?? '';
  const tell = (seat: number, key: string, parts: Record<string, string | number>): Told => {
    const all = { ...parts, a_card: withArticle(String(parts['card'] ?? '')) };
    const words = filled(texts.events[key] ?? key, all);
    return { words, mine: seat ? filled(texts.events_me[key] ?? key, all) : words, seat };
  };
  const { mover } = before;
  const chance = readChance(line);
  if (chance) return tell(chance.word === 'shuffle' ? 0 : mover, chance.word, { name: name(mover), die: word(chance.face) });
  const partner = before.seats[mover - 1]?.partner ?? null;
  const move = readMove(line, mover, partner);
  if (!move) return { words: line, mine: line, seat: mover };
  if (move.kind === 'play') return tell(mover, playKey(line, move), playParts(before, line, move, partner, name, word, texts));
  const actor = move.kind === 'act' ? Number(line[0]) : mover;
  const card = move.source?.zone === 'hand' ? word(move.source.card) : '';
  const owner = move.target?.zone === 'seat' ? move.target.seat : (move.other ?? 0);
  const pile = move.target?.zone === 'discard' ? move.target.pile : '';
  return tell(actor, keyOf(move), { name: name(actor), owner: owner ? name(owner) : '', card, pile });
}

function keyOf(move: Move): string {
  const keys: Partial<Record<Move['kind'], string>> = { discard: 'closing', toll: 'pay' };
  return move.act ?? keys[move.kind] ?? move.kind;
}

function playKey(line: string, move: Move): string {
  const zone = move.source?.zone ?? 'hand';
  if (line.startsWith('@')) return `bought_${zone}`;
  if (line.startsWith('P')) return `partner_${zone}`;
  return { hand: 'hand', stock: 'stock', discard: 'discard_play', die: 'die_card', coins: 'coin_card' }[zone];
}

function playParts(
  before: ViewSight,
  line: string,
  move: Move,
  partner: number | null,
  name: (seat: number) => string,
  word: (card: string) => string,
  texts: Sentences,
): Record<string, string | number> {
  const place = move.target?.zone === 'building' ? move.target.place : 0;
  const height = (before.building[place - 1]?.height ?? 0) + 1;
  const { source } = move;
  let owner = line.startsWith('P') ? (partner ?? before.mover) : before.mover;
  let card = String(height);
  if (source?.zone === 'hand') card = source.card;
  else if (source?.zone === 'stock' || source?.zone === 'discard') {
    owner = source.seat;
    const seat = before.seats[source.seat - 1];
    card = (source.zone === 'stock' ? seat?.top : seat?.discards[source.pile - 1]?.[0]) ?? '';
  }
  const pile = source?.zone === 'discard' ? source.pile : '';
  if (card.startsWith('W')) card = word(card) + filled(texts.wild_as, { card: height, a_card: withArticle(String(height)) });
  return { name: name(before.mover), owner: name(owner), card, pile, place };
}
