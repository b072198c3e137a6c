/** The form for a new pad, with the choices of last time. */

import { catalogue } from '../../lib/server/catalogue.svelte';
import type { EditionSight } from '../../lib/server/types';
import { readStored, writeStored } from '../../lib/browser/storage';
import type { PadChoicesInput } from '../../lib/server/types';
import { say, locale } from '../../lib/language/words.svelte';
import type { Match } from '../choices/tableSetup.svelte';

const MOST_PLAYERS = 6;
const MOST_NAMES = 24;
const SUGGESTED = 8;
const NAMED = 3;
const USUAL_GAMES = 4;

type Last = Partial<Pick<PadChoicesInput, 'names' | 'partners' | 'edition' | 'goal' | 'games' | 'stock'>>;

export class PadSetup {
  edition = $state('classic');
  players = $state(2);
  names = $state<string[]>(Array<string>(MOST_PLAYERS).fill(''));
  partners = $state(false);
  match = $state<Match>('goal');
  goal = $state<number | null>(null);
  games = $state<number | null>(USUAL_GAMES);
  dealer = $state(1);
  stock = $state<number | null>(null);
  title = $state('');

  facts = $derived<EditionSight | undefined>(catalogue.edition(this.edition));
  /** The nearest number of players that the edition has. */
  size = $derived.by(() => {
    const sizes = this.facts?.players ?? [this.players];
    return sizes.reduce((best, each) => (Math.abs(each - this.players) < Math.abs(best - this.players) ? each : best), sizes[0] ?? 2);
  });
  mayPair = $derived(this.facts?.partners === 'may' && this.facts.pairs.includes(this.size));
  inPairs = $derived(this.facts?.partners === 'always' || (this.mayPair && this.partners));
  /** Whoever has no name is called by the seat. */
  called = $derived(Array.from({ length: this.size }, (_, i) => this.names[i]?.trim() || say('pads.player', { n: i + 1 })));
  usualStock = $derived(this.facts?.stock[String(this.size)] ?? 0);
  mostStock = $derived(this.facts?.most_stock[String(this.size)] ?? 1);
  pairs = $derived(Array.from({ length: this.size / 2 }, (_, i) => [this.called[i] ?? '', this.called[i + this.size / 2] ?? '']));
  /** As many names as fit on a line. */
  usualTitle = $derived(`${this.called.slice(0, NAMED).join(', ')}${this.size > NAMED ? ' …' : ''} · ${new Intl.DateTimeFormat(locale.lang, { day: 'numeric', month: 'short' }).format(new Date())}`);
  readonly known: string[] = readStored<string[]>('names', []);
  suggested = $derived(this.known.filter((name) => !this.names.slice(0, this.size).includes(name)).slice(0, SUGGESTED));

  constructor() {
    const last = readStored<Last>('pad', {});
    this.edition = last.edition ?? 'classic';
    this.players = last.names?.length ?? 2;
    this.names = this.names.map((_, i) => last.names?.[i] ?? '');
    this.partners = last.partners ?? false;
    this.match = last.games ? 'games' : last.goal ? 'own' : 'goal';
    this.goal = last.goal || null;
    this.games = last.games ?? USUAL_GAMES;
    this.stock = last.stock || null;
  }

  name(index: number, name: string): void {
    this.names = this.names.map((before, i) => (i === index ? name : before));
  }

  /** A name from before goes where there is none yet, or to the last seat. */
  suggest(name: string): number {
    const free = this.names.slice(0, this.size).findIndex((each) => !each.trim());
    const index = free < 0 ? this.size - 1 : free;
    this.name(index, name);
    return index;
  }

  get choices(): PadChoicesInput {
    const longest = 80;
    return {
      title: (this.title.trim() || this.usualTitle).slice(0, longest),
      names: this.called,
      edition: this.edition,
      dealer: Math.min(this.dealer, this.size),
      ...(this.inPairs ? { partners: true } : {}),
      ...(this.match === 'own' ? { goal: this.goal } : {}),
      ...(this.match === 'games' ? { games: this.games } : {}),
      ...(this.stock ? { stock: this.stock } : {}),
    };
  }

  /** For the next pad. */
  remember(): void {
    const { edition, partners, goal, games, stock } = this.choices;
    const named = this.names.slice(0, this.size).map((name) => name.trim());
    writeStored('pad', { names: named, edition, partners, goal, games, stock });
    writeStored('names', [...new Set([...named.filter(Boolean), ...this.known])].slice(0, MOST_NAMES));
  }
}
