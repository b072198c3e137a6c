/**
 * Checks that the chance of a game was the one that was promised before it: every shuffle, roll and lot is computed
 * again from the secret that was opened after the game, as `docena verify` does it.
 */

import type { ViewSight } from '../server/types';
import { readChance } from '../game/moves.ts';
import { Chance, firstSeat, unshuffled } from './chance.ts';
import { Astray, DealtCards } from './dealtCards.ts';
import { hex, sha256, unhex } from './sha256.ts';

export type Fair = { game: string; commit: string; secret: string; contributions?: string[]; drawn?: boolean };
export type GameRecord = {
  edition: string;
  players: { name: string; kind?: string }[];
  first: number;
  deck: string;
  log: string[];
  options: { stock?: number | null; partners?: boolean | null };
  tags?: { fair?: Fair };
};
export type ReplayedGame = { dealer: boolean; stock: number; record: GameRecord; steps: { line: string; view: ViewSight }[] };

/** What is wrong: the kind, and the line of the log where it shows. */
export type Fault = { kind: 'none' | 'form' | 'commit' | 'deck' | 'first' | 'line' | 'cards'; line?: number };
export type Verdict = { fault: Fault | null; commit: string; contributions: string[]; drawn: boolean; shuffles: number; rolls: number };

/** Computes all chance of a game again, and compares it with the record, line by line. */
export function checkProof(told: ReplayedGame): Verdict {
  const { record } = told;
  const fair = record.tags?.fair;
  const verdict: Verdict = {
    fault: null,
    commit: fair?.commit ?? '',
    contributions: fair?.contributions ?? [],
    drawn: fair?.drawn ?? true,
    shuffles: 0,
    rolls: 0,
  };
  const wrong = (kind: Fault['kind'], line?: number): Verdict => ({ ...verdict, fault: line === undefined ? { kind } : { kind, line } });
  if (!fair) return wrong('none');
  const secret = unhex(fair.secret ?? '');
  const contributions = verdict.contributions.map(unhex);
  if (!secret || typeof fair.game !== 'string' || fair.game.includes('\n') || contributions.includes(null)) return wrong('form');
  if (hex(sha256(secret)) !== fair.commit) return wrong('commit');
  const chance = new Chance(secret, fair.game, contributions as Uint8Array[]);
  const deck = record.deck.split(/\s+/).filter(Boolean);
  const start = unshuffled(deck);
  if (chance.shuffle(start).join(' ') !== deck.join(' ')) return wrong('deck');
  verdict.shuffles = 1;
  if (verdict.drawn && firstSeat(chance, start, record.players.length, told.dealer) !== record.first) return wrong('first');
  let at = 0;
  try {
    const table = new DealtCards(record.players.length, record.first, told.stock, deck);
    const [dealt, ...steps] = told.steps;
    if (!dealt || steps.length !== record.log.length) return wrong('cards');
    table.step('', dealt.view);
    for (const step of steps) {
      const line = record.log[at] as string;
      if (line !== step.line) return wrong('cards', at);
      const came = readChance(line);
      if (came?.word === 'roll') {
        if (line !== `roll ${chance.roll()}`) return wrong('line', at);
        verdict.rolls += 1;
      } else if (came) {
        const head = came.word === 'restock' ? `restock ${came.seat}` : came.word;
        if (line !== `${head} ${chance.shuffle(table.lying(came)).join(' ')}`) return wrong('line', at);
        verdict.shuffles += 1;
      }
      table.step(line, step.view);
      at += 1;
    }
  } catch (error) {
    if (!(error instanceof Astray)) throw error;
    return wrong('cards', at);
  }
  return verdict;
}
