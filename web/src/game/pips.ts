// Where the pips of a die are, on 24 by 24.

const LOW = 6.5;
const MID = 12;
const HIGH = 17.5;

const FACES: Record<number, [number, number][]> = {
  1: [[MID, MID]],
  2: [[LOW, LOW], [HIGH, HIGH]],
  3: [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  4: [[LOW, LOW], [HIGH, LOW], [LOW, HIGH], [HIGH, HIGH]],
  5: [[LOW, LOW], [HIGH, LOW], [MID, MID], [LOW, HIGH], [HIGH, HIGH]],
  6: [[LOW, LOW], [HIGH, LOW], [LOW, MID], [HIGH, MID], [LOW, HIGH], [HIGH, HIGH]],
}; // biome-ignore format: a face a line

/** None for a die with other faces: then the number is written. */
export function pips(read: number): [number, number][] {
  return FACES[read] ?? [];
}
