/** Chat messages: shown beside the player for a while, announced to screen readers, and counted until they are read. */

import { untrack } from 'svelte';
import { api } from '../server/api';
import { giveFeedback } from '../settings/feedback';
import { nameOf } from '../game/naming';
import type { Table } from './table.svelte';
import type { SaidSight } from '../server/types';
import { say, locale } from '../language/words.svelte';

const SHOWN_FOR = 7000;

export class Chat {
  phrases = $state.raw<Record<string, string>>({});
  /** By seat. */
  speech = $state<Record<number, string>>({});
  /** The latest message of another player, with the name. */
  latest = $state('');
  unread = $state(0);
  reading = $state(false);
  #heard = 0;
  #table: Table;
  #announce: (words: string) => void;

  constructor(table: Table, announce: (words: string) => void) {
    this.#table = table;
    this.#announce = announce;
    const asked = api.phrases(locale.lang).then((found) => void (this.phrases = found), () => undefined);
    $effect(() => {
      const count = table.heard;
      untrack(() => {
        for (const each of table.said.slice(table.said.length - (count - this.#heard))) {
          // a preset phrase can be announced once the phrases have been fetched
          if (each.text) this.#hear(each);
          else void asked.then(() => this.#hear(each));
        }
        this.#heard = count;
      });
    });
    $effect(() => {
      if (this.reading) this.unread = 0;
    });
  }

  #hear(said: SaidSight): void {
    const words = said.text || this.phrases[said.phrase ?? ''] || '';
    if (!words) return;
    this.speech[said.seat] = words;
    setTimeout(() => {
      if (this.speech[said.seat] === words) delete this.speech[said.seat];
    }, SHOWN_FOR);
    if (said.seat === this.#table.seat) return;
    const name = nameOf(this.#table.people, said.seat);
    const latest = `${name}: ${words}`;
    this.latest = latest;
    setTimeout(() => {
      if (this.latest === latest) this.latest = '';
    }, SHOWN_FOR);
    this.#announce(say('table.says', { name, words }));
    giveFeedback('said');
    if (!this.reading) this.unread += 1;
  }
}
