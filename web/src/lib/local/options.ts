/** The options of a table in the page, from the choices that a person made. */

import type { Facts } from '../engine/position.ts';
import { unshuffled } from '../replay/chance.ts';
import type { ChoicesInput } from '../server/types';
import known from './facts/facts.json' with { type: 'json' };

export type EditionName = keyof typeof known.editions;

export type Options = {
  edition: EditionName;
  /** Only what differs from the usual, as a server keeps choices. */
  choices: ChoicesInput;
  facts: Facts;
  goal: number | null;
  games: number | null;
  /** Whoever begins is found by drawing for the deal (2.1), and not by lot. */
  dealer: boolean;
  pace: number;
  holder: string;
};

/** Choices that do not go together: the page offers none of them. */
export class BadChoices extends Error {}

function isEdition(name: string): name is EditionName {
  return name in known.editions;
}

export function optionsFrom(choices: ChoicesInput): Options {
  const { edition = 'classic', players = 2, table = 'strict', short = false } = choices;
  if (!isEdition(edition)) throw new BadChoices(edition);
  const facts = known.editions[edition];
  const partners = choices.partners ?? facts.partners === 'always';
  const cards: Record<string, number> = facts.cards;
  const deck = Object.entries(cards).flatMap(([card, n]) => Array.from({ length: n }, () => card));
  const usual: Record<string, number | undefined> = facts.stock;
  const stock = choices.stock ?? (short ? known.short_stock : usual[String(players)]);
  const right =
    stock !== undefined &&
    facts.players.includes(players) &&
    (partners ? facts.partners !== 'never' && (players === 4 || players === 6) : facts.partners !== 'always') &&
    (table === 'strict' || facts.open_tables) &&
    stock >= 1 &&
    stock * players <= deck.length;
  if (!right) throw new BadChoices(JSON.stringify(choices));
  const chosen = typeof choices.goal === 'number' || typeof choices.games === 'number';
  return {
    edition,
    choices: unusual(choices),
    facts: {
      players,
      stock,
      partners,
      partner_piles: partners && facts.partner_piles,
      die: facts.die,
      coins: facts.coins,
      open: table === 'open',
      deck: unshuffled(deck),
    },
    goal: chosen ? (choices.goal ?? null) : facts.games === null ? facts.goal : null,
    games: chosen ? (choices.games ?? null) : facts.games,
    dealer: facts.first === 'dealer',
    pace: choices.pace ?? 0,
    holder: choices.holder ?? known.choices.holder,
  };
}

function unusual(choices: ChoicesInput): ChoicesInput {
  const usual: Record<string, unknown> = known.choices;
  const order = Object.keys(usual);
  const kept = Object.entries(choices).filter(([key, value]) => key in usual && JSON.stringify(value) !== JSON.stringify(usual[key]));
  return Object.fromEntries(kept.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
}
