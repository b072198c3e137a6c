/** Errors as sentences for users. */

import { Refusal } from './api';
import { say } from '../language/words.svelte';

export function errorText(error: unknown): string {
  if (error instanceof Refusal) return error.reason === 'offline' ? say('offline') : asSentence(error.message) || say('trouble');
  return say('trouble');
}

/** The server's reasons begin with a small letter and have no full stop. */
function asSentence(text: string): string {
  const said = text.charAt(0).toUpperCase() + text.slice(1);
  return !said || /[.!?]$/.test(said) ? said : `${said}.`;
}
