// Which key of a game is used for what.
import { type Kept, type Keys, kept } from "../wire/keys";
import type { SeatSeen } from "../wire/types";

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
export function handedTo(held: Kept, seat: string, toPlay: string, seats: SeatSeen[]): string | null {
  const person = seats.some((one) => one.side === toPlay && one.player === "person");
  return held.table && person && toPlay !== seat && held.keys[toPlay] ? toPlay : null;
}

/** A key of this browser by which a side may be given to the computer and taken back, "" if there is none. */
export function seatingKey(game: string, side: string): string {
  return keyOf(game, side) || keyOf(game, "host");
}

/** The seats a link can be shown to: those of one's own keys, and for the host all that persons have. */
export function linkedSeats(own: Keys, seats: SeatSeen[]): string[] {
  const persons = seats.filter((seat) => seat.player === "person").map((seat) => seat.side);
  const found = [...Object.keys(own), ...(own.host ? [...persons, "watch"] : [])];
  return [...new Set(found)].filter((seat) => seat !== "host");
}
