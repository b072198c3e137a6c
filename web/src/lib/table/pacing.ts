/** Shows what bots do one move after another: the server sends their moves as soon as they are chosen. */

import { readMove } from '../game/moves';
import type { PersonSight, State, ViewSight } from '../server/types';
import { settings } from '../settings/settings.svelte';

/** Pauses in milliseconds, at normal speed: when a bot's turn begins, before its cards, and before its discard. */
const BEGIN = 500;
const CARD = 650;
const DISCARD = 350;
/** From this move of a turn on, a long turn goes faster. */
const LONG = 5;
const QUICKER = 450;

type Waiting = { state: State; heard: number };

export class Pacing {
  #queue: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last state was shown. */
  #last = 0;
  /** How many moves in a row the same bot has made. */
  #run = { seat: 0, moves: 0 };
  #show: (state: State, heard: number) => void;
  #now: () => { view: ViewSight | null; people: PersonSight[]; seat: number | null };

  constructor(show: (state: State, heard: number) => void, now: () => { view: ViewSight | null; people: PersonSight[]; seat: number | null }) {
    this.#show = show;
    this.#now = now;
  }

  get behind(): boolean {
    return this.#queue.length > 0;
  }

  /** A state has come: it is shown when everything before it has been seen. */
  add(state: State): void {
    this.#queue.push({ state, heard: performance.now() });
    if (document.hidden) this.catchUp();
    else if (this.#timer === undefined) this.#next();
  }

  /** Shows everything at once. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const each of this.#queue.splice(0)) this.#shown(each);
  }

  /** Forgets what has not been shown: everything is about to be sent again. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #next(): void {
    for (;;) {
      const first = this.#queue[0];
      if (!first) return;
      const wait = this.#last + this.#pause(first.state) - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#take();
          this.#next();
        }, wait);
        return;
      }
      this.#take();
    }
  }

  #take(): void {
    const first = this.#queue.shift();
    if (first) this.#shown(first);
  }

  #shown({ state, heard }: Waiting): void {
    const { view } = this.#now();
    if (state.view && view) {
      const same = view.mover === this.#run.seat;
      this.#run = { seat: view.mover, moves: same ? this.#run.moves + 1 : 1 };
    }
    this.#last = performance.now();
    this.#show(state, heard);
  }

  /** How long the table is looked at before a state is shown. */
  #pause(state: State): number {
    const { view, people, seat } = this.#now();
    if (!state.view || !view || view.over || view.mover === seat) return 0;
    const person = people[view.mover - 1];
    if (!person || (person.kind !== 'bot' && !person.held)) return 0;
    const done = view.mover === this.#run.seat ? this.#run.moves : 0;
    const line = state.log?.lines[0] ?? '';
    const discards = readMove(line, view.mover, null)?.kind === 'discard';
    const pause = discards ? DISCARD : done >= LONG - 1 ? QUICKER : CARD;
    return (pause + (view.moved ? 0 : BEGIN)) * settings.waits;
  }
}
