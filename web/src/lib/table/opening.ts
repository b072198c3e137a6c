/** Opening a table, and the choices that are remembered for the next one. */

import { api, keepSeat } from '../server/api';
import { readStored, writeStored } from '../browser/storage';
import { router } from '../browser/router.svelte';
import { settings } from '../settings/settings.svelte';
import type { ChoicesInput } from '../server/types';
import { say } from '../language/words.svelte';

/** The choices for a very first game: a short one. */
const FIRST: ChoicesInput = { edition: 'classic', players: 2, short: true, goal: 0, clock: 'off', bots: { '2': 'casual' } };

/** What "play now" deals: the last game against bots. */
export const quickChoices = (): ChoicesInput => readStored<ChoicesInput>('quick', FIRST);
export const lastChoices = (): ChoicesInput => readStored<ChoicesInput>('last', { edition: 'classic', players: 2 });

export const isForBots = (choices: ChoicesInput): boolean => Object.keys(choices.bots ?? {}).length === (choices.players ?? 2) - 1;

export async function openTable(choices: ChoicesInput): Promise<void> {
  const welcome = await api.open(settings.prefs.name.trim() || say('guest'), { ...choices, pace: 0 });
  keepSeat(welcome);
  writeStored('last', choices);
  if (isForBots(choices)) writeStored('quick', choices);
  router.go(`/t/${welcome.table}`);
}
