// What goes over the wire: the one contract between the server and every client. docs/protocol.md tells it in prose.
// Hexes, units, sides and words are named as in records: "3026", "ger_dak", "axis", "march".

// ---------------------------------------------------------------- what can be played (GET /api/systems)

export interface SystemInfo {
  code: string; // "gew"
  title: string;
  book: string; // before rule numbers: "GEW"
  scenarios: ScenarioInfo[]; // none: charts and odds alone
  lessons: LessonInfo[];
}
export interface ScenarioInfo {
  id: string; // "gew:north-africa-1941"
  title: string;
  text: string; // a sentence or two about it
  sides: SideInfo[];
  turns: number;
  options: OptionInfo[];
}
export interface SideInfo {
  id: string;
  name: string;
  ground: string; // its colour
  ink: string;
}
export interface OptionInfo {
  name: string;
  title: string;
  rule: string;
  default: boolean;
  kind: "optional" | "house" | "set-up";
}
export interface LessonInfo {
  id: string; // "gew:move"
  title: string;
  text: string;
  minutes: number;
}

// ---------------------------------------------------------------- pictures (GET /api/scenes/{system}:{scenario})

// A display list: painted one over the other. x and y grow right and down, in the picture's units.
export type Shape =
  | { s: "p"; d: number[]; fill?: string; stroke?: string; w?: number; o?: number } // polygon: x, y, x, y, ...
  | { s: "l"; d: number[]; stroke: string; w: number; dash?: number[]; o?: number; butt?: true } // line
  | { s: "c"; x: number; y: number; r: number; fill?: string; stroke?: string; w?: number; o?: number } // disc
  | {
      s: "t";
      x: number;
      y: number;
      text: string;
      size: number;
      fill: string;
      font: Font;
      anchor?: "start" | "end";
      halo?: string;
      turn?: number;
      gap?: number;
      o?: number; // y is the foot; turn in degrees; gap between letters
    };
export type Font = "plain" | "bold" | "serif" | "italic";

export interface Scene {
  id: string; // changes when the picture does
  width: number;
  height: number;
  paper: string;
  layout: {
    top: "flat" | "pointy";
    columns: number;
    rows: number;
    pushed: "odd" | "even"; // lanes (columns of a flat-top field, rows of a pointy one) counted from 1
    size: number;
    left: number;
    upper: number;
  };
  background: { url: string; x: number; y: number; width: number; height: number } | null;
  shapes: Shape[]; // all that never changes: terrain, grid, hexsides, borders, places, boxes
  fine: Shape[]; // painted only when near enough to be read: hex numbers, small lettering
  hexes: HexInfo[]; // those on the map, in order
  boxes: BoxInfo[];
  places: PlaceInfo[]; // drawn over the shapes: how depends on what stands there
  veiled: string[]; // hexes the scenario leaves out
  sides: SideInfo[];
  counters: Record<string, string>; // what each counter is called, by its id: sentences of the server name them by id
  controllers: Record<string, { name: string; ground: string; ink: string }>; // who may hold a hex, by the words of View.control
  stacks: [number, number, number][]; // of 1, 2, ... counters: their width, how far each lies right of and above the one below; in hexes across
  markers: { right: number; up: number; apart: number; width: number }; // where markers lie, from the middle; in hexes across
  legend: { title: string; shapes: Shape[]; width: number; height: number }[]; // the key of the map
}
export interface HexInfo {
  id: string; // "3026"
  x: number;
  y: number;
  terrain: string; // as a word: "desert"
  tint: string; // for the small map
  name: string; // places in it, "" if none: "Tobruk"
  wet: boolean;
}
export interface BoxInfo {
  id: string;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  inside: { x: number; y: number; width: number; height: number }; // where its counters lie
}
export interface PlaceInfo {
  hex: string;
  name: string;
  chief: boolean; // its name is shown from further away
  alone: Shape[]; // in the picture's units, as all of a scene
  beside: Shape[]; // the same where counters stand: the signs make room
  flag: { d: number[]; w: number }; // a stroke in the colour of who holds the hex
}
// A counter or marker face: shapes about (0, 0), one unit wide.
export interface Look {
  near: Shape[];
  far: Shape[]; // as much as can be read when it is very small; none: as when near
  values: { label: string; value: number; adds: boolean }[]; // its figures in words: "attack", 8; adds: a stack has a sum of them
}

