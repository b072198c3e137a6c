/** Sockets of this server, and how long to wait before one that was lost is opened anew. */

export const SOONEST = 300;
export const LATEST = 8000;
/** A page that was asleep for so long may hold a socket that nobody answers any more. */
export const ASLEEP = 25_000;

/** A socket on which nothing is heard for so long after something was asked is dead, though nobody has closed it. */
export const UNHEARD = 8000;

export function openSocket(path: string): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${path}`);
}

/** Closes a socket; one that is still being opened would complain, and is closed when it is open. */
export function hangUp(socket: WebSocket | null): void {
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}
