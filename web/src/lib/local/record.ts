/** The record of a finished game, with the proof of its chance, as a server writes it. */

import known from './facts/facts.json' with { type: 'json' };
import type { Room } from './room.ts';
import { hex, sha256, unhex } from '../replay/sha256.ts';

export function recordOf(room: Room): Record<string, unknown> | null {
  const { game, result, options } = room;
  if (!game || !result) return null;
  const { facts, goal } = options;
  return {
    docena: known.record_version,
    edition: options.edition,
    options: {
      stock: facts.stock,
      partners: facts.partners,
      table: facts.open ? 'open' : 'strict',
      ...(goal === null ? {} : { goal }),
    },
    players: room.seats.map((seat) => ({ name: seat.name, kind: seat.kind === 'bot' ? 'bot' : 'human' })),
    first: game.first,
    deck: game.deck.join(' '),
    log: [...game.log],
    result,
    tags: {
      fair: {
        drawn: game.firstDrawn,
        game: `${room.opened.id}/${room.number}`,
        commit: hex(sha256(unhex(room.dealtFrom) ?? new Uint8Array())),
        secret: room.dealtFrom,
        contributions: room.contributions,
      },
      table: room.opened.id,
      game: room.number,
      ...(room.undone ? { undone: room.undone } : {}),
    },
  };
}
