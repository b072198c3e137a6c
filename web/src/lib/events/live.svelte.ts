/** An event that is kept up to date: as the public sees it, as its director, as a table or as an entry. */

import { Refusal } from '../server/api';
import { events, signature, type Clock, type DirectorSight, type EntrySight, type EventSight, type EventTableSight, type Wish } from './events';
import { Subscription } from '../server/subscription.svelte';
import { newAskId } from '../server/keyring';
import { errorText } from '../server/errors';
import { say } from '../language/words.svelte';

/** Without a connection, requests are repeated at this interval. */
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

/** The public view, without a key. */
export class PublicEvent extends LiveEvent<EventSight> {
  constructor(id: string) {
    super(id, () => events.look(id));
  }
}

/** The view of an entry, with the key of its link. */
export class EntryEvent extends LiveEvent<EntrySight> {
  constructor(id: string, entry: number, key: string) {
    super(id, () => events.entry(id, entry, key));
  }
}

/** An event that may be changed with a key. */
export abstract class EditableEvent<Seen extends { seq: number }> extends LiveEvent<Seen> {
  constructor(
    id: string,
    readonly key: string,
    fetch: () => Promise<Seen>,
  ) {
    super(id, fetch);
  }

  /** What is added to every request of this device. */
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
      // the first fetch begins before `this` exists
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

/** One form: its requests are repeated until they are answered, and refused input stays in the form. */
export class EventForm {
  busy = $state(false);
  trouble = $state('');
  /** Someone else has changed the same thing meanwhile. */
  stale = $state(false);
  #last = '';
  #name = '';
  /** The log line up to which the form knows the event, so that it never overwrites a later change that its user has not seen. */
  #seen: number;
  readonly #live: EditableEvent<{ seq: number }>;

  constructor(live: EditableEvent<{ seq: number }>) {
    this.#live = live;
    this.#seen = live.seen?.seq ?? 0;
  }

  /** Returns whether it was done; a `guarded` request is refused if others have changed the same thing since the form was opened. */
  async send(asked: Wish, guarded = false): Promise<boolean> {
    if (this.busy) return false;
    const wish = { ...asked, ...this.#live.signed, ...(guarded ? { seen: this.#seen } : {}) };
    const text = JSON.stringify(wish);
    // a repeated request keeps its id, so that it is carried out once
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

  /** Fetches the current state, which the form knows from then on. */
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

/** Counts down an event's clock between two messages of the server. */
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
