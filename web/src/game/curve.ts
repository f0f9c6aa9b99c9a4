// Curves over a game: from inputs and points to pixels.

export type Place = [x: number, y: number];

/** What a drawing shows, and where in it: pixels are kept free at its edges. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  first: number; // inputs
  last: number;
  low: number; // points
  high: number;
}

/** A frame that holds all of these; nothing is always in it, so that one sees who is ahead. */
export function framed(places: Place[], width: number, height: number): Frame {
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const high = Math.max(0, ...ys);
  const low = Math.min(0, ...ys);
  const room = high === low ? 1 : 0; // a flat line lies in the middle
  return {
    width,
    height,
    left: 40,
    right: 10,
    top: 22,
    bottom: 46,
    first: Math.min(...xs),
    last: Math.max(...xs),
    low: low - room,
    high: high + room,
  };
}

export function at(frame: Frame, [x, y]: Place): Place {
  const wide = frame.width - frame.left - frame.right;
  const tall = frame.height - frame.top - frame.bottom;
  const along = frame.last > frame.first ? (x - frame.first) / (frame.last - frame.first) : 0;
  return [round(frame.left + along * wide), round(frame.top + ((frame.high - y) / (frame.high - frame.low)) * tall)];
}

/** A line from place to place; `stepped`: it stays as it is until the next. */
export function line(frame: Frame, places: Place[], stepped: boolean): string {
  const [start, ...rest] = places.map((place) => at(frame, place));
  if (!start) return "";
  const parts = rest.map(([x, y]) => (stepped ? `H${x}V${y}` : `L${x} ${y}`));
  return [`M${start[0]} ${start[1]}`, ...parts].join("");
}

/** The same, closed along the line of nothing. */
export function area(frame: Frame, places: Place[], stepped: boolean): string {
  const first = places[0];
  const last = places.at(-1);
  if (!first || !last) return "";
  const [, zero] = at(frame, [0, 0]);
  return `${line(frame, places, stepped)}V${zero}H${at(frame, first)[0]}Z`;
}

/** Where each turn begins, those left out for which there is no room. */
export function turns(frame: Frame, steps: { x: number; turn: number }[], room = 44): { x: number; turn: number }[] {
  const found: { x: number; turn: number }[] = [];
  let now = 0;
  for (const step of steps) {
    if (step.turn === now) continue;
    now = step.turn;
    const [x] = at(frame, [step.x, 0]);
    if (x - (found.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= room && x + room <= frame.width + frame.right)
      found.push({ x, turn: step.turn });
  }
  return found;
}

/** "+2.4", "−1.0" and "0". */
export function figure(points: number): string {
  const said = Math.abs(points).toFixed(1);
  if (Number(said) === 0) return "0";
  return `${points > 0 ? "+" : "−"}${said}`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
