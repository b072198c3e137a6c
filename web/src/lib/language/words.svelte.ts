/**
 * The texts of the page in the user's language. The files of `words/en` and `words/es` have the same keys: those that
 * every user needs at once, and chapters for less common screens, which are fetched with the screen.
 */

import { untrack } from 'svelte';
import en from '../../words/en';
import type events from '../../words/en/events.json';
import type learn from '../../words/en/learn.json';
import type pads from '../../words/en/pads.json';
import { readStored, writeStored } from '../browser/storage';

export type Key = keyof typeof en | keyof typeof events | keyof typeof learn | keyof typeof pads;
export type Lang = 'en' | 'es';
type Words = Partial<Record<Key, string>>;
type Loading = () => Promise<{ default: Words }>;

const CHAPTERS = {
  everyday: { en: () => Promise.resolve({ default: en }), es: () => import('../../words/es') },
  events: { en: () => import('../../words/en/events.json'), es: () => import('../../words/es/events.json') },
  learn: { en: () => import('../../words/en/learn.json'), es: () => import('../../words/es/learn.json') },
  pads: { en: () => import('../../words/en/pads.json'), es: () => import('../../words/es/pads.json') },
} satisfies Record<string, Record<Lang, Loading>>;
export type Chapter = keyof typeof CHAPTERS;

function preferred(): Lang {
  return navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';
}

class Locale {
  lang = $state<Lang>('en');
  #words = $state.raw<Record<Lang, Words>>({ en, es: {} });
  #needed = new Set<Chapter>(['everyday']);
  #known = { en: new Set<Chapter>(['everyday']), es: new Set<Chapter>() };

  async start(): Promise<void> {
    await this.speak(readStored<Lang>('lang', preferred()));
  }

  async speak(lang: Lang): Promise<void> {
    await this.#learn(lang);
    this.lang = lang;
    document.documentElement.lang = lang;
  }

  async choose(lang: Lang): Promise<void> {
    writeStored('lang', lang);
    await this.speak(lang);
  }

  /** Fetches the texts of a chapter, and from then on also after a change of language. */
  async open(chapter: Chapter): Promise<void> {
    this.#needed.add(chapter);
    const lang = untrack(() => this.lang);
    await this.#learn(lang);
    // another language may have been chosen meanwhile
    if (lang !== this.lang) await this.open(chapter);
  }

  /** Repeats until nothing is missing: a chapter may be opened while others are being fetched. */
  async #learn(lang: Lang): Promise<void> {
    const missing = [...this.#needed].filter((chapter) => !this.#known[lang].has(chapter));
    if (!missing.length) return;
    const found = await Promise.all(missing.map((chapter) => CHAPTERS[chapter][lang]()));
    this.#words = { ...this.#words, [lang]: Object.assign({}, this.#words[lang], ...found.map((file) => file.default)) as Words };
    for (const chapter of missing) this.#known[lang].add(chapter);
    await this.#learn(lang);
  }

  /** The text for exactly one thing may have the same key with `.one` appended. */
  say(key: Key, parts: Record<string, string | number> = {}): string {
    const words = this.#words[this.lang];
    const one = parts['n'] === 1 ? words[`${key}.one` as Key] : undefined;
    return (one ?? words[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''));
  }
}

export const locale = new Locale();
export const say = (key: Key, parts?: Record<string, string | number>): string => locale.say(key, parts);
