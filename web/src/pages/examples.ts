// For tests: a server that answers the pages. Whatever it says stands in ‹angles›.
import type { ChartText, GameInfo, Made, PlayerInfo, RuleText, SystemInfo } from "../wire/types";

export const SIDES = [
  { id: "axis", name: "‹Axis›", ground: "#4b5660", ink: "#ffffff" },
  { id: "allied", name: "‹Allied›", ground: "#b98a3c", ink: "#ffffff" },
];

export const SYSTEM: SystemInfo = {
  code: "gew",
  title: "‹The Great European War›",
  book: "‹GEW›",
  scenarios: [
    {
      id: "gew:campaign",
      title: "‹Campaign›",
      text: "‹All of it.›",
      sides: SIDES,
      turns: 10,
      options: [{ name: "setup", title: "‹Ready-made›", rule: "33.0", default: false, kind: "set-up" }],
    },
    {
      id: "gew:desert",
      title: "‹Desert›",
      text: "‹A small one.›",
      sides: SIDES,
      turns: 3,
      options: [
        { name: "setup", title: "‹Ready-made›", rule: "33.0", default: false, kind: "set-up" },
        { name: "ultra", title: "‹Ultra›", rule: "36.0", default: false, kind: "optional" },
        { name: "crete", title: "‹Crete›", rule: "14.4", default: true, kind: "house" },
      ],
    },
  ],
  lessons: [
    { id: "gew:move", title: "‹Move›", text: "‹One step.›", minutes: 10 },
    { id: "gew:fight", title: "‹Fight›", text: "‹One die.›", minutes: 10 },
  ],
};

export const CHARTS_ALONE: SystemInfo = { code: "ocs", title: "‹OCS›", book: "‹OCS›", scenarios: [], lessons: [] };

export const COMPUTERS: PlayerInfo[] = [
  { id: "recruit", title: "‹Recruit›", text: "‹It learns.›", usual: false },
  { id: "officer", title: "‹Officer›", text: "‹It counts.›", usual: true },
];

export const MADE: Made = {
  game: "g1",
  commitment: "c0ffee",
  keys: { axis: "key-axis", allied: "key-allied", watch: "key-watch", host: "key-host" },
};

export function aGame(more: Partial<GameInfo> = {}): GameInfo {
  const seat = { player: "person" as const, computer: "", who: "", joined: true, present: true };
  return {
    game: "g1",
    seat: "axis",
    title: "‹Desert›",
    scenario: "gew:desert",
    system: { code: "gew", title: "‹The Great European War›", book: "‹GEW›" },
    assist: "full",
    options: ["‹Ready-made›"],
    seats: [
      { side: "axis", name: "‹Axis›", ...seat },
      { side: "allied", name: "‹Allied›", ...seat },
    ],
    commitment: "c0ffee",
    started: true,
    n: 12,
    to_play: "axis",
    when: "‹turn 1›",
    outcome: null,
    taught: false,
    changed: "2026-11-16T02:00:00Z",
    ...more,
  };
}

export const RULES: RuleText[] = [
  { number: "19.0", title: "‹Combat›", text: "‹Fight.›", status: "done", ruling: "" },
  { number: "19.6", title: "‹Resolving›", text: "‹See› 19.0‹.›", status: "done", ruling: "‹One die.›" },
];

export const CHARTS: ChartText[] = [
  {
    name: "crt",
    title: "‹Combat Results›",
    rule: "19.6",
    origin: "house",
    reads: "‹1d6 down›",
    dice: "1d6",
    corner: "‹roll›",
    heads: [{ head: "", cells: ["0", "1 ‹or more›"] }],
    rows: [{ head: "1", cells: ["‹A1›", "‹D1›"], group: "", rule: "", depth: 0 }],
    meanings: [{ result: "‹A1›", text: "‹the attacker retreats›" }],
    notes: ["‹House values.›"],
  },
];

/** Answers by method and path; the paths asked for are kept in `asked`. */
export function aServer(answers: Record<string, unknown>): {
  fetch: typeof fetch;
  asked: { path: string; body: unknown; key: string }[];
} {
  const asked: { path: string; body: unknown; key: string }[] = [];
  const fetch = async (path: string | URL | Request, how: RequestInit = {}): Promise<Response> => {
    const name = `${how.method ?? "GET"} ${path}`;
    const key = new Headers(how.headers).get("Authorization")?.slice("Bearer ".length) ?? "";
    const text = typeof how.body === "string" ? how.body : "";
    asked.push({ path: name, body: text.startsWith("{") ? JSON.parse(text) : text, key });
    const answer = answers[name];
    if (answer === undefined) return new Response(JSON.stringify({ detail: "‹nothing here.›" }), { status: 404 });
    return new Response(typeof answer === "string" ? answer : JSON.stringify(answer), { status: 200 });
  };
  return { fetch: fetch as typeof globalThis.fetch, asked };
}
