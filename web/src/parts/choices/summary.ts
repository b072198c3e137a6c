/** A table's choices in a few words. */

import { catalogue } from '../../lib/server/catalogue.svelte';
import type { ChoicesInput } from '../../lib/server/types';
import { botName, levelName } from '../../lib/language/levels';
import { say } from '../../lib/language/words.svelte';

export function editionTitle(name: string): string {
  return catalogue.edition(name)?.title ?? name.charAt(0).toUpperCase() + name.slice(1);
}

export function summary(choices: ChoicesInput): string {
  const levels = Object.values(choices.bots ?? {});
  const [first] = levels;
  const alike = first !== undefined && levels.every((level) => level === first);
  const bots = levels.length === 0 ? '' : levels.length === 1 ? botName(first ?? '') : say('home.bots', { n: levels.length });
  return [
    editionTitle(choices.edition ?? 'classic'),
    choices.short ? say('home.short') : '',
    choices.partners ? say('home.pairs') : '',
    alike && levels.length > 1 ? `${bots} (${levelName(first).toLowerCase()})` : bots,
  ]
    .filter(Boolean)
    .join(' · ');
}
