/** The options for a table, as the server offers them. */

import { call } from './api';
import type { Catalogue as Known, EditionSight } from './types';
import { locale } from '../language/words.svelte';

class Catalogue {
  known = $state.raw<Known | null>(null);
  #lang = '';

  /** Fetches the options, once per language. */
  async load(): Promise<void> {
    if (this.#lang === locale.lang) return;
    const lang = locale.lang;
    this.known = await call<Known>('GET', `/api/editions?lang=${lang}`);
    this.#lang = lang;
  }

  edition(name: string): EditionSight | undefined {
    return this.known?.editions.find((each) => each.name === name);
  }
}

export const catalogue = new Catalogue();
