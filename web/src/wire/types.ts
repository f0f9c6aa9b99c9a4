// What goes over the wire, as the server declares it: docs/protocol.md tells how it is used.
// Written by tools/wire_types.py: change the Python declarations, not this file.
// Hexes, units, sides and words are named as in records: "3026", "ger_dak", "axis", "march".

// ---------------------------------------------------------------- what can be played (GET /api/systems, GET /api/players)

export interface SystemInfo {
  code: string; // "gew"
  title: string;
  book: string; // Before rule numbers. "GEW"
  scenarios: ScenarioInfo[]; // None: charts and odds alone.
  lessons: LessonInfo[];
}
export interface ScenarioInfo {
  id: string; // "gew:north-africa-1941"
  title: string;
  text: string; // A sentence or two about it.
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
// A computer player that may have a seat.
export interface PlayerInfo {
  id: string; // "officer"
  title: string;
  text: string; // How it plays.
  usual: boolean; // It plays if none is named.
}

// ---------------------------------------------------------------- pictures (GET /api/scenes/{system}:{scenario})

// All that never changes during a game.
export interface Scene {
  id: string; // changes when the picture does
  width: number;
  height: number;
  paper: string;
  layout: Field;
  background: Background | null;
  shapes: Shape[]; // terrain, grid, hexsides, borders, places, boxes
  fine: Shape[]; // painted only when near enough to be read: hex numbers, small lettering
  hexes: HexInfo[]; // those on the map, in order
  boxes: BoxInfo[];
  places: PlaceInfo[];
  veiled: string[]; // hexes the scenario leaves out
  sides: SideInfo[];
  counters: Record<string, string>; // what each counter is called, by its id: sentences of the server name them by id
  controllers: Record<string, HolderInfo>; // by the words of View.control
  stacks: [number, number, number][]; // of 1, 2, ... counters: width, how far right and up each lies of the last
  markers: MarkersLie;
  legend: KeyEntry[];
}
// How the hexes lie.
export interface Field {
  top: "flat" | "pointy";
  columns: number;
  rows: number;
  pushed: "odd" | "even"; // lanes (columns of a flat-top field, rows of a pointy one) counted from 1
  size: number;
  left: number;
  upper: number;
}
export interface Background {
  x: number;
  y: number;
  width: number;
  height: number;
  url: string;
}
export type Shape = WrittenPolygon | WrittenLine | WrittenDisc | WrittenText;
export interface WrittenPolygon {
  fill?: string;
  stroke?: string;
  w?: number;
  o?: number;
  s: "p";
  d: number[]; // x, y, x, y, ...
}
export interface WrittenLine {
  s: "l";
  d: number[];
  stroke: string;
  w: number;
  dash?: number[];
  o?: number;
  butt?: true;
}
export interface WrittenDisc {
  fill?: string;
  stroke?: string;
  w?: number;
  o?: number;
  s: "c";
  x: number;
  y: number;
  r: number;
}
export interface WrittenText {
  s: "t";
  x: number;
  y: number; // the foot
  text: string;
  size: number;
  fill: string;
  font: Font;
  anchor?: "start" | "end";
  halo?: string;
  turn?: number; // in degrees
  gap?: number; // between letters
  o?: number;
}
export type Font = "plain" | "bold" | "serif" | "italic";
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
  x: number;
  y: number;
  width: number;
  height: number;
  id: string;
  name: string;
  inside: Rectangle; // where its counters lie
}
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}
// Drawn over the shapes: how depends on what stands there.
export interface PlaceInfo {
  hex: string;
  name: string;
  chief: boolean; // its name is shown from further away
  alone: Shape[]; // in the picture's units, as all of a scene
  beside: Shape[]; // the same where counters stand: the signs make room
  flag: Stroke; // in the colour of who holds the hex
}
export interface Stroke {
  d: number[];
  w: number;
}
// Who may hold a hex.
export interface HolderInfo {
  name: string;
  ground: string;
  ink: string;
}
// Where markers lie, from the middle; in hexes across.
export interface MarkersLie {
  right: number;
  up: number;
  apart: number;
  width: number;
}
// Of the key of the map.
export interface KeyEntry {
  title: string;
  shapes: Shape[];
  width: number;
  height: number;
}

// ---------------------------------------------------------------- what a seat sees

