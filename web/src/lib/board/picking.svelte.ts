/** Choosing a move in two steps: a card, then a place. Only moves that the server listed as legal can be chosen. */

import { bySource, targetKey, type Move } from '../game/moves';
import { settings } from '../settings/settings.svelte';

/** What was picked up: the place as moves name it, and the id of the touched card. */
export type Picked = { key: string; id: string };
/** A question before a move: which of two moves is meant, or whether the turn should end. */
export type Question = { kind: 'which' | 'sure'; moves: Move[] };

const DOUBLE = 380;

export class Picking {
  picked = $state.raw<Picked | null>(null);
  question = $state.raw<Question | null>(null);
  /** A building pile that was tapped with nothing picked up: cards that fit there are highlighted. */
  asked = $state<number | null>(null);

  #moves: () => Move[];
  #heights: () => number[];
  #play: (move: Move, id: string) => void;
  #refuse: (picked: string | null, source: string | null, target: string | null) => void;
  #at = 0;
  readonly sources = $derived.by(() => bySource(this.#moves()));
  readonly targets = $derived.by(() => {
    const found = new Map<string, Move[]>();
    for (const move of (this.picked && this.sources.get(this.picked.key)) ?? []) {
      if (!move.target) continue;
      const key = targetKey(move.target);
      found.set(key, [...(found.get(key) ?? []), move]);
    }
    return found;
  });

  constructor(moves: () => Move[], heights: () => number[], play: (move: Move, id: string) => void, refuse: (picked: string | null, source: string | null, target: string | null) => void) {
    this.#refuse = refuse;
    this.#moves = moves;
    this.#heights = heights;
    this.#play = play;
  }

  drop(): void {
    this.picked = null;
    this.question = null;
    this.asked = null;
  }

  pick(key: string, id = key): boolean {
    if (!this.sources.has(key)) return false;
    this.picked = { key, id };
    this.question = null;
    this.asked = null;
    this.#at = performance.now();
    return true;
  }

  /** Whether another tap on what was picked up would make it a double tap. */
  get hasty(): boolean {
    return performance.now() - this.#at < DOUBLE;
  }

  /** A tap on something that may be a card to play, a place to play to, or both. */
  tap(source: string | null, target: string | null, id = source ?? target ?? ''): void {
    if (target && this.targets.has(target)) {
      this.aim(target);
    } else if (source && this.sources.has(source)) {
      const again = this.picked?.id === id;
      if (again && this.hasty) this.fit();
      else if (again) this.drop();
      else this.pick(source, id);
    } else {
      const place = /^building-(\d)$/.exec(target ?? '')?.[1];
      const before = this.picked?.key ?? null;
      this.drop();
      this.asked = place ? Number(place) : null;
      if (before || !place || ![...this.sources.keys()].some((key) => this.suits(key))) this.#refuse(before, source, target);
    }
  }

  /** Plays what was picked up to a place. */
  aim(target: string): void {
    const moves = this.targets.get(target);
    const first = moves?.[0];
    if (!moves || !first) return;
    if (moves.length > 1) this.question = { kind: 'which', moves };
    else if (first.kind === 'discard' && settings.prefs.confirm) this.question = { kind: 'sure', moves };
    else this.choose(first);
  }

  /** Plays what was picked up where it fits: preferably on a pile that has been started. */
  fit(): void {
    const moves = ((this.picked && this.sources.get(this.picked.key)) ?? []).filter((move) => move.target?.zone === 'building');
    const heights = this.#heights();
    const begun = (move: Move): boolean => move.target?.zone === 'building' && (heights[move.target.place - 1] ?? 0) > 0;
    const move = moves.find(begun) ?? moves[0];
    if (move) this.choose(move);
  }

  choose(move: Move): void {
    const id = this.picked?.id ?? '';
    this.drop();
    this.#play(move, id);
  }

  /** Whether something fits the pile that was tapped. */
  suits(source: string): boolean {
    return (this.sources.get(source) ?? []).some((move) => move.target?.zone === 'building' && move.target.place === this.asked);
  }
}
