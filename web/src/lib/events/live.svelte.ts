/** An event on the screen: followed as everybody may see it, as its director does, or as one of its tables. */

import { Refusal } from '../server/api';
import { events, signature, type Clock, type DirectorSight, type EntrySight, type EventSight, type EventTableSight, type Wish } from './events';
import { Subscription } from '../server/subscription.svelte';
import { newAskId } from '../server/keyring';
import { errorText } from '../server/errors';
import { say } from '../language/words.svelte';

/** While there is no connection, what was asked for is sent again every so often. */
const AGAIN = 2000;
const GONE = [502, 503, 504];

/** Why an event cannot be shown. */
export type Missing = '' | 'not_found' | 'secret' | 'offline';

class LiveEvent<Seen extends { seq: number }> {
  seen = $state.raw<Seen | null>(null);
  missing = $state<Missing>('');
  /** When `seen` arrived, by this device's own clock. */
  since = $state(0);
  readonly subscription: Subscription;

  constructor(
    readonly id: string,
    fetch: () => Promise<Seen>,
  ) {
    this.subscription = new Subscription(events.socket(id), async () => {
      try {
        this.seen = await fetch();
        this.since = performance.now();
        this.missing = '';
        return this.seen.seq;
      } catch (error) {
        const reason = error instanceof Refusal ? error.reason : '';
        if (reason === 'not_found' || reason === 'secret') this.missing = reason;
        else if (reason === 'not_yours') this.missing = 'secret';
        else if (!this.seen) this.missing = 'offline';
        throw error;
      }
    });
  }

  leave(): void {
    this.subscription.leave();
  }
}

/** What a phone or a screen without a key sees. */
export class PublicEvent extends LiveEvent<EventSight> {
  constructor(id: string) {
    super(id, () => events.look(id));
  }
}

/** Somebody who takes part, with the link of their entry. */
export class EntryEvent extends LiveEvent<EntrySight> {
  constructor(id: string, entry: number, key: string) {
    super(id, () => events.entry(id, entry, key));
  }
}

/** Somebody who may ask for changes. */
export abstract class EditableEvent<Seen extends { seq: number }> extends LiveEvent<Seen> {
  constructor(
    id: string,
    readonly key: string,
    fetch: () => Promise<Seen>,
  ) {
    super(id, fetch);
  }

  /** What stands beside every wish of this device. */
  get signed(): object {
    return {};
  }

  form(): EventForm {
    return new EventForm(this);
  }
}

export class DirectorEvent extends EditableEvent<EventSight> {
  desk = $state.raw<DirectorSight | null>(null);

  constructor(id: string, key: string) {
    super(id, key, async () => {
      // the first look begins before there is a `this`
      const desk = await events.desk(id, key);
      this.desk = desk;
      return desk.event;
    });
  }

  override get signed(): object {
    const by = signature.get();
    return by ? { by } : {};
  }
}

export class TableEvent extends EditableEvent<EventTableSight> {
  constructor(id: string, table: number, key: string) {
    super(id, key, () => events.table(id, table, key));
  }
}

/** One form: what it asks for is sent until it is answered, and what is refused stays where it was typed. */
export class EventForm {
  busy = $state(false);
  trouble = $state('');
  /** Somebody else changed the same thing meanwhile. */
  stale = $state(false);
  #last = '';
  #name = '';
  /** The line of the log that the form knows of: somebody else's later change of the same thing is not written over unseen. */
  #seen: number;
  readonly #live: EditableEvent<{ seq: number }>;

  constructor(live: EditableEvent<{ seq: number }>) {
    this.#live = live;
    this.#seen = live.seen?.seq ?? 0;
  }

  /** Whether it was done; a `guarded` wish is about something that others may have changed since the form was opened. */
  async send(asked: Wish, guarded = false): Promise<boolean> {
    if (this.busy) return false;
    const wish = { ...asked, ...this.#live.signed, ...(guarded ? { seen: this.#seen } : {}) };
    const text = JSON.stringify(wish);
    // the same once more, after an answer that was lost, has the same name: it is done once
    if (text !== this.#last) [this.#last, this.#name] = [text, newAskId()];
    this.busy = true;
    this.trouble = '';
    this.stale = false;
    try {
      await this.#untilAnswered({ ...wish, ask: this.#name });
      this.#last = '';
      await this.#look();
      return true;
    } catch (error) {
      this.#last = '';
      this.stale = error instanceof Refusal && error.reason === 'stale';
      this.trouble = errorText(error);
      if (this.stale) await this.#look();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What is there now is shown, and from then on known. */
  async #look(): Promise<void> {
    await this.#live.subscription.refresh().catch(() => undefined);
    this.#seen = this.#live.seen?.seq ?? this.#seen;
  }

  async #untilAnswered(wish: Wish & { ask: string }): Promise<void> {
    for (;;) {
      try {
        await events.ask(this.#live.id, this.#live.key, wish);
        this.trouble = '';
        return;
      } catch (error) {
        const lost = error instanceof Refusal && (error.reason === 'offline' || GONE.includes(error.status));
        if (!lost) throw error;
        this.trouble = say('event.unsent');
        await new Promise((later) => setTimeout(later, AGAIN));
      }
    }
  }
}

/** The time of an event's clock between two messages of the server. */
export class Countdown {
  left = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  show(clock: Clock | null, since: number): void {
    clearInterval(this.#timer);
    const tell = (): void => {
      const gone = clock?.running ? (performance.now() - since) / 1000 : 0;
      this.left = Math.max(0, (clock?.left ?? 0) - gone);
    };
    tell();
    if (clock?.running) this.#timer = setInterval(tell, 200);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
