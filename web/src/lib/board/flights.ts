/** Flights of cards and coins from one place of the board to another. */

/** Where something is on the screen, in pixels. */
export type Box = { x: number; y: number; width: number; height: number };

export type Flight = {
  id: number;
  face: string | null;
  coin?: boolean;
  /** Where it starts, passes and ends. */
  way: Box[];
  delay: number;
  ms: number;
  /** It flies face down and turns over at the end of its way. */
  turns?: boolean;
  /** It stays at its last stop but one for this long before it goes on. */
  rests?: number;
  /** It leaves the table at the end of its way. */
  leaves?: boolean;
};
