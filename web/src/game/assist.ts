// What a seat may look up at the game's level of assistance; the server holds to the same.
import type { Known } from "./apply";

export type Help = "odds" | "threat" | "hint" | "supply" | "starving" | "path" | "score";

const FULL_ALONE: Help[] = ["odds", "threat", "hint"];
const FOR_ALL: Help[] = ["score"]; // also for those who play no side

export function may(known: Pick<Known, "assist" | "seat" | "seats"> | null, help: Help): boolean {
  if (!known || known.assist === "bare") return false;
  if (known.assist === "hints" && FULL_ALONE.includes(help)) return false;
  return FOR_ALL.includes(help) || known.seats.some((seat) => seat.side === known.seat);
}
