/** What a strong player would do, and why: the server thinks it out from what the seat may know. */

import { answerOf, Refusal, seatAt } from '../server/api';
import { readable } from '../game/naming';

export type Plan = { moves: string[]; chance: number; words: string; reasons: string[] };

export async function askHint(table: string, lang: string): Promise<Plan | null> {
  const secret = seatAt(table)?.secret;
  let response: Response;
  try {
    response = await fetch(`/api/tables/${encodeURIComponent(table)}/hint?lang=${lang}`, {
      method: 'POST',
      headers: secret ? { Authorization: `Seat ${secret}` } : {},
    });
  } catch {
    throw new Refusal('', 'offline', 0);
  }
  const best = (await answerOf<{ plans?: Plan[] }>(response)).plans?.[0];
  return best ? { ...best, words: readable(best.words), reasons: best.reasons.map(readable) } : null;
}
