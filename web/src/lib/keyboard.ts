/** Keys of the table: the hand on the row of digits, building piles and discard piles on the rows below, as they lie. */

export const BUILDING_KEYS = ['KeyA', 'KeyS', 'KeyD', 'KeyF'];
export const DISCARD_KEYS = ['KeyZ', 'KeyX', 'KeyC', 'KeyV'];
export const STOCK_KEY = 'KeyQ';
export const DIE_KEY = 'KeyW';
export const COINS_KEY = 'KeyE';

/** Whether a key is meant for a field or a sheet rather than for the table. */
export function elsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement | null;
  return !!target?.closest('input, textarea, select, dialog, [contenteditable]') || document.querySelector('dialog[open]') !== null;
}

/** Arrow keys: along a zone, or to the nearest place in the next zone. */
export function wander(root: HTMLElement, event: KeyboardEvent): boolean {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('button');
  if (!step || !from || !root.contains(from)) return false;
  const [dx = 0, dy = 0] = step;
  const here = middle(from);
  const zone = from.closest('[data-zone]');
  let best: { element: HTMLElement; far: number } | null = null;
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone] button')) {
    if (element === from) continue;
    const there = middle(element);
    const x = there.x - here.x;
    const y = there.y - here.y;
    const same = element.closest('[data-zone]') === zone;
    const ahead = dx ? x * dx : y * dy;
    if (ahead < 4 || (dx && !same)) continue;
    const far = dx ? Math.abs(x) + 3 * Math.abs(y) : Math.abs(y) * (same ? 1 : 1) + Math.abs(x) * 1.5;
    if (!best || far < best.far) best = { element, far };
  }
  best?.element.focus();
  return best !== null;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
