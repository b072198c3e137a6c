/** The user's preferences: stored in the browser, and set on the root element for the styles. */

import { readStored, writeStored } from '../browser/storage';

export type Prefs = {
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  cloth: 'teal' | 'moss' | 'blue' | 'plum';
  back: 'clay' | 'blue' | 'green' | 'plum';
  size: 'usual' | 'large' | 'huge';
  hand: 'right' | 'left';
  motion: 'off' | 'fast' | 'normal' | 'slow';
  bots: 'instant' | 'fast' | 'normal' | 'slow';
  confirm: boolean;
  sound: boolean;
  vibration: boolean;
  name: string;
  greeted: boolean;
};

const USUAL: Prefs = {
  theme: 'auto',
  cloth: 'teal',
  back: 'clay',
  size: 'usual',
  hand: 'right',
  motion: 'normal',
  bots: 'normal',
  confirm: false,
  sound: false,
  vibration: false,
  name: '',
  greeted: false,
};

/** Font scale for each size. */
export const SCALES: Record<Prefs['size'], number> = { usual: 1, large: 1.18, huge: 1.4 };
/** How long everything takes, as a share of what the storyboard says. */
const PACES: Record<Prefs['motion'], number> = { off: 0, fast: 0.55, normal: 1, slow: 2.4 };
/** How long bots wait before a move, so that people can follow: a pause for reading, also where nothing moves. */
const WAITS: Record<Prefs['bots'], number> = { instant: 0, fast: 0.385, normal: 1, slow: 2.15 };
/** A card's way, in milliseconds. */
const WAY = 280;

const CALM = matchMedia('(prefers-reduced-motion: reduce)');
const DARK = matchMedia('(prefers-color-scheme: dark)');

class Settings {
  /** What the user has chosen; everything else follows the device. */
  #chosen = readStored<Partial<Prefs>>('prefs', {});
  prefs = $state<Prefs>(this.#all());

  constructor() {
    CALM.addEventListener('change', () => {
      this.prefs = this.#all();
      this.show();
    });
    DARK.addEventListener('change', () => this.show());
  }

  get pace(): number {
    return PACES[this.prefs.motion];
  }

  get waits(): number {
    return WAITS[this.prefs.bots];
  }

  /** The duration of a card's flight in milliseconds. */
  get speed(): number {
    return WAY * this.pace;
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
    const { theme, cloth, back, size, motion } = this.prefs;
    Object.assign(root.dataset, { theme: theme === 'auto' ? (DARK.matches ? 'dark' : 'light') : theme, cloth, back, size, motion });
    root.style.setProperty('--scale', String(SCALES[size]));
    root.style.setProperty('--pace', String(this.pace));
  }
}

export const settings = new Settings();
