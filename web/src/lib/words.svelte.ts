/** What the page says, in the reader's language. The files of `words/en` and `words/es` hold the same keys. */

import en from '../words/en';
import { keep, recall } from './keeping';

export type Key = keyof typeof en;
export type Lang = 'en' | 'es';
type Words = Record<Key, string>;

const LOADERS: Record<Lang, () => Promise<Words>> = {
  en: () => Promise.resolve(en),
  es: () => import('../words/es').then((file) => file.default),
};

function preferred(): Lang {
  return navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';
}

class Voice {
  lang = $state<Lang>('en');
  #words = $state.raw<Words>(en);

  async start(): Promise<void> {
    await this.speak(recall<Lang>('lang', preferred()));
  }

  async speak(lang: Lang): Promise<void> {
    this.#words = await LOADERS[lang]();
    this.lang = lang;
    document.documentElement.lang = lang;
  }

  async choose(lang: Lang): Promise<void> {
    keep('lang', lang);
    await this.speak(lang);
  }

  say(key: Key, parts: Record<string, string | number> = {}): string {
    return this.#words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ''));
  }
}

export const voice = new Voice();
export const say = (key: Key, parts?: Record<string, string | number>): string => voice.say(key, parts);
