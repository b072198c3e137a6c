/** Dragging a card with a mouse or a finger. Listeners are on the window, because a quick flick leaves the card at once. */

import type { Box } from './flights';
import type { Picking } from './picking.svelte';

const SLACK = 7;
/** A card dropped this close to a place, in pixels, still lands there. */
const NEAR = 34;

export type Dragged = { source: string; box: Box };

type Watch = { start: (dragged: Dragged) => void; move: (x: number, y: number) => void; end: (landed: boolean) => void };

export class Dragging {
  #picking: Picking;
  #watch: Watch;
  #stop: (() => void) | null = null;
  /** The browser sends a click after a drag; it must be ignored. */
  clicked = false;

  constructor(picking: Picking, watch: Watch) {
    this.#picking = picking;
    this.#watch = watch;
  }

  /** A pointer goes down somewhere on the table. */
  down(event: PointerEvent, root: HTMLElement): void {
    if (event.button !== 0 || this.#stop) return;
    const element = (event.target as Element | null)?.closest<HTMLElement>('[data-source]');
    const source = element?.dataset['source'];
    if (!element || !source || !this.#picking.sources.has(source)) return;
    const card = element.querySelector<HTMLElement>('.top') ?? element;
    const { x, y, width, height } = card.getBoundingClientRect();
    const from = { x: event.clientX, y: event.clientY };
    const pointer = event.pointerId;
    let going = false;

    const move = (next: PointerEvent): void => {
      if (next.pointerId !== pointer) return;
      if (!going) {
        if (Math.hypot(next.clientX - from.x, next.clientY - from.y) < SLACK) return;
        if (!this.#picking.pick(source, element.dataset['id'] ?? source)) {
          this.#stop?.();
          return;
        }
        going = true;
        this.#watch.start({ source, box: { x, y, width, height } });
      }
      next.preventDefault();
      this.#watch.move(next.clientX - from.x, next.clientY - from.y);
    };
    const up = (last: PointerEvent): void => {
      if (last.pointerId !== pointer) return;
      this.#stop?.();
      if (!going) return;
      this.clicked = true;
      setTimeout(() => (this.clicked = false), 0);
      const target = last.type === 'pointerup' ? this.#under(root, last.clientX, last.clientY) : null;
      this.#watch.end(target !== null);
      if (target) this.#picking.aim(target);
      else this.#picking.drop();
    };
    // a browser that takes a quick drag for a scroll gesture would swallow the next tap
    const hold = (touch: TouchEvent): void => {
      if (going && touch.cancelable) touch.preventDefault();
    };
    addEventListener('touchmove', hold, { passive: false });
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    this.#stop = () => {
      removeEventListener('touchmove', hold);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      this.#stop = null;
    };
  }

  /** The place below a point, or the nearest one that is legal. */
  #under(root: HTMLElement, x: number, y: number): string | null {
    let best: { key: string; far: number } | null = null;
    for (const element of root.querySelectorAll<HTMLElement>('[data-target]')) {
      const key = element.dataset['target'] ?? '';
      if (!this.#picking.targets.has(key)) continue;
      const box = element.getBoundingClientRect();
      const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (far <= NEAR && (!best || far < best.far)) best = { key, far };
    }
    return best?.key ?? null;
  }
}