export interface View {
  units: Record<string, UnitSeen>; // by id; hidden ones are called "?1", "?2"
  stacks: Record<string, string[]>; // by hex or box: ids from the bottom up
  control: Record<string, string>; // by hex: who holds it ("axis", or a power the scene colours)
  markers: MarkerSeen[];
  tracks: TrackSeen[]; // what lies beside the map: weather, points, levels
  sides: Record<string, SideStands>;
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
export interface SideStands {
  funds: string; // "" where the seat may not know
  score: number | null;
}
// A change of a View: what is there replaces what was; null takes away. What has no null comes whole.
export interface ViewChange {
  units?: Record<string, UnitSeen | null>;
  stacks?: Record<string, string[] | null>;
  control?: Record<string, string | null>;
  markers?: MarkerSeen[];
  tracks?: TrackSeen[];
  sides?: Record<string, SideStands>;
  when?: string;
  now?: string;
}
// One line of the sequence of play.
export interface Step {
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
  dice?: Thrown; // of a roll
  way?: string[]; // of a move of the first of the units: from, through where that is known, to
  rank?: number; // of what is always told where dice have done several things: 0 is the gravest
  headline?: boolean; // it has changed the war
}
export interface Thrown {
  dice: string;
  reads: number[];
}

// ---------------------------------------------------------------- the question

export interface Question {
  n: number; // inputs so far: an answer carries it
  mark: number; // names this question for good: after an undo another may have the same n
  side: string;
  form: string;
  rule: string;
  text: string; // "Which hex is attacked?"
  about: Reason[]; // where the text does not say what it is about: missions to be answered, a result to be borne
  picked: string[]; // the draft
  slot: string; // "" when nothing more is asked: the draft is whole
  kind: Kind | "";
  many: boolean; // several may be picked, "done" ends them
  ordered: boolean; // a route: the order counts
  chosen: string[]; // of several, those so far
  total: string; // what these come to: "attack 9", "2 MF left"; "" if there is nothing to say
  picks: Pick[]; // all that may be picked now, "done" where it may be; of many numbers some, of groups no parts
  numbers: NumbersOffered | null; // where a number is asked for
  opens: Record<string, Opening>; // of a menu, by verb
  ends: string; // of a menu, the verb that ends it; "" if none does
  shut: Pick | null; // the verb that would end it, where it may not be picked now: "why" tells the reason
  warning: Reason[]; // of a draft that ends its menu: what would be left undone
  proposed: string[] | null; // of several that most leave as they are proposed: those; None elsewhere
  later: string[]; // what is asked after this, and may be left as it is proposed
  usual: string[]; // of several, while nothing is chosen: those that most would take together, if any
  again: string[]; // of a menu: picks that were the answer the last time, and may be once more, if any
}
export interface Reason {
  text: string;
  rule: string;
  hexes: string[]; // the cause, to be outlined
  units: string[];
}
export type Kind = "hex" | "unit" | "word" | "number" | "group";
export interface Pick {
  id: string; // what is sent
  name: string; // what is read: "Deutsches Afrikakorps", "3026 Tobruk", "March"
  hint: string; // beside it or in the hex: movement left, a price; "" if none
  at?: string; // where to show it: the hex or box of a unit
  help?: string; // of a word: what it does; of a unit: its nation, kind and figures
  units?: string[]; // of a group: those it stands for. A part of it is sent as their ids, "r1+r2"
  of?: string; // of a unit alone where groups are asked for: the group it is a part of
  usual?: string[]; // of a group: those of its units that most would take, where these are not all
}
export interface NumbersOffered {
  ranges: NumberRange[]; // every number that may be named, ascending
  proposal: number; // what most would say: one of them
}
export interface NumberRange {
  low: number;
  high: number;
  by: number; // 1, or the step: 4, 8, 12
}
// Of a verb: what its first slot takes. With which picks is told to whoever asks.
export interface Opening {
  kind: Kind | "";
  many: boolean;
  picks?: string[]; // of a number none
  units?: Record<string, string[]>; // of groups: the units of each pick
  usual?: Record<string, string[]>; // of groups: those that most would take, where these are not all
  deliberate?: boolean; // it is begun by its name, never by a click on a thing, and always confirmed
}

// ---------------------------------------------------------------- games (REST)

// A game to be made.
export interface NewGame {
  scenario: string; // system:scenario "gew:north-africa-1941"
  options?: Record<string, boolean>; // Those that differ from their default.
  seats: Record<string, Player>; // Who plays each side. {"axis": "person", "allied": "officer"}
  assist?: Assist; // How much the server helps: alike for all sides.
  title?: string;
  webhook?: string; // Told when a person is asked who is not there, if the server allows it.
  listed?: boolean; // Anybody at this server may see it, watch it and take a free seat.
}
export type Player = string;
export type Assist = "full" | "hints" | "bare";
// A game that was made, and the keys to it: whoever has one sits there.
export interface Made {
  game: string;
  commitment: string; // Hash of the dice's seed, known before anybody adds a salt.
  keys: Record<string, string>; // For each side with a person, and "watch" and "host".
}
// Taking a seat.
export interface Sit {
  salt?: string; // Any text: it goes into the dice, which nobody can foresee then, not even the server.
  name?: string; // The person's, as others will read it.
}
export interface Begun {
  started: boolean; // Have all persons sat down?
  key: string; // Of the seat from now on: the one it was taken with may open nothing any more.
}
// A private game from a step of another.
export interface Fork {
  at: number; // After so many inputs.
  side?: string; // The side to play; the seat's own if none is named.
  assist?: Assist;
}
// How a game stands, as a key sees it from outside.
export interface GameInfo {
  game: string;
  seat: string; // What the key opens: a side, "watch" or "host".
  title: string;
  scenario: string;
  system: SystemSeen;
  assist: Assist;
  options: string[]; // Titles of those switched on.
  seats: SeatSeen[];
  commitment: string;
  started: boolean;
  n: number; // Inputs so far.
  to_play: string; // "" when over or not begun.
  when: string; // "turn 2, autumn, impulse 1"
  outcome: Outcome | null;
  taught: boolean; // Is it a lesson that is over? Its game may be played on.
  changed: string; // ISO time of the last answer.
}
export interface SystemSeen {
  code: string; // "gew"
  title: string;
  book: string; // before rule numbers: "GEW"
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
export interface Verified {
  over: boolean; // The seed is not told before: then only the commitment can be shown.
  matches: boolean; // The seed fits the commitment, and every roll follows from it.
  commitment: string;
  seed: string; // Empty until the game is over.
  rolls: number;
  text: string; // All this in a sentence.
}
export interface NewKey {
  key: string;
}
// Whether a game stands on the page of the club.
export interface Listed {
  listed: boolean;
}

// ---------------------------------------------------------------- the club (GET /api/club and /api/club/results)

export interface ClubPage {
  games: ClubGame[];
  more: boolean; // There are others on the next page.
}
// A game that its host has listed.
export interface ClubGame {
  game: string;
  title: string;
  scenario: string;
  scenario_title: string;
  started: boolean;
  over: boolean;
  winner: string; // The side, or "drawn"; empty until it is over.
  created: string;
  changed: string; // ISO time of the last answer.
  seats: ClubSeat[];
}
export interface ClubSeat {
  side: string;
  name: string; // Of the side.
  player: Player;
  who: string; // The person's name, if he has told one.
  free: boolean; // It waits for a person.
}
// What came of somebody's games.
export interface ClubPlayer {
  name: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  score: number; // The share of points, a draw being half of one.
}

// ---------------------------------------------------------------- after the game (GET /api/games/{game}/luck and /review)

// What the dice did in a game.
export interface Luck {
  sides: string[];
  since: number; // inputs before were played by other rules: nothing is told of them
  rolls: Fall[];
  decided: number[]; // which of the rolls were worth most, the greatest first
}
// A roll of a game.
export interface Fall {
  n: number; // inputs before it
  at: number; // the step of the timeline before it, from which one may fork
  turn: number;
  when: string; // "turn 2, autumn, impulse 1"
  text: string; // "1d6 reads 3"
  reads: number[];
  rule: string;
  then: string; // the gravest that followed at once; "" if nothing did
  then_rule: string;
  chance: string; // of all readings that mean the same: "1/6"
  share: number; // 0.1667
  worth: number; // points to the first side; to the other as many less
  fortune: number; // of the first side so far
  exact: boolean; // all that it could have led to was weighed, else a sample
}
// A game looked back on.
export interface Review {
  sides: string[];
  since: number; // inputs before were played by other rules: nothing is told of them
  points: Point[];
  turning: Turning[]; // the greatest swing first
  outcome: string; // "" if the game is not over
}
// How the game stood.
export interface Point {
  at: number; // a step of the timeline
  turn: number;
  when: string; // "turn 2, autumn, impulse 1"
  phase: string;
  score: number; // points the first side is ahead by, as the game counts them
  estimate: number; // the same as the computer sees the position; at the end of the game the score
}
// Where the game turned.
export interface Turning {
  at: number; // the step of the timeline before it, from which one may fork
  when: string;
  phase: string;
  side: string; // who was asked there
  swing: number; // from one point of the curve to the next, for the first side
  text: string; // the line of the log with which most of it came
  rule: string;
}

// ---------------------------------------------------------------- from the client (WS /api/play)

export type ToServer =
  | Greet
  | GiveAnswer
  | Revoke
  | Draft
  | AskOpenings
  | Why
  | AskOdds
  | AskPath
  | AboutHex
  | AboutUnit
  | AskSupply
  | AskStarving
  | AskThreat
  | AskAreas
  | LookBack
  | AskHint
  | AskPlan
  | AskScore
  | AskBriefing
  | Undo
  | Redo
  | ChangeSeat
  | AskOrders
  | GiveOrders
  | Enough
  | HasLooked
  | Say
  | Jot
  | Ping;
export interface Greet {
  type: "hello";
  token: string; // the key of a seat
}
// To the question.
export interface GiveAnswer extends Picking {
  type: "answer";
  standing?: boolean; // true, with what ends a menu: so from now on, unless something changed
}
// After these picks.
export interface Picking extends About {
  picked: string[];
}
// About the question with number `n`. After an undo another may have that number.
export interface About extends Marked {
  n: number;
}
// May name the question it is about for good.
export interface Marked extends Message {
  mark?: number;
}
// Every message but hello carries a number of the client's own, which comes back with the answer to it.
export interface Message {
  ref: number;
}
// A standing order of one's own: such questions are asked again.
export interface Revoke extends Message {
  type: "revoke";
  form: string;
}
// What is asked after these picks?
export interface Draft extends Picking {
  type: "draft";
}
// What can each verb of the menu begin with? A draft of one verb tells it too, with more about each pick.
export interface AskOpenings extends About {
  type: "opens";
}
// Also for what cannot be picked at all.
export interface Why extends Picking {
  type: "why";
  pick: string;
}
// Of the whole answer.
export interface AskOdds extends Picking {
  type: "odds";
}
// The way to a hex.
export interface AskPath extends Picking {
  type: "path";
  pick: string;
}
// The card of a hex or box.
export interface AboutHex extends Message {
  type: "hex";
  hex: string;
}
// The card of a counter.
export interface AboutUnit extends Message {
  type: "unit";
  unit: string;
}
// The supply lens.
export interface AskSupply extends Message {
  type: "supply";
}
// Who starves if a hex falls.
export interface AskStarving extends Message {
  type: "starving";
  hex: string;
}
// The threat lens.
export interface AskThreat extends Message {
  type: "threat";
}
// What a counter, or something in a hex, reaches.
export interface AskAreas extends Message {
  type: "areas";
  of: string;
}
// The game as it was.
export interface LookBack extends Message {
  type: "look";
  at: number; // after so many inputs
}
// What the computer would answer, under the plan that was made for this seat, if one was.
export interface AskHint extends About {
  type: "hint";
}
// A plan for the turn: it is thought about for a while, and `planning` tells how far that is.
export interface AskPlan extends About {
  type: "plan";
}
// What the points of each side are made of.
export interface AskScore extends Message {
  type: "score";
}
// What the game is about, what counts and for whom it counts now.
export interface AskBriefing extends Message {
  type: "briefing";
}
// Of one's last answer.
export interface Undo extends About {
  type: "undo";
}
// Of what was undone last.
export interface Redo extends About {
  type: "redo";
}
// The computer takes over, or gives back.
export interface ChangeSeat extends Message {
  type: "seat";
  side: string;
  player: Player;
}
// What a side that a computer plays may be ordered, and what it was.
export interface AskOrders extends Message {
  type: "orders";
  side: string;
}
// To a side that a computer plays.
export interface GiveOrders extends Message {
  type: "order";
  side: string;
  orders: OrderGiven[]; // front by front
}
// On one front.
export interface OrderGiven {
  efforts: string[]; // where the main effort goes; none: as it likes
  holds: string[]; // what is held whatever else happens
  boldness: number; // as it is offered; 0 as usual
}
// Whoever makes a plan for this client tells what he has.
export interface Enough extends Message {
  type: "enough";
}
// In a lesson: a look that asks the server nothing ("stack"), or one that is skipped.
export interface HasLooked extends Message {
  type: "looked";
  what: string;
  words: string[];
}
// To everybody in the game.
export interface Say extends Message {
  type: "chat";
  text: string;
}
// One's own note, whole.
export interface Jot extends Message {
  type: "note";
  text: string;
}
// Is anybody there?
export interface Ping extends Message {
  type: "ping";
}

// ---------------------------------------------------------------- from the server

// What the learner is shown of a lesson.
export interface StepSeen {
  id: string; // "gew:move"
  nth: number; // from 1
  of: number;
  title: string;
  told: string; // about what he has just done; "" at the beginning
  text: string; // what is asked of him: one thing; of a lesson that is over, the words at its end
  rule: string;
  hexes: string[]; // to be lit
  units: string[];
  wants: "answer" | "refusal" | "look" | ""; // what ends the step; "" if it is over
  words: string[]; // that do it ("*" any word, "..." any words); of a look the first is what is looked at
  done: boolean; // the lesson is over
}
export type FromServer =
  | Hello
  | Change
  | Answered
  | Refused
  | Reply
  | Chat
  | Seats
  | Thinking
  | Planning
  | Lesson
  | Closed;
// The answer to hello, and whenever everything has to be sent again.
export interface Hello extends Standing {
  type: "game";
  game: string;
  seat: string; // a side, "watch" or "host"
  scenario: string;
  title: string;
  system: SystemSeen;
  scene: string; // its address
  assist: Assist;
  may: LookupName[]; // the look-ups this seat is answered, at the game's level of assistance
  commitment: string;
  seats: SeatSeen[];
  options: string[]; // titles of those switched on
  started: boolean;
  steps: number[]; // the inputs at which somebody answered: stops of the timeline
  view: View | null; // null until it is started
  looks: Record<string, Look>;
  sequence: Step[];
  log: LogLine[]; // the last 200
  chat: ChatLine[]; // the newest 200
  note: string;
}
// How a game stands for a seat: what every `game` and every `change` tells.
export interface Standing {
  n: number; // inputs so far
  mark: number; // goes up by every input and by every one that is taken back
  question: Question | null; // if this seat is asked
  to_play: string; // the side that is asked, "" when over
  thinking: boolean; // a computer is to play
  undo: string; // "" if the last answer can be taken back, else why not
  redo: boolean;
  standing: StandingOrderSeen[]; // this seat's own
  outcome: Outcome | null;
  lesson: StepSeen | null;
}
// A kind of question that is answered for this seat by doing nothing, unless something changed.
export interface StandingOrderSeen {
  form: string;
  text: string; // what would be asked: "What flies?"
  answer: string; // what is answered: "End"
}
export type LookupName =
  | "draft"
  | "opens"
  | "why"
  | "odds"
  | "path"
  | "hex"
  | "unit"
  | "supply"
  | "starving"
  | "threat"
  | "areas"
  | "look"
  | "hint"
  | "plan"
  | "score"
  | "briefing";
// A counter or marker face: shapes about (0, 0), one unit wide.
export interface Look {
  near: Shape[];
  far: Shape[]; // as much as can be read when it is very small; none: as when near
  values: FigureSeen[];
}
// A figure of a counter in words.
export interface FigureSeen {
  label: string; // "attack"
  value: number;
  adds: boolean; // a stack has a sum of them
  factor: boolean; // one of the row that a counter is called by: 8-6-5
}
export interface ChatLine {
  from: string; // a side, "watch", "host", or "table": who plays has changed
  text: string;
  at: string; // ISO time
}
// After every accepted answer, undo, redo.
export interface Change extends Standing {
  type: "change";
  from: number; // inputs before: if it is not what the client has, it says hello again
  step: boolean; // n is a new stop of the timeline; false after an undo, which drops those behind n
  view: ViewChange;
  looks: Record<string, Look>; // those the client has not had
  log: LogLine[]; // new lines; after an undo those at or behind `n` are dropped first
  sequence: Step[] | null; // null: as before
}
// It is stored.
export interface Answered {
  type: "answered";
  ref: number;
  n: number;
}
// Nothing was changed.
export interface Refused {
  type: "refused";
  ref: number;
  code: string;
  reasons: Reason[];
}
// Of a look-up: see Replies. Null if there is nothing to say.
export interface Reply {
  type: "reply";
  ref: number;
  body: ReplyBody | null;
}
export type ReplyBody =
  | Question
  | Record<string, Opening>
  | Reasons
  | Odds
  | Path
  | Card
  | SupplyLine[]
  | Starving
  | Record<string, Threat>
  | Area[]
  | Looked
  | Hint
  | PlanSeen
  | Orders
  | Record<string, Score>
  | Briefing;
export interface Reasons {
  may: boolean;
  reasons: Reason[];
  instead: Pick[]; // the nearest that may be picked
}
export interface Odds {
  title: string;
  rule: string;
  terms: Term[];
  assumed: Assumed[];
  chart: ChartAt | null; // the chart the roll is read on
  results: Result[];
  expected: Expected[];
  later: string; // what rolls, where the answer itself only prepares it: "2nd Panzer leads it, alone"; else ""
  again: boolean; // part of an action under way, in which its side is asked again before any dice fall
  sequel: SequelOdds | null; // what it is done for, after it and without it
}
export interface Term {
  label: string;
  figure: string; // "+2", "×1/2", "=52"
  rule: string;
  group: string;
}
export interface Assumed {
  side: string;
  text: string;
  rule: string;
}
export interface ChartAt {
  name: string;
  column: string;
}
export interface Result {
  result: string;
  chance: string; // "5/36"
  share: number; // 0.1389
  means: string;
  courses: string[];
  given: string; // what is decided before the dice fall: "axis: commits; west: holds back"; "" where nothing is
}
// On average.
export interface Expected {
  policy: string;
  figures: Figure[];
}
export interface Figure {
  label: string;
  value: string;
  share: number | null; // of what happens or not: how likely it is
}
export interface SequelOdds {
  text: string; // "an attack on 11.8 with 69 Bde"
  rule: string;
  policy: string; // how all are taken to decide in it
  figures: Compared[];
  spared: number; // the chance that it need not or cannot be done any more
}
export interface Compared {
  label: string; // "hex taken"
  after: string; // "3/4": on average over all dice, after the answer
  without: string; // the same if it is left out
  after_share: number | null; // where it is the chance that something happens
  without_share: number | null;
}
export interface Path {
  hexes: string[];
  costs: StepCost[];
  total: string;
  left: string;
}
export interface StepCost {
  hex: string;
  cost: string;
  terms: Term[];
}
export interface Card {
  title: string;
  lines: CardLine[];
  units: string[];
}
export interface CardLine {
  label: string;
  text: string;
  rule: string;
  sums: boolean; // what the counters there come to together
}
export interface SupplyLine {
  unit: string;
  supplied: boolean;
  text: string;
  rules: string[];
  legs: Leg[];
  cuts: Reason[];
}
export interface Leg {
  by: string;
  hexes: string[];
  rule: string;
}
export interface Starving {
  text: string;
  units: string[];
  lines: string[];
}
// Enemy units that can go to a hex, or attack it, next turn.
export interface Threat {
  reach: string[];
  attack: string[];
}
export interface Area {
  title: string; // "Moves in Strat Mode"
  text: string; // how far, and what it costs
  rule: string;
  hexes: string[];
  units: string[]; // whom it is about
}
export interface Looked {
  n: number;
  view: View;
  looks: Record<string, Look>;
  log: LogLine[];
  sequence: Step[];
  to_play: string;
  text: string;
}
export interface Hint {
  picked: string[];
  text: string;
  why: string; // what the computer expects of it, "" if it weighed nothing
}
// In words.
export interface PlanSeen {
  plan: string; // "Main effort Alexandria; hold Cairo"
  expects: string; // what is hoped for, against the usual plan
  others: string[]; // what else was weighed, the best first
  hint: Hint | null; // the answer now, where the plan is for whoever asks
  next: PlanStep[]; // what would be answered after it: no die falls, nobody else is asked
}
export interface PlanStep {
  form: string; // of the question
  picked: string[];
  text: string; // "march 13 Corps to 3227"; "" where it need not be told
}
export interface Orders {
  fronts: FrontSeen[]; // none: nothing can be ordered in this game
  manners: Manner[];
  text: string; // what has been ordered, in words; "" if nothing
  plan: PlanSeen | null; // that is in force, if it is the seat's own side or the game is over
}
export interface FrontSeen {
  name: string;
  efforts: PlaceNamed[];
  holds: PlaceNamed[];
  order: OrderGiven; // what has been ordered there
}
export interface PlaceNamed {
  id: string;
  name: string;
}
export interface Manner {
  boldness: number;
  text: string; // "attacks only at +4 or better"
}
export interface Score {
  total: number;
  terms: Term[];
}
// What a game is about. What a scenario does not tell is null.
export interface Briefing {
  title: string;
  text: string; // a sentence or two
  about: BriefLine | null;
  length: BriefLine | null;
  sides: SideBriefed[];
  endings: EndingSeen[];
  stakes: StakeSeen[]; // all that counts, for either side; none where a watcher may not know
}
// A sentence of a scenario's own.
export interface BriefLine {
  text: string;
  places: Record<string, string>; // those it speaks of, by their names in it
}
export interface SideBriefed {
  side: string;
  name: string;
  has: BriefLine | null;
  wants: BriefLine | null;
  first: BriefLine[]; // what to do first
  points: number; // what its stakes come to now
  funds: FundsLine[]; // of the side that asks; none where nothing may be known
}
// About what a side has to spend.
export interface FundsLine {
  label: string;
  text: string;
  rule: string;
}
// One of the ways in which the game may end.
export interface EndingSeen {
  title: string; // "Strategic Victory"
  text: string;
  rule: string;
  now: boolean; // so it would end as it stands
}
// Something that counts in the end.
export interface StakeSeen {
  side: string; // whose points
  text: string; // "3026 Tobruk"
  worth: number; // what it brings, once or each time
  points: number; // now
  rule: string;
  hexes: string[];
  holder: string; // the side that holds it now; "" if nobody does, or it is not held
}
export interface Chat {
  type: "chat";
  line: ChatLine;
}
export interface Seats {
  type: "seats";
  seats: SeatSeen[];
}
// How far a computer player is with its plan or its answer; what these are, is its own affair.
export interface Thinking {
  type: "thinking";
  side: string;
  share: number; // 0 to 1
}
// How far a plan is that this client asked for.
export interface Planning {
  type: "planning";
  ref: number;
  share: number; // 0 to 1
}
// A look or a refused pick has ended a step of the lesson.
export interface Lesson {
  type: "lesson";
  lesson: StepSeen;
}
// The key opens nothing, or nothing any more, or the game has failed: there is no coming back by itself. The code with
// which the socket is closed says which.
export interface Closed {
  type: "closed";
  text: string;
}

// ---------------------------------------------------------------- replies to look-ups

// The body of the reply to each look-up, and to `orders`.
export interface Replies {
  draft: Question;
  opens: Record<string, Opening>; // by verb
  why: Reasons;
  odds: Odds;
  path: Path;
  hex: Card;
  unit: Card;
  supply: SupplyLine[];
  starving: Starving;
  threat: Record<string, Threat>; // by hex
  areas: Area[];
  look: Looked;
  hint: Hint;
  plan: PlanSeen;
  orders: Orders;
  score: Record<string, Score>; // by side
  briefing: Briefing;
}

// ---------------------------------------------------------------- books (GET /api/systems/{code}/rules and /charts)

// A rule by its number.
export interface RuleText {
  number: string;
  title: string;
  text: string; // our words for it, "" if there are none
  status: string;
  ruling: string; // how a doubtful rule is read, "" if it is not
}
// A chart as printed.
export interface ChartText {
  name: string;
  title: string;
  rule: string;
  origin: "printed" | "house" | "yours"; // house: our values, where none are printed
  reads: string; // "1d6 down, differential across, columns may shift"; "" for a list
  dice: string; // "" if none are rolled
  corner: string; // what the heads of its rows are: "roll"
  heads: HeadLine[]; // the first names the columns; none for a list
  rows: RowText[];
  meanings: Meaning[];
  notes: string[];
}
// A line over the columns: their names, odds by terrain, a cost.
export interface HeadLine {
  head: string;
  cells: string[];
}
// A row of a table; of a list, a value with its text.
export interface RowText {
  head: string;
  cells: string[];
  group: string; // the heading it stands under
  rule: string; // of a list's line
  depth: number; // how far it is indented
}
// What a result does, in our words.
export interface Meaning {
  result: string;
  text: string;
}
