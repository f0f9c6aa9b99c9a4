// Small games for the tests: everything the wire asks for, and what a test wants to be different.
import type { Change, LogLine, Question, UnitSeen, View } from "../wire/types";
import type { Known } from "./apply";

export function aUnit(at: string, more: Partial<UnitSeen> = {}): UnitSeen {
  return { at, side: "axis", look: "plain", name: "Afrika Korps", state: "", ...more };
}

export function aView(more: Partial<View> = {}): View {
  return { units: {}, stacks: {}, control: {}, markers: [], tracks: [], sides: {}, when: "turn 1", now: "", ...more };
}

export function aLine(n: number, more: Partial<LogLine> = {}): LogLine {
  return { n, text: `line ${n}`, rule: "17.0", kind: "moved", hexes: [], units: [], ...more };
}

export function aQuestion(more: Partial<Question> = {}): Question {
  return {
    n: 4,
    mark: 4,
    side: "axis",
    form: "movement",
    rule: "17.0",
    text: "What is moved?",
    about: [],
    picked: [],
    slot: "verb",
    kind: "word",
    many: false,
    ordered: false,
    chosen: [],
    total: "",
    picks: [],
    numbers: null,
    opens: {},
    ends: "",
    shut: null,
    warning: [],
    proposed: null,
    later: [],
    usual: [],
    again: [],
    ...more,
  };
}

export function aKnown(more: Partial<Known> = {}): Known {
  return {
    game: "g",
    seat: "axis",
    scenario: "gew:north-africa-1941",
    title: "North Africa, 1941",
    system: { code: "gew", title: "The Great European War", book: "GEW" },
    scene: "/api/scenes/gew:north-africa-1941",
    assist: "full",
    may: [
      "draft",
      "opens",
      "why",
      "odds",
      "path",
      "hex",
      "unit",
      "supply",
      "starving",
      "threat",
      "areas",
      "look",
      "hint",
      "score",
    ],
    commitment: "c0ffee",
    seats: [],
    options: [],
    started: true,
    n: 0,
    mark: 0,
    steps: [0],
    view: aView(),
    looks: {},
    question: null,
    to_play: "axis",
    thinking: false,
    sequence: [],
    log: [],
    undo: "",
    redo: false,
    standing: [],
    outcome: null,
    chat: [],
    note: "",
    lesson: null,
    ...more,
  };
}

export function aChange(more: Partial<Change> = {}): Change {
  return {
    type: "change",
    n: 1,
    mark: 1,
    from: 0,
    step: true,
    view: {},
    looks: {},
    log: [],
    question: null,
    to_play: "axis",
    thinking: false,
    sequence: null,
    undo: "",
    redo: false,
    standing: [],
    outcome: null,
    lesson: null,
    ...more,
  };
}
