/** What a command leads to at a table in the page: events, or a refusal. Nothing is changed here. */

import type { Command } from '../server/types';
import type { TableEvent } from './events.ts';
import known from './facts/facts.json' with { type: 'json' };
import type { Room } from './room.ts';

/** The key of the sentence, and a word for programs. */
export class Refused extends Error {
  readonly key: string;
  readonly reason: string;
  readonly parts: Record<string, string | number>;

  constructor(key: string, reason = 'not_now', parts: Record<string, string | number> = {}) {
    super(key);
    this.key = key;
    this.reason = reason;
    this.parts = parts;
  }
}

export function decide(room: Room, ask: Command): TableEvent[] {
  if (room.closed) throw new Refused('closed', 'closed');
  const seat = room.person;
  if (ask.do === 'ping') return [];
  if (seat === null) throw new Refused('spectator', 'not_yours');
  switch (ask.do) {
    case 'move':
      return decideMove(room, seat, ask.seq, ask.move);
    case 'undo':
      return decideUndo(room, seat, ask.seq);
    case 'ready': {
      const given: TableEvent[] = ask.contribution ? [{ e: 'contributed', seat, hex: ask.contribution }] : [];
      if (room.phase === 'playing') throw new Refused('not_between');
      return room.seat(seat).ready ? given : [...given, { e: 'ready', seat }];
    }
    case 'bot':
      return decideBot(room, ask.seat, ask.level);
    case 'away':
      return room.seat(seat).held ? [] : [{ e: 'held', seat }];
    case 'back':
      return room.seat(seat).held ? [{ e: 'back', seat }] : [];
    case 'abandon':
      if (room.phase !== 'playing') throw new Refused('not_playing');
      return [{ e: 'ended' }];
    case 'stand':
    case 'close':
      // nobody else is here: a game that is left is given up
      return room.phase === 'playing' ? [{ e: 'ended' }, { e: 'closed' }] : [{ e: 'closed' }];
    case 'agree':
      throw new Refused('nothing_to_agree');
    case 'nudge':
      throw new Refused('nobody_to_nudge');
    case 'say':
      throw new Refused('chat_off');
    default:
      throw new Refused('no_choice');
  }
}

function decideMove(room: Room, seat: number, seq: number, move: string): TableEvent[] {
  const { game } = room;
  if (room.phase !== 'playing' || !game) throw new Refused('not_playing');
  if (seq !== room.stamp) throw new Refused('stale', 'stale');
  const { mover } = game.position;
  const act = move.includes(':');
  if (act && Number(move[0]) !== seat) throw new Refused('other_seat', 'not_yours');
  if (!act && mover !== seat) throw new Refused('not_your_turn', 'not_yours', { name: room.seat(mover).name });
  if (!game.position.view(seat).legal.includes(move)) throw new Refused('no_choice', 'illegal');
  const moved: TableEvent = { e: 'moved', seat, move };
  return room.seat(seat).held ? [{ e: 'back', seat }, moved] : [moved];
}

function decideUndo(room: Room, seat: number, seq: number): TableEvent[] {
  if (room.phase !== 'playing') throw new Refused('not_playing');
  if (seq !== room.stamp) throw new Refused('stale', 'stale');
  const back = room.moves.length - room.moves.map((move) => move.seat === seat && !move.bot).lastIndexOf(true);
  // bots do not mind, whatever has come to light since
  if (back > room.moves.length) throw new Refused('nothing_to_undo');
  const undone: TableEvent = back === 1 ? { e: 'undone', seat } : { e: 'undone', seat, moves: back };
  return room.seat(seat).held ? [{ e: 'back', seat }, undone] : [undone];
}

function decideBot(room: Room, number: number, level: string): TableEvent[] {
  if (room.phase !== 'gathering' && room.phase !== 'over') throw new Refused('not_gathering');
  if (!known.levels.includes(level)) throw new Refused('no_level', 'bad', { level, levels: known.levels.join(', ') });
  if (number > room.seats.length) throw new Refused('no_seat', 'bad', { seat: number });
  const { kind, name, level: present } = room.seat(number);
  if (kind === 'person') throw new Refused('taken', 'taken');
  return present === level ? [] : [{ e: 'bot', seat: number, level, name: name || botName(number, names(room)) }];
}

const names = (room: Room): string[] => room.seats.map((seat) => seat.name).filter(Boolean);

const plain = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A name for the bot in a seat, different from all others at the table. */
export function botName(seat: number, taken: readonly string[]): string {
  const ordered = [...known.bot_names.slice(seat - 1), ...known.bot_names.slice(0, seat - 1)];
  return ordered.find((name) => !taken.some((other) => plain(other) === plain(name))) ?? '';
}
