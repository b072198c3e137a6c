/** Fits text into a line: names differ in length and must not be cut off. */

/** Two lines of this size take the room of one. */
const HALF = 0.58;
const LEAST = 0.24;
const STEP = 0.03;

export function fit(line: HTMLElement): () => void {
  const set = (size: number): void => line.style.setProperty('--fit', String(size));

  const measure = (): void => {
    line.classList.remove('folded');
    line.style.removeProperty('max-height');
    set(1);
    const ratio = (line.clientWidth / Math.max(1, line.scrollWidth)) * 0.985;
    if (ratio >= 0.985) return;
    if (ratio >= HALF) {
      set(ratio);
      return;
    }
    const high = line.clientHeight;
    line.classList.add('folded');
    line.style.maxHeight = `${high}px`;
    for (let size = HALF; size >= LEAST; size -= STEP) {
      set(size);
      if (line.scrollHeight <= high + 1 && line.scrollWidth <= line.clientWidth) return;
    }
  };
  measure();
  const sizes = new ResizeObserver(measure);
  sizes.observe(line.parentElement ?? line);
  const text = new MutationObserver(measure);
  text.observe(line, { characterData: true, childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    text.disconnect();
  };
}
