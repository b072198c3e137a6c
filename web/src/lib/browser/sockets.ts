/** Sockets of this server: opening and closing them, waiting times between attempts, and the heartbeat. */

export const SHORTEST_WAIT = 300;
export const LONGEST_WAIT = 8000;
/** After this long in the background, a socket may be dead. */
export const ASLEEP = 25_000;

/** A socket is dead if nothing arrives for this long after a request. */
const UNHEARD = 8000;
/** After this long without a message, the server is asked for a sign of life; pages do not see its pings. */
const SILENT = 20_000;

/** Checks that a socket is alive, also while there is nothing to send. */
export class Heartbeat {
  readonly #nudge: () => void;
  readonly #dead: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `nudge` asks for a sign of life; `dead` is called if none arrives. */
  constructor(nudge: () => void, dead: () => void) {
    this.#nudge = nudge;
    this.#dead = dead;
  }

  /** A message arrived. */
  heard(): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.asked();
      this.#nudge();
    }, SILENT);
  }

  /** A request was sent: something must arrive soon. */
  asked(): void {
    this.stop();
    this.#timer = setTimeout(this.#dead, UNHEARD);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** How long the page has been hidden; a page that is hidden may be put to sleep. */
export class HiddenTime {
  #since = 0;

  /** The milliseconds for which the page was hidden, now that it is shown again; null while it is hidden. */
  ended(): number | null {
    if (document.visibilityState === 'hidden') {
      this.#since = performance.now();
      return null;
    }
    const lasted = this.#since ? performance.now() - this.#since : 0;
    this.#since = 0;
    return lasted;
  }
}

export function openSocket(path: string): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${path}`);
}

/** Closes a socket; one that is still being opened would complain, and is closed when it is open. */
export function closeSocket(socket: WebSocket | null): void {
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}
