/** How a person wants the page: kept in the browser, put on the root element for the styles. */

import { keep, recall } from './keeping';

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

const SPEEDS: Record<Prefs['motion'], number> = { off: 0, fast: 140, normal: 260, slow: 700 };

function start(): Prefs {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return { ...USUAL, ...(calm ? { motion: 'off' as const } : {}), ...recall<Partial<Prefs>>('prefs', {}) };
}

class Settings {
  prefs = $state<Prefs>(start());

  /** Milliseconds of a card's way. */
  get speed(): number {
    return SPEEDS[this.prefs.motion];
  }

  set(changes: Partial<Prefs>): void {
    Object.assign(this.prefs, changes);
    keep('prefs', $state.snapshot(this.prefs));
    this.show();
  }

  show(): void {
    const root = document.documentElement;
    root.dataset['theme'] = this.prefs.theme;
    root.dataset['size'] = this.prefs.size;
    root.dataset['hand'] = this.prefs.hand;
    root.style.setProperty('--motion', `${this.speed}ms`);
  }
}

export const settings = new Settings();
