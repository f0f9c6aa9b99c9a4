// How much of a game this browser has shown to whom: the film "since you were last here" begins there.

const name = (game: string, seat: string) => `sandtable.seen.${game}.${seat}`;

export function lastSeen(game: string, seat: string): number | null {
  const found = localStorage.getItem(name(game, seat));
  return found === null || !/^\d+$/.test(found) ? null : Number(found);
}

export function setSeen(game: string, seat: string, n: number): void {
  localStorage.setItem(name(game, seat), String(n));
}
