/** Errors as sentences for users. */

import { Refusal } from './api';
import { say } from '../language/words.svelte';

export function errorText(error: unknown): string {
  if (error instanceof Refusal) return error.reason === 'offline' ? say('offline') : asSentence(error.message) || say('trouble');
  return say('trouble');
}

/** What the server says begins with a small letter here and there, and has no full stop. */
export function asSentence(text: string): string {
  const said = text.charAt(0).toUpperCase() + text.slice(1);
  return !said || /[.!?]$/.test(said) ? said : `${said}.`;
}
