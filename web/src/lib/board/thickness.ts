/** The edge of a pile of cards: a few layers stand for all of them, so that 20 cards are thicker than 3. */

const CARDS_PER_LAYER = 4;
const MOST = 8;

/** Shadows to the right and below, in widths of a card. */
export function thickness(cards: number): string {
  if (cards < 2) return 'none';
  const layers = Math.min(MOST, 1 + Math.floor(cards / CARDS_PER_LAYER));
  const shadows = Array.from({ length: layers }, (_, i) => {
    const far = `calc(var(--w) * ${((i + 1) * 0.015).toFixed(3)})`;
    return `${far} ${far} 0 0 var(${i % 2 ? '--paper-edge' : '--back-2'})`;
  });
  const end = `calc(var(--w) * ${(layers * 0.015 + 0.02).toFixed(3)})`;
  return [...shadows, `${end} ${end} 5px 1px rgb(0 0 0 / 0.3)`].join(', ');
}
