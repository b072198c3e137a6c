/** Computes the largest card sizes at which the whole table fits on the screen, for any screen size and number of players. */

export type Fit = {
  /**
   * Layout of the board: everything stacked; the other players beside the rest, where there is room;
   * or, on a phone in landscape, the other players and the piles beside your own cards.
   */
  shape: 'stacked' | 'beside' | 'lying';
  /** Columns of other players; in a single column on a narrow screen, names stand beside the cards. */
  columns: number;
  inline: boolean;
  /** Card widths: your own, the building piles', and the other players'. */
  card: number;
  centre: number;
  other: number;
  /** The partner's cards have a row of their own, large enough to be tapped. */
  partner: boolean;
  /** The other players' cards are too small to be tapped one by one: each player's whole area is one target. */
  dense: boolean;
  /** How many covered cards of a discard pile are shown as strips: in your own piles and in the others'. */
  strips: number;
  otherStrips: number;
};

export type Wishes = {
  seated: boolean;
  partner: boolean;
  /** Cards of other players can be played, too. */
  reach: boolean;
  /** The middle also holds a die or coins. */
  extras: boolean;
  size: 'usual' | 'large' | 'huge';
};

type Room = { width: number; height: number; others: number };

const LARGEST = { usual: 136, large: 152, huge: 176 } as const;
/** Size of other players' cards relative to your own. */
const SMALLER = 0.68;
const GAP = 6;
const TALL = 1.4;
const STRIP = 0.27;
/** Below this width, in pixels, a card is too small a target for a finger. */
export const FINGER = 44;
const LEAST_OTHER = 16;
/** How much larger the top of a stock pile is drawn among cards that are too small for a finger. */
const STOCK = 1.3;
/** Below this card width, the strip of a covered card cannot be read. */
const READABLE = 40;
/** Cards per row: of a player, and in the middle, where a die or coins take less room than a card. */
const ROW = 5;
const WITH_EXTRAS = 5.9;
/** The height of your own cards and the building piles in card heights, and of the texts between them in pixels. */
const OWN_ROWS = 3 * TALL + 2 * STRIP + 0.21;
const OWN_WORDS = 78;
/** From this width on, the other players fit beside your own cards. */
const ROOMY = 700;

export function fit(width: number, height: number, others: number, wishes: Wishes): Fit {
  const room = { width, height, others };
  const lying = wishes.seated && width > height * 1.35 && height < 520;
  const found = [...(lying ? layIt(room, wishes) : stack(room, wishes))];
  if (wishes.seated && !lying && width >= ROOMY) found.push(...putBeside(room, wishes));
  const first = found[0] as Fit;
  const { layout } = found.reduce(
    (best, layout) => {
      const score = worth(layout, room, wishes);
      return score > best.score ? { layout, score } : best;
    },
    { layout: first, score: worth(first, room, wishes) },
  );
  return { ...layout, card: Math.max(30, layout.card), centre: Math.max(30, layout.centre) };
}

/** Other players above the piles, your own cards below; spectators have none. */
function* stack(room: Room, wishes: Wishes): Generator<Fit> {
  const { width, height } = room;
  const most = LARGEST[wishes.size];
  for (const { taken, ...others } of above(room, width - 12, wishes)) {
    const tall = (height - taken - (wishes.seated ? OWN_WORDS : 44)) / (wishes.seated ? OWN_ROWS : TALL);
    const card = Math.min(most, (width - 12 - GAP * 4 - 6) / ROW, tall);
    yield { shape: 'stacked', ...others, card, centre: middle(card, width - 12, wishes), strips: tall > card * 1.08 ? 3 : 2 };
  }
}

/** Other players above the piles on the left, your own cards on the right. */
function* layIt(room: Room, wishes: Wishes): Generator<Fit> {
  const half = room.width / 2 - 12;
  const most = LARGEST[wishes.size];
  const card = Math.min(most, (half - GAP * 4 - 6) / ROW, (room.height - 44) / (2 * TALL + 2 * STRIP + 0.21));
  for (const { taken, ...others } of above(room, half, wishes)) {
    const tall = (room.height - taken - 36) / TALL;
    yield { shape: 'lying', ...others, card, centre: middle(Math.min(most, tall), half, wishes), strips: 2 };
  }
}

