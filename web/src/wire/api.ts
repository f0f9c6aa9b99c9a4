// The REST part of the wire. Keys travel in a header; whatever goes wrong is an Error with a sentence for people.
import { t } from "../texts/texts";
import type {
  Assist,
  Begun,
  ChartText,
  ClubPage,
  ClubPlayer,
  Fork,
  GameInfo,
  Luck,
  Made,
  NewGame,
  NewKey,
  PlayerInfo,
  Review,
  RuleText,
  Scene,
  Sit,
  SystemInfo,
  Verified,
} from "./types";

export class Refused extends Error {
  constructor(
    readonly status: number, // 0: no answer at all
    sentence: string,
  ) {
    super(sentence);
  }
}

interface Asked {
  method?: string;
  key?: string;
  json?: unknown;
  text?: string;
}

async function ask(path: string, asked: Asked = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (asked.key) headers.Authorization = `Bearer ${asked.key}`;
  if (asked.json !== undefined) headers["Content-Type"] = "application/json";
  if (asked.text !== undefined) headers["Content-Type"] = "text/plain; charset=utf-8";
  const body = asked.json === undefined ? asked.text : JSON.stringify(asked.json);
  let answer: Response;
  try {
    answer = await fetch(path, { method: asked.method ?? "GET", headers, ...(body === undefined ? {} : { body }) });
  } catch {
    throw new Refused(0, t("wire.silent"));
  }
  if (!answer.ok)
    throw new Refused(answer.status, (await sentence(answer)) ?? t("wire.failed", { status: answer.status }));
  return answer;
}

async function sentence(answer: Response): Promise<string | null> {
  try {
    const { detail } = (await answer.json()) as { detail?: unknown };
    return typeof detail === "string" && detail ? spelled(detail) : null;
  } catch {
    return null; // not ours: a proxy's page
  }
}

/** The server's sentences are made to stand behind others: alone they begin large and end with a stop. */
function spelled(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.!?]$/.test(detail) ? "" : "."}`;
}

async function json<T>(path: string, asked: Asked = {}): Promise<T> {
  return (await (await ask(path, asked)).json()) as T;
}

const part = encodeURIComponent;

export function systems(): Promise<SystemInfo[]> {
  return json("/api/systems");
}

export function scene(id: string): Promise<Scene> {
  return json(`/api/scenes/${part(id)}`);
}

/** By its address, as a game tells it. */
export function sceneAt(address: string): Promise<Scene> {
  return json(address);
}

export function charts(system: string): Promise<ChartText[]> {
  return json(`/api/systems/${part(system)}/charts`);
}

export function rules(system: string): Promise<RuleText[]> {
  return json(`/api/systems/${part(system)}/rules`);
}

/** The computer players. */
export function computers(): Promise<PlayerInfo[]> {
  return json("/api/players");
}

/** Who of them plays if none is named. */
export function usual(players: PlayerInfo[]): string {
  return (players.find((one) => one.usual) ?? players[0])?.id ?? "";
}

export function make(wanted: NewGame): Promise<Made> {
  return json("/api/games", { method: "POST", json: wanted });
}

/** Take a seat with a salt of one's own, without which nobody can foresee the dice; the answer has a key of one's own. */
export function take(game: string, side: string, key: string, name = ""): Promise<Begun> {
  const said: Sit = { salt: salt(), name };
  return json(`/api/games/${part(game)}/seats/${part(side)}`, { method: "POST", key, json: said });
}

export function salt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function info(game: string, key: string): Promise<GameInfo> {
  return json(`/api/games/${part(game)}`, { key });
}

/** The game a key opens. */
export function opens(key: string): Promise<GameInfo> {
  return json("/api/game", { key });
}

export async function record(game: string, key: string): Promise<string> {
  return (await ask(`/api/games/${part(game)}/record`, { key })).text();
}

export function bring(text: string): Promise<Made> {
  return json("/api/games/import", { method: "POST", text });
}

export function lesson(id: string): Promise<Made> {
  return json(`/api/lessons/${part(id)}`, { method: "POST" });
}

/** A private game from any step, against the computer. */
export function fork(game: string, key: string, at: number, side: string, assist: Assist): Promise<Made> {
  const wanted: Fork = { at, side, assist };
  return json(`/api/games/${part(game)}/fork`, { method: "POST", key, json: wanted });
}

/** One line of text which Python opens as the position after so many inputs. */
export async function position(game: string, key: string, at: number): Promise<string> {
  return (await ask(`/api/games/${part(game)}/position?at=${at}`, { key })).text();
}

/** Roll all dice again: do they follow from what was promised before the game? */
export function verify(game: string, key: string): Promise<Verified> {
  return json(`/api/games/${part(game)}/verify`, { method: "POST", key });
}

/** What the dice did in a game that is over. */
export function luck(game: string, key: string): Promise<Luck> {
  return json(`/api/games/${part(game)}/luck`, { key });
}

/** Where it turned. */
export function review(game: string, key: string): Promise<Review> {
  return json(`/api/games/${part(game)}/review`, { key });
}

/** Games that their hosts have listed, and what came of those that are over. */
export function club(state: string, search: string, page: number): Promise<ClubPage> {
  return json(`/api/club?${new URLSearchParams({ state, search, page: String(page) })}`);
}

export function results(): Promise<ClubPlayer[]> {
  return json("/api/club/results");
}

/** The key of a free seat in a listed game, or of looking on. */
export function clubKey(game: string, side: string): Promise<NewKey> {
  return json(`/api/club/${part(game)}/${side === "watch" ? side : `seats/${part(side)}`}`, { method: "POST" });
}

/** A new key for a seat; the old one opens nothing any more. */
export function replaceKey(game: string, host: string, seat: string): Promise<NewKey> {
  return json(`/api/games/${part(game)}/keys/${part(seat)}`, { method: "POST", key: host });
}
