/** How a person wants the page: kept in the browser, put on the root element for the styles. */

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

/** How much larger letters are. */
export const SCALES: Record<Prefs['size'], number> = { usual: 1, large: 1.18, huge: 1.4 };
const SPEEDS: Record<Prefs['motion'], number> = { off: 0, fast: 140, normal: 260, slow: 700 };

const CALM = matchMedia('(prefers-reduced-motion: reduce)');

class Settings {
  /** What the person has chosen; about all else the device is asked, also when it changes its mind. */
  #chosen = readStored<Partial<Prefs>>('prefs', {});
  prefs = $state<Prefs>(this.#all());

  constructor() {
    CALM.addEventListener('change', () => {
      this.prefs = this.#all();
      this.show();
    });
  }

  /** Milliseconds of a card's way. */
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
