/** What happens at a table beside the cards: somebody leaves or comes back, a bot plays for them, a hint is used. */

import { untrack } from 'svelte';
import { readStored, writeStored } from '../browser/storage';
import { say } from '../language/words.svelte';
import type { Notice } from './notice.svelte';
import type { Line, Table } from './table.svelte';
import type { PersonSight } from '../server/types';

type Seen = { game: number; lines: number };
/** As many tables as seats are stored. */
const MOST = 50;

/** How many turns of a seat there are among some lines. */
export function turnsOf(lines: Line[], seat: number): number {
  return lines.filter((line, i) => line.seat === seat && lines[i - 1]?.seat !== seat).length;
}

export class Happenings {
  #people: PersonSight[] = [];
  /** Where in the log a bot began to play for a seat. */
  #since: Record<number, number> = {};
  #joined = false;

  /** To be created with the screen of a table. */
  constructor(table: Table, notice: Notice, announce: (words: string) => void) {
    const tell = (words: string): void => {
      notice.show(words, true);
      announce(words);
    };
    $effect(() => {
      void table.table;
      void table.lines;
      untrack(() => this.#follow(table, tell));
    });
  }

  #follow(table: Table, tell: (words: string) => void): void {
    const { people, seat, lines } = table;
    const before = this.#people;
    this.#people = people;
    if (!table.playing) {
      this.#since = {};
      return;
    }
    this.#keep(table, tell);
    people.forEach((person, i) => {
      const was = before[i];
      const number = i + 1;
      if (!was || was.name !== person.name || person.kind !== 'person' || number === seat) return;
      const { name } = person;
      if (person.hints > was.hints) tell(say('table.hint_used', { name }));
      if (person.held && !was.held) {
        this.#since[number] = lines.length;
        tell(say('table.bot_takes_over', { name }));
      } else if (was.held && !person.held) {
        const n = turnsOf(lines.slice(this.#since[number] ?? lines.length), number);
        tell(n ? say('table.is_back_played', { name, n }) : say('table.is_back', { name }));
      } else if (was.here !== person.here && !person.held) tell(say(person.here ? 'table.is_back' : 'table.is_gone', { name }));
    });
  }

  /** What a bot has played for this player since this browser last saw the table. */
  #keep(table: Table, tell: (words: string) => void): void {
    const { table: sight, seat, lines } = table;
    if (!sight || seat === null) return;
    const { [sight.id]: seen, ...others } = readStored<Record<string, Seen>>('seen', {});
    if (!this.#joined && seen?.game === sight.game) {
      const n = turnsOf(lines.slice(seen.lines), seat);
      if (n) tell(say('table.played_for_you', { n }));
    }
    this.#joined = true;
    if (table.held || (seen?.game === sight.game && seen.lines === lines.length)) return;
    writeStored('seen', { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [sight.id]: { game: sight.game, lines: lines.length } });
  }
}
