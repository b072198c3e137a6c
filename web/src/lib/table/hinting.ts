/** What a strong player would do, and why: the server thinks it out from what the seat may know. */

import { answerOf, Refusal, seatAt } from '../server/api';
import { readable } from '../game/naming';
import { asSentence } from '../server/errors';
import { PROTOCOL } from '../server/protocol';

/** A hint, as the server sends it. */
export type Plan = {
  moves: string[];
  chance: number;
  tries: number;
  words: string;
  reasons: { key: string; good: boolean | null; text: string }[];
};

/** The same in sentences. */
export type Advice = { moves: string[]; words: string; reasons: string[] };

const told = (half: string): string => asSentence(readable(half));

export async function askHint(table: string, lang: string): Promise<Advice | null> {
  const secret = seatAt(table)?.secret;
  let response: Response;
  try {
    response = await fetch(`/api/tables/${encodeURIComponent(table)}/hint?lang=${lang}&version=${PROTOCOL}`, {
      method: 'POST',
      headers: secret ? { Authorization: `Seat ${secret}` } : {},
    });
  } catch {
    throw new Refusal('', 'offline', 0);
  }
  const best = (await answerOf<{ plans?: Plan[] }>(response)).plans?.[0];
  return best ? { moves: best.moves, words: told(best.words), reasons: best.reasons.map(({ text }) => told(text)) } : null;
}
