/** Animates changes of the table: cards move from where they were to where they are now. Input never waits for it. */

import type { Box, Flight } from './flights';
import type { Slot } from './hand';
import { settings } from '../settings/settings.svelte';
import { changesBetween } from '../game/changes';
import type { ViewSight } from '../server/types';

export class Motion {
  flights = $state.raw<Flight[]>([]);
  #boxes = new Map<string, Box>();
  #before: ViewSight | null = null;
  #slots: Slot[] = [];
  #next = 1;
  #dropped: Box | null = null;
  /** The golden rings of a game that is won. */
  #glowing: Animation[] = [];

  /** A card that was dragged starts where it was let go. */
  dropped(box: Box): void {
    this.#dropped = box;
  }

  done = (id: number): void => {
    this.flights = this.flights.filter((flight) => flight.id !== id);
  };

  /** Before the page changes: where everything lies. */
  measure(root: HTMLElement): void {
    if (settings.speed === 0) return;
    this.#boxes = boxesOf(root);
  }

  /** After the page has changed: starts the flights of what has moved. */
  show(root: HTMLElement, after: ViewSight, slots: Slot[], seat: number | null): void {
    const before = this.#before;
    const old = this.#slots;
    const dropped = this.#dropped;
    this.#before = after;
    this.#slots = slots;
    this.#dropped = null;
    if (!after.over) {
      for (const each of this.#glowing) each.cancel();
      this.#glowing = [];
    }
    const ms = settings.speed;
    if (before === after || ms === 0) return;
    if (isDealt(before, after)) {
      this.#deal(root, after, slots, seat);
      return;
    }
    if (!before) return;
    const changes = changesBetween(before, after);
    if (!changes) return;
    const left = old.filter((slot) => !slots.some((each) => each.id === slot.id));
    const come = slots.filter((slot) => !old.some((each) => each.id === slot.id));
    const now = boxesOf(root);
    const made: Flight[] = [];
    const add = (flight: Omit<Flight, 'id' | 'ms'>): void => void made.push({ id: this.#next++, ms, ...flight });
    const takeSlot = (from: Slot[], face: string | null): string | null => {
      const at = from.findIndex((slot) => slot.face === face);
      const slot = at < 0 ? undefined : from.splice(at, 1)[0];
      return slot ? `card-${slot.id}` : null;
    };
    const own = `hand-${seat}`;
    for (const { from, to, face, sweep } of changes.cards) {
      const at = from === own ? (takeSlot(left, face) ?? own) : from;
      const end = to === own ? (takeSlot(come, face) ?? own) : to;
      const start = (dropped && at.startsWith('card-') ? dropped : null) ?? (made.length === 0 && dropped) ?? this.#boxes.get(at);
      const goal = now.get(end);
      if (!start || !goal) continue;
      const aside = sweep ? now.get('aside') : undefined;
      const known = from !== own && from.startsWith('hand') && to.startsWith('hand') ? null : face;
      if (aside) {
        add({ face: known, way: [start, goal, sized(aside, goal)], delay: 0, leaves: true, rests: ms * CLOSED });
        close(root, to, ms);
      } else {
        add({ face: known, way: [start, goal], delay: 0 });
        veil(root, end, ms);
        if (to.startsWith('building')) mark(root, to, ms);
        if (to.startsWith('building') && face?.startsWith('W')) becomeNumber(root, to, ms);
      }
    }
    for (const { place, face } of changes.cleared) {
      const start = now.get(`building-${place}`);
      const aside = now.get('aside');
      if (start && aside) add({ face, way: [start, sized(aside, start)], delay: ms * 0.4, leaves: true });
    }
    const pile = now.get('draw');
    for (const { seat: who, cards } of changes.drawn) {
      if (!pile) break;
      if (who === seat) {
        come.forEach((slot, i) => {
          const goal = now.get(`card-${slot.id}`);
          if (!goal) return;
          add({ face: slot.face, way: [pile, goal], delay: i * ms * 0.3, turns: true });
          veil(root, `card-${slot.id}`, ms * (1 + i * 0.3));
        });
      } else {
        const goal = now.get(`hand-${who}`);
        if (goal) for (let i = 0; i < Math.min(cards, 3); i++) add({ face: null, way: [pile, goal], delay: i * ms * 0.25 });
      }
    }
    for (const { from, to, coins } of changes.paid) {
      const start = this.#boxes.get(from);
      const goal = now.get(to);
      if (!start || !goal) continue;
      for (let i = 0; i < Math.min(coins, 4); i++) add({ face: null, coin: true, way: [coinBox(start), coinBox(goal)], delay: i * ms * 0.2 });
    }
    after.seats.forEach((each, i) => {
      // the next card of a stock pile is turned over where it lies
      if (each.stock >= (before.seats[i]?.stock ?? 0) || each.top === null || each.top === '?') return;
      const at = `stock-${i + 1}`;
      const goal = now.get(at);
      if (!goal) return;
      add({ face: each.top, way: [goal, goal], delay: ms * 0.4, turns: true });
      veil(root, at, ms * 1.4);
      bump(root, at, ms);
    });
    if (after.over && !before.over && after.winners.length) this.#glowing = glow(root, ms);
    if (changes.shuffled) shuffle(root, ms);
    if (changes.rolled) roll(root, ms);
    if (made.length) this.flights = [...this.flights, ...made];
  }

  /** A new game: packets of backs go to the seats, clockwise from the dealer's left, then every top card is turned. */
  #deal(root: HTMLElement, view: ViewSight, slots: Slot[], seat: number | null): void {
    const now = boxesOf(root);
    const pile = now.get('draw');
    if (!pile) return;
    const ms = settings.speed;
    const made: Flight[] = [];
    view.seats.forEach((_, i) => {
      const who = ((view.mover - 1 + i) % view.seats.length) + 1;
      const at = `stock-${who}`;
      const goal = now.get(at);
      const begin = i * ms * PACKET;
      if (goal) {
        made.push({ id: this.#next++, ms, face: view.seats[who - 1]?.top ?? null, way: [pile, goal], delay: begin, turns: true });
        veil(root, at, begin + ms);
      }
      if (who !== seat) return;
      slots.forEach((slot, n) => {
        const place = now.get(`card-${slot.id}`);
        if (!place) return;
        made.push({ id: this.#next++, ms, face: slot.face, way: [pile, place], delay: begin + ms * (0.4 + n * 0.2), turns: true });
        veil(root, `card-${slot.id}`, begin + ms * (1.4 + n * 0.2));
      });
    });
    for (const ring of root.querySelectorAll('[data-ring]')) ring.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms * 3 });
    this.flights = [...this.flights, ...made];
  }
}

/** How long a completed pile lies in its golden ring, and how far apart packets are dealt, in times of a card's way. */
const CLOSED = 1.9;
const PACKET = 0.6;

function isDealt(before: ViewSight | null, after: ViewSight): boolean {
  return after.moves === 0 && after.turns === 0 && (before === null || before.moves > 0 || before.over) && after.building.every((pile) => pile.height === 0);
}

/** The mark that a card has earned lights up when the card lands. */
function mark(root: HTMLElement, building: string, ms: number): void {
  const place = building.slice('building-'.length);
  const next = root.querySelector(`[data-ring="${place}"] .next`);
  next?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: ms * 1.2 });
}

/** When a wild lies, its number grows out of the star. */
function becomeNumber(root: HTMLElement, building: string, ms: number): void {
  const number = root.querySelector(`[data-at="${building}"] > .face:last-of-type .golden`);
  number?.animate([{ opacity: 0, transform: 'scale(0.7)' }, { opacity: 1, transform: 'none' }], { duration: ms * 0.8, delay: ms, fill: 'backwards', easing: 'cubic-bezier(0.3, 1.5, 0.5, 1)' });
}

/** The count of a stock pile is one less. */
function bump(root: HTMLElement, at: string, ms: number): void {
  const count = root.querySelector(`[data-at="${at}"] .left`);
  count?.animate([{ scale: 1 }, { scale: 1.12, offset: 0.4 }, { scale: 1 }], { duration: ms, delay: ms * 1.2 });
}

/** The game is won: all rings turn gold, one after another, and stay so until another position is shown. */
function glow(root: HTMLElement, ms: number): Animation[] {
  return [...root.querySelectorAll('[data-ring] .gold')].map((ring, i) =>
    ring.animate([{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 1 }], { duration: ms * 2, delay: ms * (1 + 0.35 * i), fill: 'forwards' }),
  );
}

/** The ring of a completed pile turns gold, and twelve rays go out from it. */
function close(root: HTMLElement, building: string, ms: number): void {
  const place = building.slice('building-'.length);
  const ring = root.querySelector(`[data-ring="${place}"]`);
  const gold = [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }];
  ring?.querySelector('.gold')?.animate(gold, { duration: ms * 2.6, delay: ms * 0.9 });
  const rays = [
    { opacity: 0, transform: 'scale(0.75)' },
    { opacity: 1, transform: 'scale(0.9)', offset: 0.3 },
    { opacity: 0, transform: 'scale(1.15)' },
  ];
  ring?.querySelector('.rays')?.animate(rays, { duration: ms * 1.3, delay: ms * 1.5, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
}

function boxesOf(root: HTMLElement): Map<string, Box> {
  const boxes = new Map<string, Box>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-at]')) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width) boxes.set(element.dataset['at'] ?? '', { x, y, width, height });
  }
  return boxes;
}

/** A box of another card's size, centred in a place. */
function sized(place: Box, like: Box): Box {
  const width = Math.min(like.width, Math.max(place.width, 12));
  return { x: place.x + (place.width - width) / 2, y: place.y, width, height: like.height };
}

function coinBox(place: Box): Box {
  const width = 22;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - width) / 2, width, height: width };
}

/** A card in flight is hidden at its destination. */
function veil(root: HTMLElement, at: string, ms: number): void {
  const face = root.querySelector(`[data-at="${at}"] > .face`);
  face?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });
}

function shuffle(root: HTMLElement, ms: number): void {
  const pile = root.querySelector('[data-at="draw"]');
  const turns = [0, -9, 8, -7, 6, -4, 0];
  pile?.animate(
    turns.map((angle, i) => ({ transform: `translateX(${i % 2 ? -6 : i % 3 ? 6 : 0}px) rotate(${angle}deg)` })),
    { duration: ms * 3 },
  );
}

function roll(root: HTMLElement, ms: number): void {
  const die = root.querySelector('[data-at="die"]');
  const frames = [
    { transform: 'translate(-40px, -26px) rotate(-420deg) scale(1.25)' },
    { transform: 'translate(-12px, 4px) rotate(-140deg) scale(1.1)', offset: 0.55 },
    { transform: 'none' },
  ];
  die?.animate(frames, { duration: ms * 2.6, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)' });
}
