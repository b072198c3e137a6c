/** The user's preferences: stored in the browser, and set on the root element for the styles. */

import { readStored, writeStored } from '../browser/storage';

export type Prefs = {
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  size: 'usual' | 'large' | 'huge';
  hand: 'right' | 'left';
  motion: 'off' | 'fast' | 'normal' | 'slow';
  confirm: boolean;
  sound: boolean;
  vibration: boolean;
  name: string;
  greeted: boolean;
};

const USUAL: Prefs = {
  theme: 'auto',
  size: 'usual',
  hand: 'right',
  motion: 'normal',
  confirm: false,
  sound: false,
  vibration: false,
  name: '',
  greeted: false,
};

/** Font scale for each size. */
export const SCALES: Record<Prefs['size'], number> = { usual: 1, large: 1.18, huge: 1.4 };
const SPEEDS: Record<Prefs['motion'], number> = { off: 0, fast: 140, normal: 260, slow: 700 };

const CALM = matchMedia('(prefers-reduced-motion: reduce)');

class Settings {
  /** What the user has chosen; everything else follows the device. */
  #chosen = readStored<Partial<Prefs>>('prefs', {});
  prefs = $state<Prefs>(this.#all());

  constructor() {
    CALM.addEventListener('change', () => {
      this.prefs = this.#all();
      this.show();
    });
  }

  /** The duration of a card's flight in milliseconds. */
  get speed(): number {
    return SPEEDS[this.prefs.motion];
  }

  set(changes: Partial<Prefs>): void {
    this.#chosen = { ...this.#chosen, ...changes };
    Object.assign(this.prefs, changes);
    writeStored('prefs', this.#chosen);
    this.show();
  }

  #all(): Prefs {
    return { ...USUAL, ...(CALM.matches ? { motion: 'off' } : {}), ...this.#chosen };
  }

  show(): void {
    const root = document.documentElement;
    root.dataset['theme'] = this.prefs.theme;
    root.dataset['size'] = this.prefs.size;
    root.style.setProperty('--scale', String(SCALES[this.prefs.size]));
    root.style.setProperty('--motion', `${this.speed}ms`);
  }
}

export const settings = new Settings();
