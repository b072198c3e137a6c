/** Computes the largest card sizes at which the whole table fits on the screen, for any screen size and number of players. */

import { formOf, rowsOf, type Form } from './seating';

export type Fit = {
  /**
   * Everything in rows; people around a table whose middle are the piles; or, on a phone on its side, others and piles
   * on one half and your own cards on the other.
   */
  shape: 'stacked' | 'round' | 'lying';
  /** Card widths: hand, own stock pile and discard piles, building piles, draw pile. */
  hand: number;
  stock: number;
  own: number;
  pile: number;
  draw: number;
  /** The other players, in the order of play from our left. */
  seats: { row: number; form: Form; card: number }[];
  /** Where the draw pile lies: among the seats of a row, beside the building piles, or in the line above the hand. */
  drawAt: number | 'piles' | 'lane';
  /** Own piles and hand lie side by side. */
  oneRow: boolean;
  /** How many covered cards of a discard pile are shown as strips. */
  strips: number;
  lane: number;
};

export type Wishes = {
  seated: boolean;
  /** Which of the other players is the partner, whose cards should be large enough to be tapped. */
  partner: number | null;
  /** Cards of other players can be played, too. */
  reach: boolean;
  /** How much larger letters are. */
  letters: number;
  /** The height of a row of buttons below the hand; 0 if there is none. */
  buttons: number;
  /** Something always stands in the line above the hand. */
  line: boolean;
};

/** Below this width, in pixels, a card is too small a target for a finger. */
export const FINGER = 44;
/** Below this width, a card shows nothing but its number. */
export const SIMPLE = 56;
/** How much larger the stock pile of a seat is drawn than its discard piles. */
export const STOCK = { row: 1.16, inline: 1.16, square: 1.5 } as const;

const TALL = 1.4;
export const STRIP = 0.3;
const GAP = 7;
const EDGE = 14;
/** Where a card is shown in a ring: the ring's height in widths of the card. */
const RING_HIGH = 1.6;
/** The sizes of a phone, as shares of the width of a card of the hand. */
const STACKED = { own: 0.894, pile: 1.045, row: 0.88, square: 0.38 } as const;
/** On a tablet the draw pile lies beside smaller building piles. */
const TABLET = { from: 600, pile: 0.8 } as const;
/** How wide the building piles are together, and with the draw pile, in widths of a card in a ring. */
const PILES = { alone: 4 * 1.2, beside: 4 * 1.2 + 0.6 + 1.2 * 0.86 } as const;
/** The sizes of a table with people around it. */
const ROUND = { own: 0.74, stock: 1.072, pile: 0.91, row: 0.58, rows: 0.42, square: 0.43, wide: 9.6, mine: 1.72 } as const;
const LARGEST = { stacked: 150, round: 208 } as const;
const SMALLEST = 26;
const RELATIVE = [1.6, 1.3, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42];
/** How much larger the piles in the middle of a round table can be. */
const MIDDLE = [1, 1.15, 1.3, 1.5];
const STRIPS = [2, 1, 0];
/** Below this width of a card, covered cards are shown less so that cards get this much larger. */
const CRAMPED = 66;
const WORTH_A_STRIP = 1.05;
const ROUND_FROM = 860;
/** A phone on its side is lower than this. */
const LYING = 520;
/** People around the table look better than rows of the same size. */
const ROUNDER = 1.2;

export function fit(width: number, height: number, others: number, wishes: Wishes): Fit {
  const candidates: Fit[] = [];
  for (const share of RELATIVE) {
    if (width >= ROUND_FROM) for (const middle of MIDDLE) candidates.push(round(width, height, others, wishes, share, middle));
    if (width > height && height < LYING) candidates.push(lying(width, height, others, wishes, share));
    for (const rows of rowsOf(others)) {
      candidates.push(stacked(width, height, others, wishes, share, rows, false));
      if (others === 1) candidates.push(stacked(width, height, others, wishes, share, rows, true));
    }
  }
  return candidates.reduce((best, each) => (worth(each, wishes) > worth(best, wishes) ? each : best));
}

/** The height of a seat beside its cards, and in widths of its cards. */
function tallness(form: Form, letters: number, desk: boolean): { fixed: number; cards: number } {
  const larger = Math.min(letters, 1.2);
  const count = 12;
  if (form === 'inline') return { fixed: count, cards: TALL * STOCK.inline + 0.1 };
  if (form === 'square') return { fixed: (desk ? 46 : 26) * larger + 14 + count, cards: Math.max(TALL * STOCK.square, 2 * TALL + 0.12) };
  return { fixed: (desk ? 54 : 46) * larger + count, cards: TALL + STRIP };
}

