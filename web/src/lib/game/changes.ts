/** What has moved between two views of the table, found by comparing them, so that it works for play, undo and replay alike. */

import type { ViewSight } from '../server/types';

/** A card's move. Places are named as in `data-at`; without a face, the back is shown. */
export type Travel = { from: string; to: string; face: string | null; sweep?: boolean };
export type Payment = { from: string; to: string; coins: number };
export type Changes = {
  cards: Travel[];
  /** Cards drawn, by seat. */
  drawn: { seat: number; cards: number }[];
  paid: Payment[];
  /** Building piles that were completed and cleared away. */
  cleared: { place: number; face: string | null }[];
  shuffled: boolean;
  rolled: boolean;
};

const TOP = 12;
/** More changes than a few moves make: the position was jumped to, and nothing is animated. */
const MOST = 8;

type End = { at: string; face: string | null; seat?: number; building?: number };

export function changesBetween(before: ViewSight, after: ViewSight): Changes | null {
  if (before.seats.length !== after.seats.length) return null;
  const lost: End[] = [];
  const gained: End[] = [];
  const hands = after.seats.map((seat, i) => seat.cards - (before.seats[i]?.cards ?? 0));
  const cleared: Changes['cleared'] = [];
  after.seats.forEach((now, i) => {
    const seat = i + 1;
    const was = before.seats[i];
    if (!was) return;
    for (let n = now.stock; n < was.stock; n++) lost.push({ at: `stock-${seat}`, face: was.top, seat });
    for (let n = was.stock; n < now.stock; n++) gained.push({ at: `stock-${seat}`, face: now.top, seat });
    now.discards.forEach((pile, p) => {
      const old = was.discards[p] ?? [];
      const at = `discard-${seat}-${p + 1}`;
      for (let n = 0; n < old.length - pile.length; n++) lost.push({ at, face: old[n] ?? null, seat });
      for (let n = pile.length - old.length - 1; n >= 0; n--) gained.push({ at, face: pile[n] ?? null, seat });
    });
  });
  after.building.forEach((now, i) => {
    const was = before.building[i];
    if (!was || was.height === now.height) return;
    const place = i + 1;
    const at = `building-${place}`;
    if (now.height > was.height && now.height - was.height <= 4) {
      for (let n = was.height + 1; n <= now.height; n++) {
        gained.push({ at, face: n === now.height ? now.top : String(n), building: place });
      }
    } else if (was.height >= TOP - 1 && now.height <= 1) {
      cleared.push({ place, face: was.height === TOP ? was.top : String(TOP) });
      if (was.height < TOP) gained.push({ at, face: String(TOP), building: place });
      if (now.height === 1) gained.push({ at, face: now.top, building: place });
    } else if (was.height - now.height === 1 || now.height >= TOP - 1) {
      lost.push({ at, face: was.top ?? String(TOP), building: place });
    }
  });
  if (lost.length + gained.length > MOST) return null;
  const shuffled = after.draw > before.draw && after.aside < before.aside;
  const cards: Travel[] = [];
  const spent = hands.map(() => 0);
  const take = (from: (end: End) => boolean): End | undefined => {
    const at = lost.findIndex(from);
    return at < 0 ? undefined : lost.splice(at, 1)[0];
  };
  for (const end of gained.filter((each) => each.building)) {
    const standsIn = after.must_follow === end.building && before.must_follow !== end.building;
    let source = standsIn ? undefined : (take((e) => e.face === end.face && !e.building) ?? take((e) => !e.building));
    if (!source) {
      const at = standsIn
        ? after.die !== null && after.die_left < before.die_left
          ? 'die'
          : `coins-${before.mover}`
        : `hand-${before.mover}`;
      if (at.startsWith('hand')) spent[before.mover - 1] = (spent[before.mover - 1] ?? 0) + 1;
      source = { at, face: end.face };
    }
    const gone = cleared.some((each) => each.place === end.building) && after.building[(end.building ?? 0) - 1]?.height === 0;
    cards.push({ from: source.at, to: end.at, face: source.face ?? end.face, ...(gone ? { sweep: true } : {}) });
  }
  for (const end of gained.filter((each) => each.at.startsWith('discard'))) {
    const back = take((e) => e.building !== undefined);
    if (!back) spent[(end.seat ?? 1) - 1] = (spent[(end.seat ?? 1) - 1] ?? 0) + 1;
    cards.push({ from: back?.at ?? `hand-${end.seat}`, to: end.at, face: end.face });
  }
  for (const end of gained.filter((each) => each.at.startsWith('stock'))) {
    const back = take((e) => e.building !== undefined);
    cards.push(back ? { from: back.at, to: end.at, face: end.face } : { from: 'draw', to: end.at, face: null });
  }
  for (const end of lost) {
    // what is left has gone back to a hand: a move was undone
    const seat = end.seat ?? hands.findIndex((delta) => delta > 0) + 1;
    if (seat < 1 || (hands[seat - 1] ?? 0) <= 0) continue;
    cards.push({ from: end.at, to: `hand-${seat}`, face: end.face });
    spent[seat - 1] = (spent[seat - 1] ?? 0) - 1;
  }
  const drawn =
    shuffled || after.draw < before.draw
      ? hands
          .map((delta, i) => ({ seat: i + 1, cards: Math.min(5, delta + (spent[i] ?? 0)) }))
          .filter((each) => each.cards > 0)
      : [];
  return {
    cards,
    drawn,
    paid: payments(before, after),
    cleared: cleared.filter((each) => before.building[each.place - 1]?.height === TOP),
    shuffled,
    rolled: after.die !== null && (after.turn !== before.turn || before.die === null) && after.die_left > 0,
  };
}

function payments(before: ViewSight, after: ViewSight): Payment[] {
  const change: [string, number][] = [
    ...after.seats.map((seat, i): [string, number] => [`coins-${i + 1}`, seat.coins - (before.seats[i]?.coins ?? 0)]),
    ...after.building.map((pile, i): [string, number] => [`pot-${i + 1}`, pile.coins - (before.building[i]?.coins ?? 0)]),
  ];
  const payers = change.filter(([, coins]) => coins < 0);
  const paid: Payment[] = [];
  for (const [to, coins] of change) {
    let due = coins;
    while (due > 0 && payers[0]) {
      const [from, left] = payers[0];
      const part = Math.min(due, -left);
      paid.push({ from, to, coins: part });
      due -= part;
      if (part === -left) payers.shift();
      else payers[0] = [from, left + part];
    }
  }
  return paid;
}
