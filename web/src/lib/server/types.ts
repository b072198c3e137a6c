/** The types of the API, made by `web/make_types.py` from what the server declares; do not edit them here. */

export type Abandon = {
  do: 'abandon';
  id: string;
};

export type AccountSight = {
  account: string;
  name: string;
  created: number;
  password: boolean;
  passkeys: PasskeySight[];
};

export type Add = {
  do: 'add';
  game: PadGame;
  ask: string;
  seen?: number | null;
};

export type Admit = {
  do: 'admit';
  id: string;
  request: string;
  yes: boolean;
};

export type Adopt = {
  key: string;
};

export type Adopted = {
  games: number;
};

export type Agree = {
  do: 'agree';
  id: string;
  yes: boolean;
};

export type AnalysisSight = {
  start: number[];
  sides: number[][];
  turns: TurnSight[];
  decisions: DecisionSight[];
  ledger: LedgerSight[];
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

export type AskToSit = {
  name: string;
  seat?: number | null;
};

export type Assertion = {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
};

export type Attestation = {
  clientDataJSON: string;
  attestationObject: string;
};

export type AuditTrail = {
  lines: Audited[];
};

export type Audited = {
  seq: number;
  at: string;
  by: string;
  text: string;
  void: boolean;
};

export type Away = {
  do: 'away';
  id: string;
};

export type BuildingSight = {
  height: number;
  top: string | null;
  cards: string[];
  coins: number;
};

export type Catalogue = {
  editions: EditionSight[];
  short_stock: number;
  levels: string[];
};

export type ChangeChoices = {
  do: 'change';
  choices: EventChoicesInput;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Choices = {
  edition?: string;
  players?: number;
  stock?: number;
  short?: boolean;
  partners?: boolean;
  table?: 'open' | 'strict';
  goal?: number;
  games?: number;
  clock?: 'off' | 'soft' | 'strict';
  seconds?: number;
  bots?: { [key: string]: string };
  holder?: 'beginner' | 'casual' | 'expert' | 'master' | 'skilled';
  hints?: boolean;
  public?: boolean;
  approval?: boolean;
  chat?: 'free' | 'off' | 'phrases';
  pace?: number;
};

export type ChoicesInput = {
  edition?: string;
  players?: number;
  stock?: number | null;
  short?: boolean;
  partners?: boolean | null;
  table?: 'open' | 'strict';
  goal?: number | null;
  games?: number | null;
  clock?: 'off' | 'soft' | 'strict';
  seconds?: number;
  bots?: { [key: string]: string };
  holder?: 'beginner' | 'casual' | 'expert' | 'master' | 'skilled';
  hints?: boolean;
  public?: boolean;
  approval?: boolean;
  chat?: 'free' | 'off' | 'phrases';
  pace?: number | null;
};

export type Clear = {
  do: 'clear';
  game: number;
  table: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type ClockSight = {
  seat: number;
  ms: number;
  then: 'bot' | 'nudge';
};

export type Close = {
  do: 'close';
  id: string;
};

export type ComeBack = {
  do: 'back';
  entry: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Command = Hello | MakeMove | Undo | Agree | Say | GetReady | Start | SeatBot | Stand | Away | TakeSeatBack | Nudge | MakeTicket | Abandon | Close | SetApproval | Admit | Ping;

export type Confirm = {
  do: 'confirm';
  game: number;
  table: number;
  side?: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Correct = {
  do: 'correct';
  game: number;
  table: number;
  outcome: GameOutcome;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Credentials = {
  name: string;
  password: string;
  device?: string;
};

export type DayLine = {
  who: string;
  won: boolean;
  margin: number;
  turns: number;
};

export type DayProof = {
  day: string;
  secret: string;
};

export type DaySight = {
  day: string;
  choices: Choices;
  played: number;
  won: number;
  best: number | null;
  quickest: number | null;
  commit: string;
  revealed: DayProof;
  mine: DayLine | null;
  rank: number | null;
  attempt: string;
  streak: number;
  days: (boolean | null)[];
};

export type DecisionSight = {
  turn: number;
  seat: number;
  ply: number;
  moves: string[];
  chance: number;
  best: string[];
  best_chance: number;
  cost: number;
  mistake: boolean;
  words: string;
  best_words: string;
  reasons: string[];
  against: string[];
};

export type DirectorSight = {
  event: EventSight;
  paper: string;
  link: string;
  tables: { [key: string]: string };
  entries: { [key: string]: string };
  online: OnlineTable[];
  clauses: { [key: string]: number };
  last: number | null;
};

export type Dispute = {
  do: 'dispute';
  game: number;
  table: number;
  side: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Done = {
  ok: boolean;
};

export type DoorSight = {
  host: string;
  edition: string;
  players: number;
  partners: boolean;
  table: string;
  stock: number;
  free: number;
  approval: boolean;
};

export type Draw = {
  do: 'draw';
  seed?: string;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Drop = {
  do: 'drop';
  entry: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type EditionSight = {
  name: string;
  title: string;
  summary: string;
  players: number[];
  stock: { [key: string]: number };
  most_stock: { [key: string]: number };
  partners: 'always' | 'may' | 'never';
  pairs: number[];
  open_tables: boolean;
  die: boolean;
  coins: number;
  goal: number;
  games: number | null;
};

export type Enter = {
  do: 'enter';
  newcomers: NewEntry[];
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Entering = {
  ok: boolean;
  seq: number;
};

export type Entry = {
  number: number;
  names: string[];
  table: number;
  dropped: boolean;
};

export type EntryGame = {
  game: number;
  play_off: number;
  row: SeatingSight | null;
  rests: boolean;
  seats: EntrySeat[];
};

export type EntrySeat = {
  seat: number;
  name: string;
  room: string;
  taken: boolean;
  here: boolean;
};

export type EntrySight = {
  id: string;
  title: string;
  now: string;
  seq: number;
  entry: Entry;
  games: EntryGame[];
  clock: RoundClock | null;
  choices: EventChoices;
  current: number;
  link: string;
};

export type EventChoices = {
  title: string;
  edition: string;
  format: 'meet' | 'partners' | 'progressive' | 'sheet';
  games: number;
  stock: number;
  four_tables: boolean;
  bye_wins: boolean;
  tie_breaks: ('left' | 'met' | 'play_off' | 'points')[];
  play_off_places: number;
  time_out: 'fewest' | 'nobody';
  minutes: number;
};

export type EventChoicesInput = {
  title: string;
  edition?: string;
  format?: 'meet' | 'partners' | 'progressive' | 'sheet';
  games?: number;
  stock?: number;
  four_tables?: boolean;
  bye_wins?: boolean;
  tie_breaks?: ('left' | 'met' | 'play_off' | 'points')[];
  play_off_places?: number;
  time_out?: 'fewest' | 'nobody';
  minutes?: number;
};

export type EventOpened = {
  event: string;
  key: string;
  link: string;
  director: string;
  lines: number;
};

export type EventSight = {
  id: string;
  now: string;
  choices: EventChoices;
  seq: number;
  entries: Entry[];
  waiting: number[];
  tables: TablesSight;
  seed: string;
  repeats: number;
  bound: number;
  games: GameSight[];
  unfinished: [number, number][];
  penalties: Penalty[];
  standings: Standing[];
  play_offs: number[][];
  winners: number[];
  clock: RoundClock | null;
  online: OnlineSight[];
  current: number;
  finished: boolean;
  link: string;
};

export type ExportEnd = {
  is: 'end';
  games: number;
};

export type ExportGame = {
  is: 'game';
  game: MyGame;
};

export type ExportPlayer = {
  is: 'player';
  player: string;
  at: number;
  account: AccountSight | null;
};

export type Fix = {
  do: 'fix';
  number: number;
  game: PadGame;
  ask: string;
  seen?: number | null;
};

export type GameLine = {
  edition: string;
  players: number;
  partners: boolean;
  table: string;
  name: string;
  won: boolean;
  reason: string;
  points: number;
  left: number;
  others: string[];
  undone: number;
  daily: string;
};

export type GameOutcome = {
  left: number[];
  winner?: number;
  ended?: 'blocked' | 'stock' | 'time';
};

export type GameResultSight = {
  points: number;
  reason: 'abandoned' | 'blocked' | 'stock';
  stock: number[];
  winners: number[];
};

export type GameSight = {
  game: number;
  play_off: number;
  tables: SeatingSight[];
  resting: number[];
};

export type GetReady = {
  do: 'ready';
  id: string;
  contribution?: string | null;
};

export type Going = {
  type: 'going';
  ms: number;
};

export type Health = {
  ok: boolean;
  version: string;
};

export type Hello = {
  do: 'hello';
  secret?: string | null;
  lang?: string | null;
  version?: number;
};

export type InterruptedSight = {
  die: string | null;
  die_left: number;
  talks: number;
  owed: number;
};

export type Keep = {
  do: 'keep';
  entry: number;
  table: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type LedgerSight = {
  name: string;
  seat: number;
  start: number;
  choice: number;
  others: number;
  luck: number;
  end: number;
};

export type LessonLine = {
  lesson: string;
  edition: string;
  title: string;
  about: string;
  steps: number;
};

export type LessonList = {
  lessons: LessonLine[];
};

export type LessonSight = {
  lesson: string;
  edition: string;
  title: string;
  names: string[];
  partners: boolean;
  steps: LessonStep[];
};

export type LessonStep = {
  say: string;
  view: unknown;
  expect?: string[];
  other?: string;
  words?: string;
  look?: string[];
};

export type List = {
  do: 'list';
  text: string;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type LogSight = {
  start: number;
  lines: string[];
  words?: string[];
  mine?: string[];
  seats?: number[];
};

export type Login = {
  account: string;
  name: string;
  token: string;
  device: string;
};

export type MakeMove = {
  do: 'move';
  id: string;
  seq: number;
  move: string;
};

export type MakeTicket = {
  do: 'ticket';
  id: string;
};

export type Message = State | Answer | Going;

export type MyGame = {
  at: number;
  table: string;
  game: number;
  seat: number;
  record: string;
  line: GameLine;
};

export type MyGames = {
  games: MyGame[];
  before: number | null;
};

export type NewCredential = {
  id: string;
  rawId: string;
  type: string;
  response: Attestation;
};

export type NewEntry = {
  names: string[];
  table?: number;
};

export type NewEvent = {
  choices: EventChoicesInput;
  by?: string;
};

export type NewLink = {
  do: 'new_link';
  entry: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type NewPad = {
  choices: PadChoicesInput;
};

export type NewPassword = {
  new: string;
  old?: string;
};

export type NewcomerSight = {
  request: string;
  name: string;
};

export type Note = {
  do: 'note';
  text: string;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Nudge = {
  do: 'nudge';
  id: string;
};

export type Offered = {
  editions: string[];
  formats: string[];
  tie_breaks: string[];
  time_outs: string[];
  most: { [key: string]: number };
  usual: EventChoices;
  stock: { [key: string]: { [key: string]: number } };
};

export type OnlineSeat = {
  seat: number;
};

export type OnlineSight = {
  game: number;
  table: number;
};

export type OnlineTable = {
  game: number;
  table: number;
  link: string;
};

export type Open = {
  name: string;
  seat?: number;
  choices?: ChoicesInput;
};

export type OpenDaily = {
  name: string;
};

export type OpenSight = {
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
  aside_cards: { [key: string]: number };
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
  hands: string[][];
};

export type PadChoices = {
  title: string;
  names: string[];
  partners: boolean;
  edition: string;
  goal: number | null;
  games: number | null;
  dealer: number;
  stock: number;
};

export type PadChoicesInput = {
  title: string;
  names: string[];
  partners?: boolean;
  edition?: string;
  goal?: number | null;
  games?: number | null;
  dealer?: number;
  stock?: number;
};

export type PadGame = {
  winner: number;
  left: number[];
  penalties?: boolean;
};

export type PadGameSight = {
  number: number;
  winner: number;
  left: number[];
  penalties: boolean;
  points: number[];
  counts: boolean;
};

export type PadOpened = {
  pad: string;
  key: string;
  link: string;
};

export type PadSight = {
  id: string;
  online: boolean;
  seq: number;
  choices: PadChoices;
  sides: number[][];
  names: string[];
  games: PadGameSight[];
  totals: number[];
  wins: number[];
  ahead: number[];
  over: boolean;
  winners: number[];
  deals: number;
  goal: number | null;
  games_to_play: number | null;
  play_off: boolean;
  stock: number;
  most: number;
  both: boolean;
  game_points: number;
  card_points: number;
  last: number | null;
  link: string;
  paper: string;
};

export type PadText = {
  text: string;
};

export type PadTextSight = {
  text: string;
};

export type Pair = {
  do: 'pair';
  entry: number;
  partner: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type PasskeyBegin = {
  name?: string;
};

export type PasskeyFinish = {
  ceremony: string;
  credential: NewCredential;
  label?: string;
};

export type PasskeyLogin = {
  ceremony: string;
  credential: UsedCredential;
};

export type PasskeyOptions = {
  ceremony: string;
  options: { [key: string]: unknown };
};

export type PasskeySight = {
  id: string;
  name: string;
  created: number;
};

export type Penalise = {
  do: 'penalty';
  game: number;
  table: number;
  seat: number;
  clause: string;
  cards?: number;
  note?: string;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Penalty = {
  game: number;
  table: number;
  seat: number;
  clause: string;
  cards: number;
  note: string;
};

export type PersonLine = {
  kind: string;
  name: string;
};

export type PersonSight = {
  kind: 'bot' | 'empty' | 'person';
  name: string;
  level: string;
  here: boolean;
  held: boolean;
  ready: boolean;
  partner: number | null;
  client: number | null;
  hints: number;
};

export type PhoneSight = {
  id: string;
  title: string;
  now: string;
  seq: number;
  table: number;
  game: number;
  games: TableGame[];
  clock: RoundClock | null;
  choices: EventChoices;
  current: number;
  online: string | null;
  tickets: TicketSight[];
  clauses: { [key: string]: number };
};

export type Phrases = {
  phrases: { [key: string]: string };
};

export type Ping = {
  do: 'ping';
  id: string;
};

export type PlayOffline = {
  do: 'offline';
  game: number;
  table: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type PlayOnline = {
  do: 'online';
  game: number;
  tables: number[];
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Record = {
  docena: number;
  edition: string;
  options: RecordOptions;
  players: RecordedPlayer[];
  first: number;
  deck: string;
  log: string[];
  result: Result | null;
  legal: string[][];
  tags: { [key: string]: unknown };
};

export type RecordInput = {
  docena: number;
  edition: string;
  options: RecordOptionsInput;
  players: RecordedPlayerInput[];
  first: number;
  deck: string;
  log: string[];
  result?: Result | null;
  legal?: string[][];
  tags?: { [key: string]: unknown };
};

export type RecordOptions = {
  stock?: number;
  partners?: boolean;
  table?: string;
  composition?: { [key: string]: number };
  goal?: number;
};

export type RecordOptionsInput = {
  stock?: number | null;
  partners?: boolean | null;
  table?: string | null;
  composition?: { [key: string]: number } | null;
  goal?: number | null;
};

export type RecordedPlayer = {
  name: string;
  kind: string;
};

export type RecordedPlayerInput = {
  name: string;
  kind?: string;
};

export type Remove = {
  do: 'remove';
  number: number;
  ask: string;
  seen?: number | null;
};

export type Rename = {
  do: 'rename';
  entry: number;
  names: string[];
  ask: string;
  seen?: number | null;
  by?: string;
};

export type ReplaySight = {
  edition: string;
  partners: boolean;
  table: string;
  stock: number;
  dealer: boolean;
  names: string[];
  kinds: string[];
  first: number;
  result: string;
  record: Record;
  steps: StepSight[];
};

export type Report = {
  do: 'report';
  game: number;
  table: number;
  outcome: GameOutcome;
  side?: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Request = {
  request: string;
  secret: string;
};

export type RequestSight = {
  status: 'refused' | 'waiting' | 'welcome';
  welcome?: Welcomed;
  why?: string;
};

export type Result = {
  reason: string;
  winners: number[];
  stock: number[];
  points: number;
};

export type ResultSight = {
  left: number[];
  winner: number;
  ended: 'blocked' | 'stock' | 'time';
  points: number;
  side: number;
  confirmed: boolean;
  disputed: boolean;
};

export type RoundClock = {
  game: number;
  seconds: number;
  left: number;
  running: boolean;
};

export type SaidSight = {
  seat: number;
  phrase?: string;
  text?: string;
};

export type Say = {
  do: 'say';
  id: string;
  phrase?: string | null;
  text?: string | null;
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

export type SeatBot = {
  do: 'bot';
  id: string;
  seat: number;
  level: string;
};

export type SeatEntries = {
  do: 'seat';
  seed?: string;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type SeatPlayOff = {
  do: 'play_off';
  seed?: string;
  ask: string;
  seen?: number | null;
  by?: string;
};

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

export type SeatingSight = {
  table: number;
  sides: number[][];
  names: string[][];
  seats: string[];
  dealer: string;
  stock: number;
  most: number[];
  result: ResultSight | null;
};

export type SetApproval = {
  do: 'approval';
  id: string;
  on: boolean;
};

export type SetClock = {
  do: 'clock';
  game: number;
  action: 'pause' | 'resume' | 'start' | 'stop';
  seconds?: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type Sit = {
  name: string;
  seat?: number | null;
  ticket?: string | null;
};

export type Stand = {
  do: 'stand';
  id: string;
};

export type Standing = {
  rank: number;
  entry: number;
  names: string[];
  games: number;
  wins: number;
  points: number;
  left: number;
  play_off: number[];
  dropped: boolean;
};

export type Start = {
  do: 'start';
  id: string;
};

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

export type Statistics = {
  all: Totals;
  editions: { [key: string]: Totals };
};

export type StepSight = {
  line: string;
  words: string;
  view: OpenSight;
};

export type TableAddress = {
  link: string;
};

export type TableGame = {
  game: number;
  play_off: number;
  row: SeatingSight;
};

export type TableLine = {
  id: string;
  code: string;
  edition: string;
  players: number;
  partners: boolean;
  table: string;
  stock: number;
  phase: string;
  people: PersonLine[];
  approval: boolean;
};

export type TableList = {
  tables: TableLine[];
};

export type TableSight = {
  id: string;
  code: string;
  choices: Choices;
  stock: number;
  partners: boolean;
  phase: 'between' | 'closed' | 'gathering' | 'over' | 'playing';
  host: number | null;
  game: number;
  first: number | null;
  people: PersonSight[];
  score: ScoreSight;
  commit: string;
  result: GameResultSight | null;
  undo: number | null;
  agreed: number[];
  nudged: number | null;
  undone: number;
  newcomers: NewcomerSight[];
  reserved: boolean;
  daily: string;
};

export type TablesSight = {
  six: number;
  four: number;
  out: number;
};

export type TakeBack = {
  do: 'undo';
  ask: string;
  seen?: number | null;
};

export type TakeLineBack = {
  do: 'undo';
  line: number;
  ask: string;
  seen?: number | null;
  by?: string;
};

export type TakeSeatBack = {
  do: 'back';
  id: string;
};

export type TicketLink = {
  ticket: string;
};

export type TicketSight = {
  entry: number;
  names: string[];
  key: string;
  link: string;
};

export type Totals = {
  games: number;
  won: number;
  points: number;
  left: number;
};

export type TurnSight = {
  turn: number;
  seat: number;
  ply: number;
  whole: boolean;
  chances: number[];
};

export type Undo = {
  do: 'undo';
  id: string;
  seq: number;
};

export type UsedCredential = {
  id: string;
  rawId: string;
  type: string;
  response: Assertion;
};

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
  aside_cards: { [key: string]: number };
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

export type Welcomed = {
  table: string;
  code: string;
  seat: number;
  secret: string;
  link: string;
};