/** The width of a seat in widths of its cards, and what is added to it. */
function wideness(form: Form): { fixed: number; cards: number } {
  if (form === 'square') return { fixed: 12, cards: STOCK.square + 2 + 0.45 };
  return { fixed: form === 'inline' ? 104 : 4, cards: STOCK.row + 4 + 0.56 };
}

function pileHigh(letters: number): { fixed: number; cards: number } {
  return { fixed: 25 * Math.min(letters, 1.2), cards: RING_HIGH + 0.06 };
}

function laneOf(wishes: Wishes, height: number, desk: boolean): number {
  if (!wishes.line) return 56 * Math.min(wishes.letters, 1.2);
  if (!wishes.seated) return 60 * Math.min(wishes.letters, 1.2);
  return (desk ? 64 : height < 660 ? 64 : 72) * Math.min(wishes.letters, 1.2);
}

/** Rows of seats above the piles, your own cards below. */
function stacked(width: number, height: number, others: number, wishes: Wishes, share: number, rows: number[][], inline: boolean): Fit {
  const space = width - EDGE;
  const lane = laneOf(wishes, height, width >= 700);
  const oneRow = wishes.seated && width >= ROUND_FROM;
  const beside = width >= TABLET.from && !rows.some((row) => row.includes(-1));
  const roomy = width >= TABLET.from;
  const pile = beside ? TABLET.pile : STACKED.pile;
  const most = Math.min(LARGEST.stacked, oneRow ? space / ROUND.wide : (space - 16) / 5, (space - 12) / ((beside ? PILES.beside : PILES.alone) * pile));
  const sizes = rows.map((row) => {
    const form = inline ? 'inline' : formOf(row, width);
    const { fixed, cards } = wideness(form);
    const cell = (space - 6 * (row.length - 1)) / row.length - fixed;
    return { form, widest: cell / cards };
  });
  const relative = (form: Form): number => share * (form === 'square' ? STACKED.square : STACKED.row);
  const piles = pileHigh(wishes.letters);
  let best: { hand: number; strips: number } = { hand: 0, strips: 1 };
  for (const strips of STRIPS) {
    const mine = oneRow ? ROUND.mine : wishes.seated ? (TALL + STRIP * strips) * STACKED.own + TALL + 0.16 : 0;
    const own = wishes.seated ? 16 : 0;
    // what the seats take grows with the hand until their rows are full
    const taken = (hand: number): number =>
      lane + wishes.buttons + own + piles.fixed + hand * (piles.cards * pile + mine) + GAP * (rows.length + 3) +
      sizes.reduce((sum, { form, widest }) => {
        const { fixed, cards } = tallness(form, wishes.letters, roomy);
        return sum + fixed + cards * Math.min(widest, hand * relative(form));
      }, 0);
    const hand = largest(most, (size) => taken(size) <= height);
    if (best.hand < CRAMPED && hand > best.hand * WORTH_A_STRIP) best = { hand, strips };
  }
  const { hand, strips } = best;
  const middle = rows.findIndex((row) => row.includes(-1));
  const high = (row: number): number => {
    const { form, widest } = sizes[row] ?? { form: 'square' as const, widest: hand };
    const { fixed, cards } = tallness(form, wishes.letters, roomy);
    return fixed + cards * Math.min(widest, hand * relative(form));
  };
  const seats = Array.from({ length: others }, (_, i) => {
    const row = rows.findIndex((each) => each.includes(i));
    const { form, widest } = sizes[row] ?? { form: 'row' as const, widest: hand };
    return { row, form, card: Math.min(widest, hand * relative(form)) };
  });
  return {
    ...{ shape: 'stacked', hand, own: hand * (oneRow ? ROUND.own : STACKED.own), pile: hand * pile, seats, lane, strips, oneRow },
    stock: hand * (oneRow ? ROUND.stock : STACKED.own * STOCK.row),
    ...(beside ? { drawAt: 'piles', draw: hand * pile * 0.86 } : middle >= 0 ? { drawAt: middle, draw: Math.min(hand * 0.8, (high(middle) - 40) / TALL) } : { drawAt: 'lane', draw: Math.min(lane * 0.56, hand * 0.7) }),
  };
}

