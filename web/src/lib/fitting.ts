/** How large cards can be: all of the table on the screen, whatever its size and however many play. */

export type Fit = {
  /** The board lies on its side: piles on the left, one's own cards on the right. */
  wide: boolean;
  /** Columns of the other players. */
  columns: number;
  /** Widths of cards: one's own, the shared ones', and the others'. */
  card: number;
  centre: number;
  other: number;
  /** The others' cards are too small to be tapped one by one: their whole area is one target. */
  dense: boolean;
  /** Strips of lower cards that are seen of a discard pile. */
  strips: number;
};

const LARGEST = { usual: 104, large: 124, huge: 150 } as const;
const GAP = 6;
const TALL = 1.4;
/** Below this width a card is no target for a finger. */
export const FINGER = 44;

function rowsOf(others: number, columns: number, partner: boolean): { small: number; large: number } {
  return partner && columns > 1 && columns < others
    ? { small: Math.ceil((others - 1) / columns), large: 1 }
    : { small: Math.ceil(others / columns), large: 0 };
}

export function fit(
  width: number,
  height: number,
  others: number,
  options: { partner: boolean; seated: boolean; size: keyof typeof LARGEST; extras: boolean },
): Fit {
  const { seated, size, extras } = options;
  const most = LARGEST[size];
  const wide = seated && width > height * 1.35 && height < 520;
  const space = wide ? width * 0.5 : width;
  const roomy = Math.max(1, Math.floor(space / (5 * (FINGER + 3) + 14)));
  let columns: number;
  if (others <= roomy) columns = others;
  else if (others === 2 && !wide && height >= 480) columns = 1;
  else columns = others <= 2 ? others : others === 4 || options.partner ? 2 : Math.min(3, others);
  if (roomy >= 3 && others > roomy) columns = Math.min(others, Math.max(3, roomy));
  const { small, large } = rowsOf(others, columns, options.partner);
  const cell = (space - GAP * (columns - 1)) / columns - 12;
  const inline = columns === 1 && space < 500;
  const otherMost = Math.min((inline ? cell - 84 : cell) / 5 - 3, most * 0.62, seated ? most : most * 0.8);
  const other = Math.max(16, Math.min(otherMost, height * (seated ? 0.1 : 0.13)));
  const dense = other < FINGER - 1;
  const label = inline ? 6 : 30;
  const taken = small * (other * TALL + label + GAP) + large * (Math.max(other, FINGER) * TALL + 8 + GAP);
  const across = extras ? 5.9 : 5.15;
  if (wide) {
    const centre = Math.min(most, (space - GAP * 6) / across, (height - taken - 40) / TALL);
    const card = Math.min(most, (width - space - GAP * 6) / 5.15, (height - 40) / (2 * TALL + 0.9));
    return { wide, columns, card, centre, other, dense, strips: 2 };
  }
  const rows = seated ? 3 * TALL + 0.6 : TALL;
  const card = Math.max(34, Math.min(most, (space - GAP * 6) / across, (height - taken - (seated ? 74 : 50)) / rows));
  const strips = seated && height - taken - 74 > card * (rows + 0.5) ? 3 : 2;
  return { wide, columns, card, centre: card, other, dense, strips };
}
