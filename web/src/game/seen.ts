// How much of a game this browser has shown to whom: the film "since you were last here" begins there.

const name = (game: string, seat: string) => `sandtable.seen.${game}.${seat}`;

export function lastSeen(game: string, seat: string): number | null {
  const found = localStorage.getItem(name(game, seat));
  return found === null || !/^\d+$/.test(found) ? null : Number(found);
}

export function setSeen(game: string, seat: string, n: number): void {
  localStorage.setItem(name(game, seat), String(n));
}

// What the news begin with: how far the game was when this seat answered last.

const answered = (game: string, seat: string) => `sandtable.answered.${game}.${seat}`;

export function lastAnswered(game: string, seat: string): number {
  return Number(localStorage.getItem(answered(game, seat)) ?? 0) || 0;
}

export function setAnswered(game: string, seat: string, n: number): void {
  localStorage.setItem(answered(game, seat), String(n));
}

// Whether this browser has told what a game is about.

const briefed = (game: string) => `sandtable.briefed.${game}`;

export function isBriefed(game: string): boolean {
  return localStorage.getItem(briefed(game)) !== null;
}

export function setBriefed(game: string): void {
  localStorage.setItem(briefed(game), "yes");
}
