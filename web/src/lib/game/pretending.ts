/** A guess at how the table looks after a move, shown until the server answers. Nothing is decided here. */

import { readMove } from './moves';
import type { SeatSight, ViewSight } from '../server/types';

const TOP = 12;

export function pretend(view: ViewSight, text: string, seat: number, partner: number | null): ViewSight {
  const move = readMove(text, seat, partner);
  if (!move?.source) return { ...view, legal: [], ...(move?.kind === 'toll' || move?.kind === 'stop' ? { toll: 0 } : {}) };
  const seats = view.seats.map((each): SeatSight => ({ ...each, discards: each.discards.map((pile) => [...pile]) }));
  const mine = seats[seat - 1];
  let hand = [...view.hand];
  let card: string | null = null;
  let dieLeft = view.die_left;
  const source = move.source;
  if (source.zone === 'hand') {
    card = source.card;
    const at = hand.indexOf(card);
    hand = hand.filter((_, i) => i !== at);
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
  } else if (source.zone === 'die') dieLeft = Math.max(0, dieLeft - 1);
  if (move.kind === 'extra') dieLeft = Math.max(0, dieLeft - 1);
  const building = view.building.map((pile) => ({ ...pile }));
  let follow = source.zone === 'die' || source.zone === 'coins' ? view.must_follow : null;
  if (move.target?.zone === 'building') {
    const pile = building[move.target.place - 1];
    if (pile) {
      pile.height = pile.height >= TOP ? 1 : pile.height + 1;
      pile.top = card;
      pile.cards = [...(card === null ? [] : [card]), ...(pile.height === 1 ? [] : pile.cards)];
      if (source.zone === 'coins' && mine) {
        mine.coins -= pile.height;
        pile.coins += pile.height;
      }
      if (card === null) follow = move.target.place;
    }
  } else if (move.target?.zone === 'discard' && card) {
    mine?.discards[move.target.pile - 1]?.unshift(card);
  }
  return { ...view, seats, hand, building, die_left: dieLeft, must_follow: follow, toll: 0, legal: [] };
}
