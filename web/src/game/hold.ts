// Which key of a game is used for what.
import { type Kept, kept } from "../wire/keys";

/** The key of a seat, "" if this browser has none. */
export function keyOf(game: string, seat: string): string {
  return kept(game)?.keys[seat] ?? "";
}

/** Where one sits down again: the seat used last, else a side, else wherever there is a key to. */
export function seatOf(held: Kept): string {
  const sides = Object.keys(held.keys).filter((seat) => seat !== "watch" && seat !== "host");
  const wanted = [held.seat, ...sides, "watch", "host"];
  return wanted.find((seat) => held.keys[seat]) ?? "";
}

/** Two players here: the side to which the screen is handed over, null if it stays. */
export function handedTo(held: Kept, seat: string, toPlay: string): string | null {
  return held.table && toPlay !== seat && held.keys[toPlay] ? toPlay : null;
}
