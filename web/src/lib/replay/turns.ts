/** A replay as turns: the lines of each, and what was played in it. */

import { readChance, readMove } from '../game/moves';
import type { Step } from './replays';

export type Turn = {
  seat: number;
  /** Its first and its last page. */
  from: number;
  to: number;
  words: string[];
  played: string[];
  discarded: string;
};

export function turnsOf(steps: Step[]): Turn[] {
  const turns: Turn[] = [];
  let open: Turn | null = null;
  for (let i = 1; i < steps.length; i += 1) {
    const [before, step] = [steps[i - 1], steps[i]];
    if (!before || !step) continue;
    const seat = before.view.mover;
    if (!open || open.seat !== seat || before.view.turns !== steps[open.from - 1]?.view.turns) {
      open = { seat, from: i, to: i, words: [], played: [], discarded: '' };
      turns.push(open);
    }
    open.to = i;
    open.words.push(step.words);
    if (readChance(step.line)) continue;
    const move = readMove(step.line, seat, null);
    if (!move?.source) continue;
    if (move.kind === 'discard' || move.kind === 'extra') {
      if (move.source.zone === 'hand') open.discarded = move.source.card;
      continue;
    }
    const { source } = move;
    const owner = 'seat' in source ? before.view.seats[source.seat - 1] : undefined;
    const face = source.zone === 'hand' ? source.card : source.zone === 'stock' ? owner?.top : source.zone === 'discard' ? owner?.discards[source.pile - 1]?.at(-1) : undefined;
    if (face) open.played.push(face);
  }
  return turns;
}
