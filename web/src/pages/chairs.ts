// Who sits where in a new game, as far as the way of playing allows.
import { usual } from "../wire/api";
import type { Player, PlayerInfo } from "../wire/types";

export const MODES = ["computer", "table", "link"] as const;
export type Mode = (typeof MODES)[number];
export type Chair = string; // "me", "friend", or a computer player
export type Chairs = Record<string, Chair>; // by side

export function isMode(word: string | undefined): word is Mode {
  return MODES.some((mode) => mode === word);
}

/** Who may sit beside the computer. */
export function people(mode: Mode): Chair[] {
  return mode === "link" ? ["me", "friend"] : ["me"];
}

/** Before anybody has chosen: the first side is one's own. */
export function first(mode: Mode, sides: string[], computers: PlayerInfo[]): Chairs {
  const others: Chair = mode === "computer" ? usual(computers) || "me" : mode === "link" ? "friend" : "me";
  return Object.fromEntries(sides.map((side, nth) => [side, nth === 0 ? "me" : others]));
}

/** One side gets another player. But for two players here exactly one side is one's own: then two sides swap. */
export function seated(mode: Mode, chairs: Chairs, side: string, chair: Chair): Chairs {
  const before = chairs[side];
  if (mode === "table" || before === undefined || before === chair) return { ...chairs, [side]: chair };
  const changed = { ...chairs, [side]: chair };
  const others = Object.keys(chairs).filter((other) => other !== side);
  const mine = others.find((other) => chairs[other] === "me");
  if (chair === "me" && mine !== undefined) changed[mine] = before;
  const next = others[0];
  if (before === "me" && next !== undefined) changed[next] = "me";
  return changed;
}

/** Can it be played so? */
export function isPlayable(mode: Mode, chairs: Chairs): boolean {
  return Object.values(chairs).includes(mode === "link" ? "friend" : "me");
}

export function mine(chairs: Chairs): string[] {
  return Object.keys(chairs).filter((side) => chairs[side] === "me");
}

/** Who among the computer players sits where, by their titles. */
export function levels(chairs: Chairs, sides: { id: string; name: string }[], computers: PlayerInfo[]): string[] {
  return sides.flatMap((side) => {
    const found = computers.find((one) => one.id === chairs[side.id]);
    return found ? [`${side.name}: ${found.title}`] : [];
  });
}

export function playing(chairs: Chairs): Record<string, Player> {
  const player = (chair: Chair): Player => (chair === "me" || chair === "friend" ? "person" : chair);
  return Object.fromEntries(Object.entries(chairs).map(([side, chair]) => [side, player(chair)]));
}
