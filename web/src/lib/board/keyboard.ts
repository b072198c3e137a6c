/** Keyboard control of the table: digits for the hand, the rows below for building piles and discard piles. */

import type { Slot } from './hand';

const BUILDING_KEYS = ['KeyA', 'KeyS', 'KeyD', 'KeyF'];
const DISCARD_KEYS = ['KeyZ', 'KeyX', 'KeyC', 'KeyV'];
const STOCK_KEY = 'KeyQ';
const DIE_KEY = 'KeyW';
const COINS_KEY = 'KeyE';
/** Sideways, arrow keys go to the end of a zone before they enter another. */
const ELSEWHERE = 10_000;

/** The place a key stands for: what can be played from it, what can be played to it, and its button. */
export type Press = { source: string | null; target: string | null; id: string };

/** What a key means for the player of a seat. */
export function pressOf(event: KeyboardEvent, seat: number, slots: Slot[], lies: { die: boolean; coins: boolean }): Press | null {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  const slot = digit && !event.shiftKey ? slots[Number(digit) - 1] : undefined;
  if (slot) return { source: `hand-${slot.face}`, target: null, id: `card-${slot.id}` };
  const building = BUILDING_KEYS.indexOf(event.code) + 1;
  if (building) return { source: null, target: `building-${building}`, id: `building-${building}` };
  const discard = DISCARD_KEYS.indexOf(event.code) + 1;
  const pile = `discard-${seat}-${discard}`;
  if (discard) return { source: pile, target: `own-discard-${discard}`, id: pile };
  const source = event.code === STOCK_KEY ? `stock-${seat}` : event.code === DIE_KEY && lies.die ? 'die' : event.code === COINS_KEY && lies.coins ? 'coins' : null;
  return source ? { source, target: null, id: source } : null;
}

/** Whether a key is meant for a field or a sheet rather than for the table. */
export function elsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement | null;
  return !!target?.closest('input, textarea, select, dialog, [contenteditable]') || document.querySelector('dialog[open]') !== null;
}

/** Arrow keys: moves the focus along a zone, or to the nearest place of another one. */
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
    if (ahead < 4) continue;
    const far = dx ? ahead + 3 * Math.abs(y) + (same ? 0 : ELSEWHERE) : ahead + 1.5 * Math.abs(x);
    if (!best || far < best.far) best = { element, far };
  }
  best?.element.focus();
  return best !== null;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
