/** How large cards can be: all of the table on the screen, whatever its size and however many play. */

export type Fit = {
  /** The board lies on its side: piles on the left, one's own cards on the right. */
  wide: boolean;
  /** Columns of the other players; one column on a narrow screen has names beside the cards. */
  columns: number;
  inline: boolean;
  /** Widths of cards: one's own, the shared ones', and the others'. */
  card: number;
  centre: number;
  other: number;
  /** The partner's side has a row of its own, with cards that can be tapped. */
  partner: boolean;
  /** The others' cards are too small to be tapped one by one: their whole area is one target. */
  dense: boolean;
  /** Strips of lower cards that are seen of a discard pile: of one's own, and of the others'. */
  strips: number;
  otherStrips: number;
};

export type Wishes = {
  seated: boolean;
  partner: boolean;
  /** The others' cards can be played, too. */
  reach: boolean;
  /** Besides the piles a die or coins lie in the middle. */
  extras: boolean;
  size: 'usual' | 'large' | 'huge';
};

const LARGEST = { usual: 124, large: 140, huge: 170 } as const;
const GAP = 6;
const TALL = 1.4;
const STRIP = 0.27;
/** Below this width a card is no target for a finger. */
export const FINGER = 44;
const LEAST_OTHER = 16;

export function fit(width: number, height: number, others: number, wishes: Wishes): Fit {
  const { seated, size } = wishes;
  const most = LARGEST[size];
  const wide = seated && width > height * 1.35 && height < 520;
  const space = (wide ? width / 2 : width) - 12;
  const across = wishes.extras ? 5.9 : 5;
  let best: { score: number; fit: Fit } | null = null;
  for (let columns = 1; columns <= others; columns++) {
    for (const partner of wishes.partner && columns > 1 && columns < others ? [true, false] : [false]) {
      const inline = columns === 1 && space < 500;
      const cell = (space - GAP * (columns - 1)) / columns - 14;
      const widest = Math.min((inline ? cell - 84 : cell) / 5 - 3, most * 0.62);
      for (let other = widest; other >= Math.min(widest, LEAST_OTHER); other -= 3) {
        const dense = other < FINGER;
        const otherStrips = other >= 30 ? 1 : 0;
        const row = other * (TALL + STRIP * otherStrips) + (inline ? 20 : 40) + GAP;
        const large = partner ? Math.max(other, FINGER) * (TALL + STRIP) + 20 + GAP : 0;
        const taken = Math.ceil((partner ? others - 1 : others) / columns) * row + large;
        const rows = wide ? TALL : seated ? 3 * TALL + 2 * STRIP + 0.21 : TALL;
        const tall = (height - taken - (wide ? 36 : seated ? 78 : 44)) / rows;
        const narrow = ((wide ? width / 2 : width) - 12 - GAP * 4 - 6) / 5;
        const card = wide ? Math.min(most, narrow, (height - 44) / (2 * TALL + 2 * STRIP + 0.21)) : Math.min(most, narrow, tall);
        const centre = Math.min(wide ? Math.min(most, tall) : card, (space - GAP * 5) / across);
        const reached = wishes.reach && !dense ? 25 : 0;
        // names need room, and numerals that can be read
        const cramped = Math.max(0, 98 - cell) * 2 + Math.max(0, 20 - other) * 4;
        const score = Math.min(card, centre * 1.2) * 3 + Math.min(other, 64) + reached + (partner ? 35 : 0) - cramped;
        if (best && score <= best.score) continue;
        const strips = !wide && tall > card * 1.08 ? 3 : 2;
        best = {
          score,
          fit: { wide, columns, inline, card: Math.max(30, card), centre: Math.max(30, centre), other, partner, dense, strips, otherStrips },
        };
      }
    }
  }
  return (best as { fit: Fit }).fit;
}
