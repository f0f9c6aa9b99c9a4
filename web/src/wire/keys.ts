// The keys of games this browser holds: never in an address that is sent, never in a query.

/** By seat: "axis", "allied", "watch", "host". */
export type Keys = Record<string, string>;
export interface Kept {
  game: string;
  title: string;
  keys: Keys;
  seat: string; // the one used last
  at: string; // when, ISO
  table: boolean; // two players at this browser
  lesson: string; // its id, "" if it is none
  brought?: boolean; // from a record, and who plays on has not been said yet
  links: string[]; // tokens that led here, and may open nothing any more
}

const PREFIX = "sandtable.game.";

export function kept(game: string): Kept | null {
  return read(PREFIX + game);
}

export function keep(found: Partial<Kept> & { game: string }): Kept {
  const before = kept(found.game);
  const fresh = { title: "", seat: "", table: false, lesson: "" };
  const keys = { ...before?.keys, ...found.keys };
  const links = [...new Set([...(before?.links ?? []), ...(found.links ?? [])])];
  const all: Kept = { ...fresh, ...before, ...found, keys, links, at: now() };
  localStorage.setItem(PREFIX + all.game, JSON.stringify(all));
  return all;
}

/** All this browser knows of a game: its keys, who was invited, what was seen from which seat. */
export function forget(game: string): void {
  const alone = [PREFIX + game, `sandtable.invited.${game}`];
  const gone = names().filter((name) => alone.includes(name) || name.startsWith(`sandtable.seen.${game}.`));
  for (const name of gone) localStorage.removeItem(name);
}

/** The game behind a link that was followed before. */
export function behind(link: string): Kept | null {
  return all().find((one) => one.links?.includes(link)) ?? null;
}

/** Those used last come first. */
export function all(): Kept[] {
  const found = names()
    .filter((name) => name.startsWith(PREFIX))
    .map(read);
  return found.filter((one) => one !== null).sort((a, b) => b.at.localeCompare(a.at));
}

function names(): string[] {
  return Array.from({ length: localStorage.length }, (_, nth) => localStorage.key(nth) ?? "");
}

function read(name: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") as Kept | null;
  } catch {
    return null; // somebody else's
  }
}

function now(): string {
  return new Date().toISOString();
}
