// Keys of seats that friends are asked to take: kept until they sit there, then forgotten, so that nobody peeks.

const name = (game: string) => `sandtable.invited.${game}`;

export type Invited = Record<string, string>; // by side

export function invitations(game: string): Invited {
  try {
    return (JSON.parse(localStorage.getItem(name(game)) ?? "{}") ?? {}) as Invited;
  } catch {
    return {};
  }
}

export function invite(game: string, keys: Invited): void {
  if (Object.keys(keys).length === 0) localStorage.removeItem(name(game));
  else localStorage.setItem(name(game), JSON.stringify(keys));
}

export function uninvite(game: string, side: string): void {
  const { [side]: _, ...left } = invitations(game);
  invite(game, left);
}

/** The address behind which a key opens its seat. */
export function linkTo(key: string, here: { origin: string; pathname: string } = location): string {
  return `${here.origin}${here.pathname}#/join/${encodeURIComponent(key)}`;
}

/** Can nobody elsewhere reach a server with this name? */
export function isHereAlone(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
