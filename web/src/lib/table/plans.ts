/** The plans of a hint, fetched and compared. */

import { call, seatAt } from '../server/api';
import { readable } from '../game/naming';
import { asSentence } from '../server/errors';
import { PROTOCOL } from '../server/protocol';
import { locale } from '../language/words.svelte';

/** A plan as the server sends it: what a strong player would do, and why. */
type Plan = { moves: string[]; chance: number; words: string; reasons: { good: boolean | null; text: string }[]; steps?: string[]; equal?: boolean };
export type Advice = {
  moves: string[];
  /** The first move in which it differs from the other plans. */
  move: string;
  chance: number;
  words: string;
  reasons: string[];
  equal: boolean;
};

/** As many plans as stand side by side. */
const SHOWN = 3;
/** Plans that are this much worse than the best are not worth comparing. */
const WORSE = 0.25;

export async function bestPlans(table: string): Promise<Advice[]> {
  const secret = seatAt(table)?.secret;
  const path = `/api/tables/${encodeURIComponent(table)}/hint?lang=${locale.lang}&version=${PROTOCOL}`;
  const { plans = [] } = await call<{ plans?: Plan[] }>('POST', path, undefined, secret ? { Authorization: `Seat ${secret}` } : {});
  return compared(plans);
}

/** The plans worth comparing, each with the move in which they differ. */
function compared(plans: Plan[]): Advice[] {
  const best = plans[0];
  if (!best) return [];
  const worth = plans.filter((plan) => best.chance - plan.chance <= WORSE).slice(0, SHOWN);
  const differs = (plan: Plan, other: Plan | undefined): string => plan.moves.find((move, i) => move !== other?.moves[i]) ?? plan.moves.at(-1) ?? '';
  const sentence = (text: string): string => asSentence(readable(text));
  return worth.map((plan, i) => ({
    moves: plan.moves,
    move: differs(plan, i ? best : worth[1]),
    chance: plan.chance,
    words: sentence(plan.words),
    reasons: plan.reasons.map(({ text }) => sentence(text)),
    equal: plan.equal ?? false,
  }));
}
