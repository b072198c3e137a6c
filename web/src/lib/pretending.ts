/** How the table will probably look after a tapped move, until the server says how it does. Nothing is decided here. */

import { readMove } from './moves';
import type { SeatSight, ViewSight } from './types';

const TOP = 12;

export function pretend(view: ViewSight, text: string, seat: number, partner: number | null): ViewSight {
  const move = readMove(text, seat, partner);
  if (!move?.source) return { ...view, legal: [] };
  const seats = view.seats.map((each): SeatSight => ({ ...each, discards: each.discards.map((pile) => [...pile]) }));
  let hand = [...view.hand];
  let card: string | null = null;
  const source = move.source;
  if (source.zone === 'hand') {
    card = source.card;
    const at = hand.indexOf(card);
    hand = hand.filter((_, i) => i !== at);
    const mine = seats[seat - 1];
    if (mine) mine.cards -= 1;
  } else if (source.zone === 'stock') {
    const owner = seats[source.seat - 1];
    if (owner) {
      card = owner.top;
      owner.stock -= 1;
      owner.top = owner.stock ? '?' : null;
    }
  } else if (source.zone === 'discard') {
    card = seats[source.seat - 1]?.discards[source.pile - 1]?.shift() ?? null;
  }
  const building = view.building.map((pile) => ({ ...pile }));
  if (move.target?.zone === 'building') {
    const pile = building[move.target.place - 1];
    if (pile) {
      pile.height = Math.min(TOP, pile.height + 1);
      pile.top = card;
    }
  } else if (move.target?.zone === 'discard' && card) {
    seats[seat - 1]?.discards[move.target.pile - 1]?.unshift(card);
  }
  return { ...view, seats, hand, building, legal: [] };
}