/** Other players in columns of their own. */
function* putBeside(room: Room, wishes: Wishes): Generator<Fit> {
  const { width, height, others } = room;
  const most = LARGEST[wishes.size];
  const tall = (height - OWN_WORDS) / OWN_ROWS;
  for (let columns = 1; columns <= Math.min(2, others); columns++) {
    const rows = Math.ceil(others / columns);
    for (let other = most * SMALLER; other >= FINGER; other -= 2) {
      const left = width - columns * (ROW * (other + 3) + 20) - 24;
      const card = Math.min(most, tall, (left - GAP * 4 - 6) / ROW);
      const strips = Math.floor(((height - 16) / rows - words(other, wishes) - GAP - other * TALL) / (other * STRIP));
      if (card < other || strips < 0) continue;
      yield {
        ...{ shape: 'beside', columns, inline: false, other, partner: false, dense: false },
        ...{ card, centre: middle(card, left, wishes), strips: tall > card * 1.08 ? 3 : 2, otherStrips: Math.min(2, strips) },
      };
    }
  }
}

/** The possible arrangements of the other players above the piles, and their height. */
function* above({ others }: Room, space: number, wishes: Wishes): Generator<Omit<Fit, 'shape' | 'card' | 'centre' | 'strips'> & { taken: number }> {
  for (let columns = 1; columns <= others; columns++) {
    for (const partner of wishes.partner && columns > 1 && columns < others ? [true, false] : [false]) {
      const inline = columns === 1 && space < 500;
      const cell = (space - GAP * (columns - 1)) / columns - 14;
      const widest = Math.min((inline ? cell - 84 : cell) / ROW - 3, LARGEST[wishes.size] * SMALLER);
      for (let other = widest; other >= Math.min(widest, LEAST_OTHER); other -= 3) {
        const otherStrips = other >= READABLE ? 1 : 0;
        const row = other * (TALL * (other < FINGER ? STOCK : 1) + STRIP * otherStrips) + (inline ? 20 : words(other, wishes)) + GAP;
        const large = partner ? Math.max(other, FINGER) * (TALL + STRIP) + 20 + GAP : 0;
        const taken = Math.ceil((partner ? others - 1 : others) / columns) * row + large;
        yield { columns, inline, other, partner, dense: other < FINGER, otherStrips, taken };
      }
    }
  }
}

/** Height of the name above the cards and the count below them: more beside large cards, and a tap target of its own above cards that are targets. */
function words(other: number, wishes: Wishes): number {
  return other < FINGER ? 40 : wishes.reach || wishes.partner ? FINGER + 18 : 48;
}

function middle(card: number, space: number, wishes: Wishes): number {
  return Math.min(card, (space - GAP * 5) / (wishes.extras ? WITH_EXTRAS : ROW));
}

/** Scores a layout: doubling a card is worth the same at any size, and your own cards count more than the others'. */
function worth(layout: Fit, room: Room, wishes: Wishes): number {
  const { card, centre, other, columns, shape } = layout;
  const space = shape === 'lying' ? room.width / 2 : room.width;
  const cell = shape === 'beside' ? ROW * other : (space - GAP * (columns - 1)) / columns - 26;
  const reached = wishes.reach && !layout.dense ? 0.12 : 0;
  // fingers need targets, names need room, and numerals must be readable
  const missed = Math.max(0, FINGER + 2 - Math.min(card, centre)) * 0.1;
  const cramped = Math.max(0, 98 - cell) * 0.015 + Math.max(0, 20 - other) * 0.03 + missed;
  return 2 * Math.log(Math.max(1, Math.min(card, centre * 1.2))) + Math.log(other) + reached + (wishes.partner && (layout.partner || !layout.dense) ? 0.3 : 0) - cramped;
}
