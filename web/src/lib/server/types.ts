/** The messages of the server, as `/api/schema.json` describes them; a test compares the two. */

export type BuildingSight = { height: number; top: string | null; cards: string[]; coins: number };

export type SeatSight = {
  partner: number | null;
  cards: number;
  stock: number;
  top: string | null;
  discards: string[][];
  coins: number;
  passed: boolean;
  penalised: boolean;
};

export type InterruptedSight = { die: string | null; die_left: number; talks: number; owed: number };

export type ViewSight = {
  turn: number;
  mover: number;
  turns: number;
  moves: number;
  played: boolean;
  moved: boolean;
  over: boolean;
  winners: number[];
  awaits: string | null;
  building: BuildingSight[];
  draw: number;
  aside: number;
  aside_cards: Record<string, number>;
  die: string | null;
  die_left: number;
  toll: number;
  toll_place: number | null;
  refill: boolean;
  must_follow: number | null;
  plays_ended: boolean;
  owed: number;
  talks: number;
  interrupted: InterruptedSight | null;
  seats: SeatSight[];
  hand: string[];
  legal: string[];
};

export type PersonSight = {
  kind: 'empty' | 'person' | 'bot';
  name: string;
  level: string;
  here: boolean;
  held: boolean;
  ready: boolean;
  partner: number | null;
  client: number | null;
};

export type ScoreSight = {
  goal: number | null;
  games: number | null;
  rows: number[][];
  sides: number[][];
  totals: number[];
  wins: number[];
  over: boolean;
  winners: number[];
};

export type Choices = {
  edition?: string;
  players?: number;
  stock?: number | null;
  short?: boolean;
  partners?: boolean | null;
  table?: 'strict' | 'open';
  goal?: number | null;
  games?: number | null;
  clock?: 'off' | 'soft' | 'strict';
  seconds?: number;
  bots?: Record<string, string>;
  holder?: string;
  public?: boolean;
  chat?: 'off' | 'phrases' | 'free';
  pace?: number;
};

export type Result = { reason: 'stock' | 'blocked' | 'abandoned'; winners: number[]; stock: number[]; points: number };

export type Phase = 'gathering' | 'playing' | 'between' | 'over' | 'closed';

export type TableSight = {
  id: string;
  code: string;
  choices: Choices;
  stock: number;
  partners: boolean;
  phase: Phase;
  host: number | null;
  game: number;
  first: number | null;
  people: PersonSight[];
  score: ScoreSight;
  commit: string;
  result: Result | null;
  undo: number | null;
  agreed: number[];
  undone: number;
  nudged: number | null;
  /** Its seats are kept for the entries of a tournament. */
  reserved: boolean;
};

export type LogSight = { start: number; lines: string[]; words?: string[] };
export type SaidSight = { seat: number; phrase?: string; text?: string };
export type ClockSight = { seat: number; ms: number; then: 'nudge' | 'bot' };

export type State = {
  type: 'state';
  seq: number;
  id?: string;
  table?: TableSight;
  log?: LogSight;
  said?: SaidSight[];
  clock?: ClockSight;
  view?: ViewSight;
  seat?: number;
};

export type Answer = {
  type: 'answer';
  id: string | null;
  ok: boolean;
  why?: string;
  reason?: string;
  clause?: string;
  ticket?: string;
};

export type Going = { type: 'going'; ms: number };
export type Message = State | Answer | Going;

export type Welcome = { table: string; code: string; seat: number; secret: string; link: string };
