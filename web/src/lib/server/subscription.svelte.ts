/** Follows a pad or an event: its socket announces that there is something new, which is then fetched. */

import { ASLEEP, closeSocket, Heartbeat, HiddenTime, LONGEST_WAIT, openSocket, SHORTEST_WAIT } from '../browser/sockets';

/** Without a socket, or after a failed fetch, polls at this interval. */
const POLL = 4000;
/** A connection that is back within this time is not reported as lost. */
const PATIENCE = 2500;

export class Subscription {
  /** There has been no socket for a while: what is shown may be some seconds old. */
  down = $state(false);

  readonly #path: string | null;
  readonly #look: () => Promise<number>;
  #socket: WebSocket | null = null;
  #told = 0;
  #shown = 0;
  #looking: Promise<void> | null = null;
  #again = false;
  #wait = SHORTEST_WAIT;
  #reopen: ReturnType<typeof setTimeout> | undefined;
  #missed: ReturnType<typeof setTimeout> | undefined;
  readonly #poll: ReturnType<typeof setInterval>;
  readonly #hidden = new HiddenTime();
  #left = false;
  /** The server answers any message with the number of the last line. */
  readonly #heartbeat = new Heartbeat(
    () => this.#socket?.send('{}'),
    () => {
      this.#miss();
      this.#renew();
    },
  );

  /** `path` is that of the socket, if there is one; `look` fetches and shows the current state and returns its `seq`. */
  constructor(path: string | null, look: () => Promise<number>) {
    this.#path = path;
    this.#look = look;
    this.#poll = setInterval(() => {
      const deaf = this.#socket?.readyState !== WebSocket.OPEN;
      if ((deaf || this.#told > this.#shown) && document.visibilityState === 'visible') this.#quietly();
    }, POLL);
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#open();
    this.#quietly();
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#reopen);
    clearTimeout(this.#missed);
    clearInterval(this.#poll);
    this.#heartbeat.stop();
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    closeSocket(this.#socket);
  }

  /** Fetches at once, as after a change of one's own; errors are thrown here, and the fetch is tried again later. */
  refresh(): Promise<void> {
    if (this.#looking) this.#again = true;
    this.#looking ??= this.#run().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #run(): Promise<void> {
    let before: number;
    do {
      this.#again = false;
      before = this.#shown;
      this.#shown = await this.#look();
      if (this.#path === null) this.down = false;
      // something newer may have been announced meanwhile
    } while ((this.#again || (this.#told > this.#shown && this.#shown > before)) && !this.#left);
  }

  #quietly(): void {
    if (this.#left) return;
    this.refresh().catch(() => {
      if (this.#path === null) this.down = true;
    });
  }

  #open(): void {
    if (this.#path === null) return;
    const socket = openSocket(this.#path);
    this.#socket = socket;
    this.#heartbeat.asked();
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#wait = SHORTEST_WAIT;
      this.#heartbeat.heard();
      clearTimeout(this.#missed);
      this.#missed = undefined;
      this.down = false;
      const { seq } = JSON.parse(String(event.data)) as { seq?: number };
      if (seq === undefined) return;
      this.#told = seq;
      if (seq > this.#shown && !this.#looking) this.#quietly();
    };
    socket.onclose = () => {
      if (this.#left || this.#socket !== socket) return;
      this.#heartbeat.stop();
      this.#miss();
      this.#reopen = setTimeout(() => this.#open(), this.#wait + Math.random() * 200);
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    };
  }

  #miss(): void {
    this.#missed ??= setTimeout(() => (this.down = true), PATIENCE);
  }

  #wake = (): void => {
    const slept = this.#hidden.ended();
    if (slept === null) return;
    const open = this.#socket?.readyState === WebSocket.OPEN;
    if (!this.#left && (!open || slept >= ASLEEP)) this.#renew();
  };

  /** Replaces a dead socket, and fetches what it may have missed. */
  #renew(): void {
    clearTimeout(this.#reopen);
    this.#wait = SHORTEST_WAIT;
    const old = this.#socket;
    this.#socket = null;
    closeSocket(old);
    this.#open();
    this.#quietly();
  }
}