// ---------------------------------------------------------------- what a seat sees

export interface View {
  units: Record<string, UnitSeen>; // by id; hidden ones are called "?1", "?2"
  stacks: Record<string, string[]>; // by hex or box: ids from the bottom up
  control: Record<string, string>; // by hex: who holds it ("axis", or a power the scene colours)
  markers: MarkerSeen[];
  tracks: TrackSeen[]; // what lies beside the map: weather, points, levels
  sides: Record<string, { funds: string; score: number | null }>; // funds "" where the seat may not know
  when: string; // "turn 2, autumn, impulse 1"
  now: string; // the box of the turn being played, "" if turns have none
}
export interface UnitSeen {
  at: string; // hex or box
  side: string; // "" for nobody's
  look: string; // a key of looks
  name: string;
  state: string; // in words, "" if nothing is to be said: "not operational"
}
export interface MarkerSeen {
  at: string;
  look: string;
  name: string; // "fortification, allied"
}
export interface TrackSeen {
  id: string;
  title: string;
  value: string;
  rule: string;
}
// A change of a View: what is there replaces what was; null takes away. `markers`, `tracks`, `sides`, `when`, `now` come whole.
export interface ViewChange {
  units?: Record<string, UnitSeen | null>;
  stacks?: Record<string, string[] | null>;
  control?: Record<string, string | null>;
  markers?: MarkerSeen[];
  tracks?: TrackSeen[];
  sides?: Record<string, { funds: string; score: number | null }>;
  when?: string;
  now?: string;
}

export interface Step {
  // one line of the sequence of play
  depth: number;
  name: string;
  rule: string;
  now: boolean; // being played, as are the lines above it that hold it
}

export interface LogLine {
  n: number; // inputs before it
  text: string; // a sentence, without the rule
  rule: string; // "17.0"
  kind: string; // "moved", "rolled"
  hexes: string[]; // what it is about, to be lit
  units: string[];
  dice?: { dice: string; reads: number[] }; // of a roll
  way?: string[]; // of a move of the first of the units: from, through where that is known, to
}

// ---------------------------------------------------------------- the question

export interface Question {
  n: number; // inputs so far: an answer carries it
  mark: number; // names this question for good: after an undo another may have the same n
  side: string;
  form: string;
  rule: string;
  text: string; // "Which hex is attacked?"
  about: Reason[]; // what it is about, where the text does not say it: missions to be answered, a result to be borne
  picked: string[]; // the draft
  slot: string; // "" when nothing more is asked: the draft is whole
  kind: Kind;
  many: boolean; // several may be picked, "done" ends them
  ordered: boolean; // a route: the order counts
  chosen: string[]; // of several, those so far
  total: string; // what these come to: "attack 9", "2 MF left"; "" if there is nothing to say
  picks: Pick[]; // all that may be picked now; with several, "done" among them when they may be ended; of many numbers some, of groups no parts
  numbers: NumbersOffered | null; // where a number is asked for
  opens: Record<string, Opening>; // of a menu, by verb: what its first slot takes
  ends: string; // of a menu, the verb that ends it; "" if none does
  shut: Pick | null; // the verb that would end it, where it may not be picked now: "why" tells the reason
  warning: Reason[]; // what would be left undone by ending here
}
export type Kind = "hex" | "unit" | "word" | "number" | "group" | "";
export interface NumbersOffered {
  ranges: NumberRange[]; // every number that may be named, ascending
  proposal: number; // what most would say: one of them
}
export interface NumberRange {
  low: number;
  high: number;
  by: number; // 1, or the step: 4, 8, 12
}
export interface Opening {
  kind: Kind;
  many: boolean;
  picks: string[]; // of a number none
  units?: Record<string, string[]>; // of groups: the units of each pick
}
export interface Pick {
  id: string; // what is sent
  name: string; // what is read: "Deutsches Afrikakorps", "3026 Tobruk", "March"
  hint: string; // beside it or in the hex: movement left, a price; "" if none
  at?: string; // where to show it: the hex or box of a unit
  help?: string; // of a word: what it does
  units?: string[]; // of a group: the units it stands for. A part of it is sent as their ids, "r1+r2"
}
export interface Reason {
  text: string;
  rule: string;
  hexes: string[]; // the cause, to be outlined
  units: string[];
}

