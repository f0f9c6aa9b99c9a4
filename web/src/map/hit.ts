// What lies under a point of the picture: the uppermost counter, a marker, a box, a hex.
import type { BoxInfo } from "../wire/types";
import { contains, type Field, type Point } from "./geometry";
import type { Piece } from "./pieces";

export type Hit =
  | { kind: "unit"; id: string; at: string; in: "hex" | "box" }
  | { kind: "marker"; id: string; at: string; in: "hex" | "box" }
  | { kind: "hex"; id: string; at: string }
  | { kind: "box"; id: string; at: string };

/** `spare` widens counters: a finger is not a pen. */
export function hit(point: Point, field: Field, boxes: BoxInfo[], pieces: Piece[], spare = 0): Hit | null {
  const box = boxes.find((each) => contains(each, point));
  const hex = box ? null : field.at(point);
  for (const wide of spare ? [0, spare] : [0]) {
    for (let nth = pieces.length - 1; nth >= 0; nth--) {
      const piece = pieces[nth] as Piece;
      const half = piece.width / 2 + wide;
      if (Math.abs(piece.x - point.x) <= half && Math.abs(piece.y - point.y) <= half) {
        // In a hex of its own a finger means that hex, not the counter next door.
        if (wide && hex && hex.id !== piece.at) continue;
        return { kind: piece.kind, id: piece.id, at: piece.at, in: field.hex(piece.at) ? "hex" : "box" };
      }
    }
  }
  if (box) return { kind: "box", id: box.id, at: box.id };
  return hex ? { kind: "hex", id: hex.id, at: hex.id } : null;
}

/** What a pointer rests on: of several counters in a hex all of them, which is the hex. */
export function rested(found: Hit, stacks: Record<string, string[]>): Hit {
  const one = found.kind === "unit" && (found.in === "box" || (stacks[found.at]?.length ?? 0) < 2);
  if (one || found.kind === "hex" || found.kind === "box") return found;
  return { kind: found.in, id: found.at, at: found.at };
}

export type Meaning =
  | { act: "hex" | "box"; id: string }
  | { act: "unit"; id: string; at: string }
  | { act: "open"; at: string }; // spread the stack out

/** What a click means, where a hex, a counter or either is wanted. */
export function meaning(
  found: Hit,
  stacks: Record<string, string[]>,
  wants: "hex" | "unit" | "any",
  lit: (place: string) => boolean,
  pickable: (unit: string) => boolean,
): Meaning {
  if (found.kind === "hex" || found.kind === "box") return { act: found.kind, id: found.id };
  if (found.kind === "marker") return { act: found.in, id: found.at };
  const stack = stacks[found.at] ?? [];
  if (found.in === "box") {
    return wants === "hex" && lit(found.at)
      ? { act: "box", id: found.at }
      : { act: "unit", id: found.id, at: found.at };
  }
  if (wants === "hex" || (wants === "any" && lit(found.at) && !stack.some(pickable)))
    return { act: "hex", id: found.at };
  if (stack.length <= 1) return { act: "unit", id: found.id, at: found.at };
  const able = stack.filter(pickable);
  if (able.length === 1) return { act: "unit", id: able[0] as string, at: found.at };
  return { act: "open", at: found.at };
}
