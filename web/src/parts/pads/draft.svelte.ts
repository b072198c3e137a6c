/** A game while it is being entered; kept until the server has accepted it. */

import { newAskId } from '../../lib/server/keyring';
import { cardsAgainst, sideOf, type PadAsk } from '../../lib/pads/pads';
import type { PadGame, PadGameSight, PadSight } from '../../lib/server/types';

const LONGEST = 3;

export class Draft {
  /** The game that is corrected; nothing for one that is new. */
  readonly number: number | null;
  /** The seat that has won, 0 for a blocked game; nothing as long as it has not been said. */
  winner = $state<number | null>(null);
  /** What is typed, by seat. */
  typed = $state<string[]>([]);
  penalties = $state(false);
  /** The state of the pad that this was begun upon: if somebody else enters something, that is to be seen first. */
  seen = $state(0);
  /** The game that it is meant as. */
  n = $state(1);
  #sent = { text: '', ask: '' };

  constructor(pad: PadSight, game?: PadGameSight) {
    this.number = game?.number ?? null;
    this.winner = game?.winner ?? null;
    this.typed = pad.choices.names.map((_, i) => (game ? String(game.left[i] ?? 0) : ''));
    this.penalties = game?.penalties ?? false;
    this.look(pad);
  }

  /** The person has seen the pad as it is now. */
  look(pad: PadSight): void {
    this.seen = pad.seq;
    this.n = this.number ?? pad.games.length + 1;
  }

  type(seat: number, text: string): void {
    this.typed[seat - 1] = text.replace(/\D/g, '').slice(0, LONGEST);
  }

  /** Piles that are finished because of who has won: nobody need count them. */
  finished(pad: PadSight): number[] {
    if (!this.winner) return [];
    return pad.both ? sideOf(pad, this.winner) : [this.winner];
  }

  /** The seats whose cards are to be counted. */
  open(pad: PadSight): number[] {
    const finished = this.finished(pad);
    return pad.choices.names.map((_, i) => i + 1).filter((seat) => !finished.includes(seat));
  }

  /** The first seat that nothing is typed for. */
  missing(pad: PadSight): number | undefined {
    return this.open(pad).find((seat) => !this.typed[seat - 1]);
  }

  entered(pad: PadSight): PadGame {
    const open = this.open(pad);
    const left = this.typed.map((text, i) => (open.includes(i + 1) ? Number(text) : 0));
    return { winner: this.winner ?? 0, left, ...(this.penalties ? { penalties: true } : {}) };
  }

  cards(pad: PadSight): number {
    return cardsAgainst(pad, this.entered(pad));
  }

  /** More than were dealt: only with penalty cards. */
  tooMany(pad: PadSight): boolean {
    return this.open(pad).some((seat) => Number(this.typed[seat - 1]) > pad.most);
  }

  ask(pad: PadSight): PadAsk {
    const game = this.entered(pad);
    return this.number === null ? { do: 'add', game } : { do: 'fix', number: this.number, game };
  }

  /** The same thing sent again has the same name, and is done once. */
  name(body: PadAsk): string {
    const text = JSON.stringify(body);
    if (text !== this.#sent.text) this.#sent = { text, ask: newAskId() };
    return this.#sent.ask;
  }
}