// ---------------------------------------------------------------- games (REST)

export type Assist = "full" | "hints" | "bare";
export type Player = string; // "person", or the id of a computer player
export interface PlayerInfo {
  // GET /api/players: the first is the one who plays if none is named
  id: string; // "greedy"
  title: string;
  text: string; // how it plays
}

export interface NewGame {
  // POST /api/games
  scenario: string;
  options: Record<string, boolean>;
  seats: Record<string, Player>; // by side
  assist: Assist;
  title?: string;
  webhook?: string; // an address told when a person is asked who is not there; only where the server allows it
}
export interface Fork {
  // POST /api/games/{game}/fork, with a key -> Made: a private copy in which the computer plays all other sides
  at: number; // after so many inputs
  side?: string; // the side to play; the seat's own if none is named
  assist?: Assist;
}
export interface Made {
  // the answer to NewGame; also of POST /api/games/import, /api/lessons/{id}, /api/games/{id}/fork
  game: string;
  commitment: string; // hash of the seed, known before anybody adds a salt
  keys: Record<string, string>; // tokens: one for each side with a person, "watch", "host"
}
// POST /api/games/{game}/seats/{side}, Authorization: Bearer TOKEN: { salt, name } -> { started: boolean; key: string }
// The key is the seat's from now on: whoever is the first gets one of his own, so that nobody who had the link looks in.
// The game begins when all persons have taken their seats.

// What every page but the board asks about a game: GET /api/games/{game}, or GET /api/game where only the key is known
// (behind a link). Both with Authorization: Bearer TOKEN; 404 when the server has no such game, 403 when the key is
// revoked.
export interface GameInfo {
  game: string;
  seat: string; // what the key opens: a side, "watch" or "host"
  title: string;
  scenario: string; // its id
  system: { code: string; title: string; book: string };
  assist: Assist;
  options: string[]; // titles of those switched on
  seats: SeatSeen[];
  commitment: string;
  started: boolean;
  n: number;
  to_play: string; // "" when over or not begun
  when: string; // "turn 2, autumn, impulse 1"
  outcome: Outcome | null;
  changed: string; // ISO time of the last answer
}
// GET /api/games/{game}/record, with a key: the record as text. POST /api/games/import: such a text -> Made.
// GET /api/games/{game}/position?at=412, with a key: one line of text which Python opens as this position.
// POST /api/games/{game}/verify, with a key -> Verified.
// POST /api/games/{game}/keys/{seat}, with the host's key -> { key }: a new key, the old one opens nothing any more.
// Every refusal of the REST part: { detail: "a sentence", code: "the same for programs" }.
export interface Verified {
  over: boolean; // the seed is not told before: then only the commitment can be shown
  matches: boolean; // the seed fits the commitment, and every roll follows from it
  commitment: string;
  seed: string; // "" until the game is over
  rolls: number;
  text: string; // all this in a sentence
}

// ---------------------------------------------------------------- the socket (WS /api/play)

