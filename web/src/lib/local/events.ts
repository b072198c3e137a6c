/** What can happen at a table in the page: the lines of its log, in the form of a server's, which can read it as well. */

import type { ChoicesInput } from '../server/types';

export type Opened = { e: 'opened'; id: string; code: string; choices: ChoicesInput; at: number };
export type TableEvent =
  | Opened
  | { e: 'promised'; game: number; secret: string }
  | { e: 'sat'; seat: number; name: string; secret: string }
  | { e: 'bot'; seat: number; level: string; name: string }
  | { e: 'here'; seat: number; node: string }
  | { e: 'held' | 'back' | 'ready' | 'left' | 'stood'; seat: number }
  | { e: 'contributed'; seat: number; hex: string }
  | { e: 'dealt'; game: number; first?: number }
  | { e: 'moved'; seat: number; move: string; by?: 'bot' }
  | { e: 'undone'; seat: number; moves?: number }
  | { e: 'said'; seat: number; phrase: string }
  | { e: 'ended' }
  | { e: 'closed' };
