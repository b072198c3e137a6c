/** Where the other players sit, and how their cards are arranged. */

/** Name above a row of piles, or beside it; or a square of discard piles beside the stock pile. */
export type Form = 'row' | 'inline' | 'square';

/** The draw pile, where it has a place in a row of seats. */
const DRAW = -1;

/** The possible rows of seats above the piles. Numbers count the others in the order of play, from our left; -1 is the draw pile. */
export function rowsOf(others: number): number[][][] {
  switch (others) {
    case 1:
      return [[[0]]];
    case 2:
      return [[[0, DRAW, 1]], [[0, 1]], [[0], [1]]];
    case 3:
      return [[[0, 1, 2]], [[1], [0, DRAW, 2]]];
    case 4:
      return [[[1, 2], [0, DRAW, 3]]];
    case 5:
      return [[[1, 2, 3], [0, DRAW, 4]]];
    default:
      return [[[1, 2, 3], [0, ...Array.from({ length: others - 4 }, (_, i) => i + 4)]]];
  }
}

/** How the seats of a row are drawn. */
export function formOf(row: number[], width: number): Form {
  if (row.length === 1) return 'row';
  return width / row.length >= 330 ? 'row' : 'square';
}
