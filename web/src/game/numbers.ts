// Numbers within bounds: told, stepped through and rounded, however many there are.
import { t } from "../texts/texts";
import type { NumberRange } from "../wire/types";

type Ranges = readonly NumberRange[];

const STOPS = 60; // about so many, where a slider goes by round numbers

/** "0 or 4 to 12", "1000 to 6000 by 1000". */
export function bounds(ranges: Ranges): string {
  return ranges
    .map(({ low, high, by }) =>
      low === high ? String(low) : t(by > 1 ? "game.number.by" : "game.number.range", { low, high, by }),
    )
    .reduce((one, other) => t("game.number.or", { one, other }));
}

export function count(ranges: Ranges): number {
  return ranges.reduce((sum, { low, high, by }) => sum + (high - low) / by + 1, 0);
}

/** How many of them are smaller. */
export function placeOf(ranges: Ranges, number: number): number {
  return ranges.reduce((sum, { low, high, by }) => {
    return number <= low ? sum : sum + Math.ceil((Math.min(number, high + by) - low) / by);
  }, 0);
}

export function numberAt(ranges: Ranges, place: number): number {
  let left = Math.max(0, Math.min(place, count(ranges) - 1));
  for (const { low, high, by } of ranges) {
    const within = (high - low) / by + 1;
    if (left < within) return low + left * by;
    left -= within;
  }
  return Number.NaN; // there are none
}

/** So many further on, from a number that need not be among them. */
export function stepped(ranges: Ranges, number: number, by: number): number {
  const place = placeOf(ranges, number);
  const between = numberAt(ranges, place) !== number && by > 0 ? 1 : 0; // the next one is a step already
  return numberAt(ranges, place + by - between);
}

/** A round number of steps that leads through them in a few dozen: 1, 2, 5, 10, 20, 50 ... */
export function stride(ranges: Ranges): number {
  let found = 1;
  for (let ten = 1; ten <= count(ranges); ten *= 10)
    for (const by of [1, 2, 5]) if (ten * by * STOPS <= count(ranges)) found = ten * by;
  return found;
}

/** The whole number that is written, if one is. */
export function read(text: string): number | null {
  return /^[+-]?\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
