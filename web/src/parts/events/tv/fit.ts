/** Fits text into a line: names differ in length and must not be cut off. */

/** Two lines of this size take the room of one; longer names than fit there are rare, and grow smaller. */
const HALF = 0.58;
const LEAST = 0.3;

export function fit(line: HTMLElement): () => void {
  const measure = (): void => {
    line.style.setProperty('--fit', '1');
    line.classList.remove('folded');
    const ratio = (line.clientWidth / Math.max(1, line.scrollWidth)) * 0.985;
    if (ratio >= 0.985) return;
    // folded at a word, each half can be short of the middle by a name or so
    const folded = Math.min(HALF, ratio * 1.6);
    line.classList.toggle('folded', ratio < HALF);
    line.style.setProperty('--fit', String(Math.max(LEAST, ratio < HALF ? folded : ratio)));
  };
  measure();
  const sizes = new ResizeObserver(measure);
  sizes.observe(line);
  const text = new MutationObserver(measure);
  text.observe(line, { characterData: true, childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    text.disconnect();
  };
}