/** People around the table: one at each side of the piles where there are three or more, the rest above. */
function round(width: number, height: number, others: number, wishes: Wishes, share: number, larger: number): Fit {
  const space = width - 64;
  const pile = ROUND.pile * larger;
  const lane = laneOf(wishes, height, true);
  const sides = others >= 3;
  const above = sides ? others - 2 : others;
  const piles = pileHigh(wishes.letters);
  const row = share * (above > 1 ? ROUND.rows : ROUND.row);
  const square = share * ROUND.square;
  const across = wideness('row');
  const beside = wideness('square');
  const middle = pile * PILES.beside;
  const most = Math.min(
    LARGEST.round,
    wishes.seated ? space / ROUND.wide : Infinity,
    (space * 0.9 - above * (across.fixed + 48)) / (above * across.cards * row),
    sides ? (space - 60 - 2 * beside.fixed) / (middle + 2 * beside.cards * square) : space / middle,
  );
  const top = tallness('row', wishes.letters, true);
  const side = tallness('square', wishes.letters, false);
  const taken = (hand: number): number =>
    top.fixed + top.cards * row * hand - 10 +
    Math.max(piles.fixed + piles.cards * pile * hand, sides ? side.fixed + 14 + side.cards * square * hand : 0) +
    lane + wishes.buttons + (wishes.seated ? ROUND.mine * hand + 18 : 0) + GAP * 4;
  const hand = largest(most, (size) => taken(size) <= height);
  const seats = Array.from({ length: others }, (_, i): Fit['seats'][number] => {
    const flank = sides && (i === 0 || i === others - 1);
    return flank ? { row: 1, form: 'square', card: hand * square } : { row: 0, form: 'row', card: hand * row };
  });
  return {
    ...{ shape: 'round', hand, stock: hand * ROUND.stock, own: hand * ROUND.own, pile: hand * pile, draw: hand * pile * 0.86 },
    ...{ seats, drawAt: 'piles', oneRow: true, strips: 2, lane },
  };
}

/** Others and piles on the left half, your own cards on the right. */
function lying(width: number, height: number, others: number, wishes: Wishes, share: number): Fit {
  const half = width / (wishes.seated ? 2 : 1) - EDGE;
  const lane = laneOf(wishes, height, false);
  const rows = others === 1 ? [[0]] : others <= 3 ? [Array.from({ length: others }, (_, i) => i)] : [[1, 2, 3, 4].slice(0, others - 2), [0, others - 1]];
  const piles = pileHigh(wishes.letters);
  const most = Math.min(LARGEST.stacked, (half - 16) / 5);
  const own = (TALL + STRIP) * STACKED.own + TALL + 0.16;
  const hand = largest(most, (size) => lane + wishes.buttons + 16 + own * size + GAP * 3 <= height);
  const sizes = rows.map((row) => {
    const form: Form = others === 1 ? 'inline' : 'square';
    const { fixed, cards } = wideness(form);
    return { form, card: Math.min(((half - 6 * (row.length - 1)) / row.length - fixed) / cards, hand * share) };
  });
  const above = sizes.reduce((sum, { form, card }) => {
    const { fixed, cards } = tallness(form, wishes.letters, false);
    return sum + fixed + cards * card + GAP;
  }, 0);
  const pile = Math.min((half - 12) / PILES.alone, (height - above - piles.fixed - GAP * 2) / piles.cards, hand * 1.15);
  const seats = Array.from({ length: others }, (_, i) => {
    const row = Math.max(0, rows.findIndex((each) => each.includes(i)));
    return { row, form: sizes[row]?.form ?? 'square', card: sizes[row]?.card ?? SMALLEST };
  });
  return {
    ...{ shape: 'lying', hand, own: hand * STACKED.own, stock: hand * STACKED.own * STOCK.row, pile, draw: Math.min(lane * 0.56, hand * 0.7) },
    ...{ seats, drawAt: 'lane', oneRow: false, strips: 1, lane },
  };
}

/** The largest size, in half pixels, for which something holds that holds for all smaller ones. */
function largest(most: number, holds: (size: number) => boolean): number {
  let low = SMALLEST;
  let high = Math.max(SMALLEST, most);
  if (holds(high)) return high;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Scores a layout: doubling a card is worth the same at any size, and your own cards count most. */
function worth(layout: Fit, wishes: Wishes): number {
  const { hand, pile, seats, shape } = layout;
  const log = (size: number): number => Math.log(Math.max(1, size));
  const other = seats.reduce((sum, { card }) => sum + log(card), 0) / Math.max(1, seats.length);
  const missed = Math.max(0, FINGER + 2 - Math.min(hand * 0.89, pile)) * 0.1 + seats.reduce((sum, { card }) => sum + Math.max(0, 20 - card) * 0.05, 0);
  const friend = wishes.partner === null ? undefined : seats[wishes.partner];
  const reached = (wishes.reach && seats.every(({ card }) => card >= FINGER) ? 0.15 : 0) + (friend && friend.card >= FINGER ? 0.9 : 0);
  return 2 * log(Math.min(hand, 150)) + log(pile) + 0.8 * other + reached + (shape === 'round' ? ROUNDER : 0) - missed;
}