// Who says which question is meant says so with `mark` too: if it is another one by now, the message is refused as stale.
export type ToServer =
  | { type: "hello"; token: string }
  | { type: "answer"; ref: number; n: number; mark?: number; picked: string[] }
  | { type: "draft"; ref: number; n: number; mark?: number; picked: string[] } // what is asked after these picks
  | { type: "why"; ref: number; n: number; mark?: number; picked: string[]; pick: string } // also for what cannot be picked at all
  | { type: "odds"; ref: number; n: number; mark?: number; picked: string[] }
  | { type: "path"; ref: number; n: number; mark?: number; picked: string[]; pick: string }
  | { type: "hex"; ref: number; hex: string } // the card of a hex or box
  | { type: "unit"; ref: number; unit: string } // the card of a counter
  | { type: "supply"; ref: number } // the supply lens
  | { type: "starving"; ref: number; hex: string }
  | { type: "threat"; ref: number } // the threat lens
  | { type: "look"; ref: number; at: number } // the game as it was after so many inputs
  | { type: "undo"; ref: number; n: number; mark?: number }
  | { type: "redo"; ref: number; n: number; mark?: number }
  | { type: "seat"; ref: number; side: string; player: Player } // the computer takes over, or gives back
  | { type: "hint"; ref: number; n: number; mark?: number } // what the computer would answer
  | { type: "score"; ref: number }
  | { type: "looked"; ref: number; what: string; words: string[] } // in a lesson: a look that asks the server nothing ("stack"), or one that is skipped
  | { type: "chat"; ref: number; text: string }
  | { type: "note"; ref: number; text: string } // one's own, whole
  | { type: "ping"; ref: number };

export type FromServer =
  | Hello
  | Change
  | { type: "answered"; ref: number; n: number } // stored
  | { type: "refused"; ref: number; code: string; reasons: Reason[] } // nothing was changed
  | { type: "reply"; ref: number; body: unknown } // of a look-up: see Replies
  | { type: "chat"; line: ChatLine }
  | { type: "seats"; seats: SeatSeen[] }
  | { type: "lesson"; lesson: LessonStep } // a look or a refused pick has ended a step of the lesson
  | { type: "closed"; text: string }; // the key opens nothing, or nothing any more: there is no coming back with it

export interface Hello {
  // the answer to hello, and whenever everything has to be sent again
  type: "game";
  game: string;
  seat: string; // a side, "watch" or "host"
  scenario: string;
  title: string;
  system: { code: string; title: string; book: string };
  scene: string; // its address
  assist: Assist;
  may: (keyof Replies)[]; // the look-ups this seat is answered, at the game's level of assistance
  commitment: string;
  seats: SeatSeen[];
  options: string[]; // titles of those switched on
  started: boolean;
  n: number; // inputs so far
  mark: number; // goes up by every input and by every one that is taken back
  steps: number[]; // the inputs at which somebody answered: stops of the timeline
  view: View | null; // null until it is started
  looks: Record<string, Look>;
  question: Question | null; // if this seat is asked
  to_play: string; // the side that is asked, "" when over
  thinking: boolean; // a computer is to play
  sequence: Step[];
  log: LogLine[]; // the last 200
  undo: string; // "" if the last answer can be taken back, else why not
  redo: boolean;
  outcome: Outcome | null;
  chat: ChatLine[]; // the newest 200
  note: string;
  lesson: LessonStep | null;
}
export interface Change {
  // after every accepted answer, undo, redo
  type: "change";
  n: number;
  mark: number;
  from: number; // inputs before: if it is not what the client has, it says hello again
  step: boolean; // n is a new stop of the timeline; false after an undo, which drops those behind n
  view: ViewChange;
  looks: Record<string, Look>; // those the client has not had
  log: LogLine[]; // new lines; after an undo those at or behind `n` are dropped first
  question: Question | null;
  to_play: string;
  thinking: boolean;
  sequence: Step[] | null; // null: as before
  undo: string;
  redo: boolean;
  outcome: Outcome | null;
  lesson: LessonStep | null;
}
export interface SeatSeen {
  side: string;
  name: string; // the side's
  player: Player;
  computer: string; // what the computer player is called, "" for a person
  who: string; // the person's, "" if he gave none
  joined: boolean;
  present: boolean; // connected now
}
export interface Outcome {
  winner: string; // "" for a draw
  text: string;
  rule: string;
}
export interface ChatLine {
  from: string;
  text: string;
  at: string;
} // side, "watch", "host", or "table": who plays has changed; ISO time
export interface LessonStep {
  id: string; // "gew:move"
  nth: number; // from 1
  of: number;
  title: string;
  told: string; // about what the learner has just done, "" at the beginning
  text: string; // what is asked of the learner: one thing; of a lesson that is over, the words at its end
  rule: string;
  hexes: string[]; // to be lit
  units: string[];
  wants: "answer" | "refusal" | "look" | ""; // what ends the step: an answer, a pick that is refused, a look; "" if done
  words: string[]; // that do it ("*" any word, "..." any words); of a look the first says at what: see "looked"
  done: boolean; // the lesson is over
}

