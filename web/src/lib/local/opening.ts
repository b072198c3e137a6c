/** The first lines of a table in the page: a person sits down, and bots in the other seats. */

import type { ChoicesInput } from '../server/types';
import { botName } from './decide.ts';
import type { Opened, TableEvent } from './events.ts';
import { optionsFrom } from './options.ts';

/** The node that the person is connected to, as a server's log calls it: this page. */
export const HERE = 'page';

/** The secret is that of the first game; `at` are seconds since 1970. */
export function openingOf(id: string, name: string, seat: number, choices: ChoicesInput, secret: string, at: number): [Opened, ...TableEvent[]] {
  const options = optionsFrom(choices);
  const bots = Object.entries(choices.bots ?? {}).map(([number, level]) => ({ number: Number(number), level }));
  const taken = [name];
  const seated: TableEvent[] = [];
  for (let number = 1; number <= options.facts.players; number += 1) {
    if (number === seat) continue;
    const level = bots.find((bot) => bot.number === number)?.level ?? options.holder;
    const called = botName(number, taken);
    taken.push(called);
    seated.push({ e: 'bot', seat: number, level, name: called });
  }
  return [
    { e: 'opened', id, code: '', choices: options.choices, at },
    { e: 'promised', game: 1, secret },
    { e: 'sat', seat, name, secret: '' },
    ...seated,
    { e: 'here', seat, node: HERE },
  ];
}
