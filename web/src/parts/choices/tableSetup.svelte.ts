/** The form for a new table: choices that exclude each other are not offered. */

import { catalogue } from '../../lib/server/catalogue.svelte';
import type { EditionSight } from '../../lib/server/types';
import { lastChoices, quickChoices } from '../../lib/table/opening';
import type { ChoicesInput } from '../../lib/server/types';

export type Length = 'usual' | 'short' | 'own';
export type Match = 'one' | 'goal' | 'games' | 'own';
const FRIEND = '';
const USUAL_GAMES = 3;

export class TableSetup {
  edition = $state('classic');
  players = $state(2);
  /** Who sits on the other seats, from the second on: a level of bots, or nothing for a friend. */
  seats = $state<string[]>([]);
  partners = $state(false);
  length = $state<Length>('usual');
  stock = $state<number | null>(null);
  match = $state<Match>('one');
  goal = $state<number | null>(null);
  games = $state<number | null>(USUAL_GAMES);
  table = $state<'strict' | 'open'>('strict');
  clock = $state<'off' | 'soft' | 'strict'>('soft');
  seconds = $state(45);
  holder = $state<NonNullable<ChoicesInput['holder']>>('casual');
  chat = $state<'off' | 'phrases' | 'free'>('phrases');
  hints = $state(true);
  public = $state(false);

  facts = $derived<EditionSight | undefined>(catalogue.edition(this.edition));
  /** The nearest number of players that the edition has. */
  size = $derived.by(() => {
    const sizes = this.facts?.players ?? [this.players];
    return sizes.reduce((best, each) => (Math.abs(each - this.players) < Math.abs(best - this.players) ? each : best), sizes[0] ?? 2);
  });
  others = $derived(Array.from({ length: this.size - 1 }, (_, i) => this.seats[i] ?? FRIEND));
  mayPair = $derived(this.facts?.partners === 'may' && this.facts.pairs.includes(this.size));
  inPairs = $derived(this.facts?.partners === 'always' || (this.mayPair && this.partners));
  usualStock = $derived(this.facts?.stock[String(this.size)] ?? 0);
  /** The cards in each stock pile. */
  cards = $derived(this.length === 'own' ? (this.stock ?? 0) : this.length === 'short' ? (catalogue.known?.short_stock ?? 0) : this.usualStock);
  mostStock = $derived(this.facts?.most_stock[String(this.size)] ?? 1);
  onlyBots = $derived(this.others.every((level) => level !== FRIEND));

  constructor(forBots: boolean) {
    const last = forBots ? quickChoices() : lastChoices();
    this.edition = last.edition ?? 'classic';
    this.players = last.players ?? 2;
    this.seats = Array.from({ length: 5 }, (_, i) => last.bots?.[String(i + 2)] ?? (forBots ? 'casual' : FRIEND));
    this.partners = last.partners ?? false;
    this.length = last.short ? 'short' : last.stock ? 'own' : 'usual';
    this.stock = last.stock ?? null;
    this.games = last.games ?? USUAL_GAMES;
    this.goal = last.goal || null;
    this.match = last.games ? 'games' : last.goal ? 'own' : last.goal === 0 ? 'one' : 'goal';
    this.table = last.table ?? 'strict';
    this.clock = last.clock ?? 'soft';
    this.seconds = last.seconds ?? 45;
    this.holder = last.holder ?? 'casual';
    this.chat = last.chat ?? 'phrases';
    this.hints = last.hints ?? true;
    this.public = last.public ?? false;
  }

  seat(index: number, level: string): void {
    this.seats = this.seats.map((before, i) => (i === index ? level : before));
  }

  fill(level: string): void {
    this.seats = this.seats.map(() => level);
  }

  /** The choices to send; defaults are left out. */
  get choices(): ChoicesInput {
    const bots = Object.fromEntries(this.others.flatMap((level, i) => (level === FRIEND ? [] : [[String(i + 2), level]])));
    return {
      edition: this.edition,
      players: this.size,
      bots,
      ...(this.mayPair && this.partners ? { partners: true } : {}),
      ...(this.length === 'short' ? { short: true } : {}),
      ...(this.length === 'own' ? { stock: this.stock } : {}),
      ...(this.match === 'one' ? { goal: 0 } : {}),
      ...(this.match === 'own' ? { goal: this.goal } : {}),
      ...(this.match === 'games' ? { games: this.games } : {}),
      ...(this.table === 'open' && this.facts?.open_tables ? { table: 'open' as const } : {}),
      clock: this.clock,
      ...(this.clock === 'off' ? {} : { seconds: this.seconds }),
      holder: this.holder,
      chat: this.chat,
      ...(this.hints ? {} : { hints: false }),
      ...(this.public ? { public: true } : {}),
    };
  }
}