// ---------------------------------------------------------------- replies to look-ups

export interface Replies {
  draft: Question;
  why: { may: boolean; reasons: Reason[]; instead: Pick[] }; // the nearest that may be picked
  odds: Odds;
  path: Path;
  hex: Card;
  unit: Card;
  supply: SupplyLine[];
  starving: { text: string; units: string[]; lines: string[] };
  threat: Record<string, { reach: string[]; attack: string[] }>; // by hex: enemy units that can go there, or attack it, next turn
  look: Look_;
  hint: { picked: string[]; text: string; why: string }; // why: what the computer expects of it, "" if it weighed nothing
  score: Record<string, { total: number; terms: Term[] }>;
}
export interface Term {
  label: string;
  figure: string;
  rule: string;
  group: string;
} // figure: "+2", "×1/2", "=52"
export interface Odds {
  title: string;
  rule: string;
  terms: Term[];
  assumed: { side: string; text: string; rule: string }[];
  chart: { name: string; column: string } | null; // the chart the roll is read on
  // Chance "5/36", share 0.1389; given: what is decided before the dice fall, "axis: commits; west: holds back".
  results: { result: string; chance: string; share: number; means: string; courses: string[]; given: string }[];
  expected: { policy: string; figures: { label: string; value: string; share: number | null }[] }[]; // on average; share: of what happens or not, how likely it is
  later: string; // what rolls, where the answer itself only prepares it: "2nd Panzer leads it, alone"; else ""
  again: boolean; // part of an action under way, in which its side is asked again before any dice fall
}
export interface Path {
  hexes: string[];
  costs: { hex: string; cost: string; terms: Term[] }[];
  total: string;
  left: string;
}
export interface Card {
  title: string;
  lines: { label: string; text: string; rule: string }[];
  units: string[];
}
export interface SupplyLine {
  unit: string;
  supplied: boolean;
  text: string;
  rules: string[];
  legs: { by: string; hexes: string[]; rule: string }[];
  cuts: Reason[];
}
export interface Look_ {
  n: number;
  view: View;
  looks: Record<string, Look>;
  log: LogLine[];
  sequence: Step[];
  to_play: string;
  text: string;
}

// ---------------------------------------------------------------- books (REST)

export interface RuleText {
  // GET /api/systems/{code}/rules
  number: string;
  title: string;
  text: string; // our words for it, "" if there are none
  status: string;
  ruling: string; // how a doubtful rule is read, "" if it is not
}
export interface ChartText {
  // GET /api/systems/{code}/charts
  name: string;
  title: string;
  rule: string;
  origin: "printed" | "house" | "yours"; // house: our values, where none are printed
  reads: string; // "1d6 down, differential across, columns may shift"; "" for a list
  dice: string; // "" if none are rolled
  corner: string; // what the heads of the rows are: "roll"
  heads: { head: string; cells: string[] }[]; // lines over the columns, the first names them; none for a list
  rows: { head: string; cells: string[]; group: string; rule: string; depth: number }[]; // of a list: a value, its text
  meanings: { result: string; text: string }[];
  notes: string[];
}
