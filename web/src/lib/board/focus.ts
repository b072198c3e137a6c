/** Keeps the keyboard focus: when its element disappears, it moves to the nearest card of the same row, or to a playable one. */

import { tick } from 'svelte';

export class Focus {
  #zone = '';
  #index = 0;

  remember = (event: FocusEvent): void => {
    const button = (event.target as HTMLElement).closest<HTMLButtonElement>('button');
    const zone = button?.closest<HTMLElement>('[data-zone]');
    if (!button || !zone) return;
    this.#zone = zone.dataset['zone'] ?? '';
    this.#index = [...zone.querySelectorAll('button')].indexOf(button);
  };

  async keep(root: HTMLElement | undefined): Promise<void> {
    await tick();
    const active = document.activeElement;
    if (!root || (active && active !== document.body && active.isConnected)) return;
    if (!this.#zone) {
      // after a change of screen, reading starts here
      root.focus({ preventScroll: true });
      return;
    }
    const buttons = [...root.querySelectorAll<HTMLButtonElement>(`[data-zone="${this.#zone}"] button`)];
    const next = buttons[Math.min(this.#index, buttons.length - 1)] ?? root.querySelector<HTMLElement>('.playable') ?? root;
    next.focus({ preventScroll: true });
  }
}
