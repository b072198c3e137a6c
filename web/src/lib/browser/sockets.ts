/** Sockets of this server, and how long to wait before one that was lost is opened anew. */

export const SHORTEST_WAIT = 300;
export const LONGEST_WAIT = 8000;
/** A page that was asleep for so long may hold a socket that nobody answers any more. */
export const ASLEEP = 25_000;

/** A socket on which nothing is heard for so long after something was asked is dead, though nobody has closed it. */
const UNHEARD = 8000;
/** Where nothing has been heard for so long, a sign of life is asked for; the server's own pings are not shown to a page. */
const SILENT = 20_000;

/** Whether a socket is still alive: those who only look on would not notice otherwise. */
export class Heartbeat {
  readonly #nudge: () => void;
  readonly #dead: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `nudge` asks for a sign of life, and `dead` is called where none has come. */
  constructor(nudge: () => void, dead: () => void) {
    this.#nudge = nudge;
    this.#dead = dead;
  }

  /** Something was heard. */
  heard(): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.asked();
      this.#nudge();
    }, SILENT);
  }

  /** Something was asked for: something must be heard soon. */
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
