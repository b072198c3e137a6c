/** The table in plain sentences: everything on it, and how a game ended. */

import { promptFor } from './prompt';
import { otherNames } from './seats';
import { cardsWords, cardWords, listWords, nameOf } from './naming';
import type { PersonSight, GameResultSight, ViewSight } from '../server/types';
import { say } from '../language/words.svelte';

/** Everything on the table, for users who cannot see it at a glance. */
export function overviewOf(view: ViewSight, people: PersonSight[], seat: number | null, partner: number | null): string[] {
  const mine = seat === null ? undefined : view.seats[seat - 1];
  const sentences = [promptFor(view, people, seat)];
  if (mine) {
    sentences.push(
      view.hand.length ? say('table.ov_hand', { cards: listWords(view.hand.map(cardWords)) }) : say('table.ov_no_hand'),
      mine.stock ? say('table.own_stock', { card: cardWords(mine.top), n: mine.stock }) : say('table.own_stock_done'),
      say('table.ov_discards', { piles: piles(mine.discards) }),
      ...(mine.coins ? [say('table.your_coins', { n: mine.coins })] : []),
    );
  }
  view.building.forEach((pile, i) => {
    const place = i + 1;
    const state = pile.height ? say('table.building', { place, height: pile.height, needs: pile.height >= 12 ? 1 : pile.height + 1 }) : say('table.building_free', { place });
    sentences.push(pile.coins ? `${state}. ${say('table.pot', { n: pile.coins })}` : state);
  });
  sentences.push(say('table.draw_pile', { n: view.draw, aside: view.aside }));
  if (view.die !== null) sentences.push(say(view.die_left ? 'table.die_shows' : 'table.die_used', { face: view.die }));
  view.seats.forEach((each, i) => {
    if (i + 1 === seat) return;
    const name = nameOf(people, i + 1);
    sentences.push(
      [
        i + 1 === partner ? say('table.name_partner', { name }) : name,
        ': ',
        say('table.other_piles', {
          n: each.stock,
          top: each.stock ? cardWords(each.top) : say('table.finished'),
          discards: piles(each.discards),
          hand: cardsWords(each.cards),
        }),
        ...(each.coins ? ['. ', say('table.has_coins', { n: each.coins })] : []),
        ...(otherNames(people, i + 1) ? ['. ', say('table.same_player', { names: otherNames(people, i + 1) })] : []),
      ].join(''),
    );
  });
  return sentences.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
}

function piles(discards: string[][]): string {
  return discards
    .map((pile, i) => `${i + 1}: ${pile.length ? pile.map(cardWords).join(', ') : say('table.empty')}`)
    .join('; ');
}

/** With so few stock cards to go, a game was close. */
const CLOSE = 3;

/** Who has won, and why; and whether it was close. */
export function resultWords(result: GameResultSight, people: PersonSight[], seat: number | null): { title: string; why: string; left: string; close: string } {
  if (result.reason !== 'stock') {
    return { title: say('table.nobody_won'), why: say(result.reason === 'blocked' ? 'table.why_blocked' : 'table.why_abandoned'), left: '', close: '' };
  }
  const names = listWords(result.winners.map((each) => nameOf(people, each)));
  const mine = seat !== null && result.winners.includes(seat);
  const pair = result.winners.length > 1;
  const title = mine ? say(pair ? 'table.we_won' : 'table.you_won') : say(pair ? 'table.they_won' : 'table.they_won_one', { names });
  const left = result.stock
    .map((cards, i) => ({ cards, name: nameOf(people, i + 1), seat: i + 1 }))
    .filter((each) => !result.winners.includes(each.seat))
    .map((each) => `${each.seat === seat ? say('table.you') : each.name} ${each.cards}`);
  const others = result.stock.filter((_, i) => !result.winners.includes(i + 1));
  const missed = seat === null || mine ? null : result.stock.reduce((sum, cards, i) => (i + 1 === seat || people[seat - 1]?.partner === i + 1 ? sum + cards : sum), 0);
  const close = missed !== null && missed <= CLOSE ? say('table.close_loss', { n: missed }) : mine && Math.min(...others) <= CLOSE ? say('table.close_win') : '';
  return { title, why: say('table.why_stock', { points: result.points }), left: say('table.stock_left', { left: listWords(left) }), close };
}
