// What lies where on the board: counters and markers, in the order they are painted.
import type { BoxInfo, Scene, View } from "../wire/types";
import type { Field, Point } from "./geometry";
import type { Overlays } from "./model";
import { heaped, inRows, stacked } from "./stack";

export interface Piece extends Point {
  id: string; // of a unit; a marker's is "marker 3"
  look: string;
  at: string; // hex or box
  width: number; // about its middle, in the picture's units
  kind: "unit" | "marker";
  side: string;
  name: string;
  covered: number; // counters that lie on it
  under: number; // counters that lie under it
}

/** Counters this small, in pixels, are painted as from afar. */
export const SMALL = 38;

export function isFar(scene: Scene, field: Field, zoom: number): boolean {
  return (scene.stacks[0]?.[0] ?? 0.64) * field.across * zoom < SMALL;
}

/** Who is asked about comes to the top of his stack: a counter by how much it matters now, 0 if left out. */
export type Raised = ReadonlyMap<string, number>;

/** What may be picked, what is spoken of, what is chosen: each lies over the one before. */
export function raised({ pickable, pointed, chosen }: Overlays): Raised {
  const found = new Map<string, number>();
  for (const [nth, units] of [pickable, pointed?.units, chosen?.units].entries())
    for (const unit of units ?? []) found.set(unit, nth + 1);
  return found;
}

export function lay(scene: Scene, field: Field, view: View, far: boolean, up: Raised = new Map()): Piece[] {
  const boxes = new Map(scene.boxes.map((box) => [box.id, box]));
  const found: Piece[] = [];
  for (const [at, stack] of Object.entries(view.stacks)) {
    const hex = field.hex(at);
    const ids = hex ? [...stack].sort((one, other) => (up.get(one) ?? 0) - (up.get(other) ?? 0)) : stack;
    const box = boxes.get(at);
    const spots = hex
      ? far
        ? heaped(ids.length, field.across)
        : stacked(ids.length, field.across, scene.stacks)
      : box
        ? inRows(ids.length, box.inside, field.across)
        : [];
    spots.forEach((spot, nth) => {
      const id = ids[nth] as string;
      const unit = view.units[id];
      if (!unit) return;
      const from = hex ?? { x: 0, y: 0 };
      found.push({
        id,
        look: unit.look,
        at,
        x: from.x + spot.x,
        y: from.y + spot.y,
        width: spot.width,
        kind: "unit",
        side: unit.side,
        name: unit.name,
        covered: hex ? ids.length - 1 - nth : 0,
        under: hex ? nth : 0,
      });
    });
  }
  // Stacks further up are painted first: what leans out of a hex lies behind the one below.
  found.sort((one, other) => rank(field, one) - rank(field, other));
  return [...found, ...markers(scene, field, view, boxes)];
}

function rank(field: Field, piece: Piece): number {
  return field.hex(piece.at)?.y ?? 0;
}

function markers(scene: Scene, field: Field, view: View, boxes: Map<string, BoxInfo>): Piece[] {
  const { right, up, apart, width } = scene.markers;
  const before: Record<string, number> = {};
  return view.markers.flatMap((marker, nth) => {
    const box = boxes.get(marker.at);
    const spot =
      field.hex(marker.at) ?? (box && { x: box.x + box.width - field.across / 2, y: box.y + field.across / 2 });
    if (!spot) return [];
    const count = before[marker.at] ?? 0;
    before[marker.at] = count + 1;
    return {
      id: `marker ${nth}`,
      look: marker.look,
      at: marker.at,
      x: spot.x + field.across * (right - apart * count),
      y: spot.y - field.across * up,
      width: field.across * width,
      kind: "marker" as const,
      side: "",
      name: marker.name,
      covered: 0,
      under: 0,
    };
  });
}

/** Where every unit lies, to see which have moved. */
export function spots(pieces: Piece[]): Map<string, Piece> {
  return new Map(pieces.filter((piece) => piece.kind === "unit").map((piece) => [piece.id, piece]));
}
