/** The options for a table, as the server offers them. */

import { call } from './api';
import { locale } from '../language/words.svelte';

export type Edition = {
  name: string;
  title: string;
  summary: string;
  players: number[];
  stock: Record<string, number>;
  most_stock: Record<string, number>;
  partners: 'never' | 'may' | 'always';
  pairs: number[];
  open_tables: boolean;
  die: boolean;
  coins: number;
  goal: number;
  games: number | null;
};

type Known = { editions: Edition[]; short_stock: number; levels: string[] };

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

  edition(name: string): Edition | undefined {
    return this.known?.editions.find((each) => each.name === name);
  }
}

export const catalogue = new Catalogue();
