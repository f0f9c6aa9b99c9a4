// What leads from hex to hex: the way of a move, what others have moved, lines of supply.

import type { SupplyLine } from "../wire/types";
import { across, type Brush, CASING, cased, casedFill, spotOf, square } from "./brush";
import type { Point } from "./geometry";
import type { Move, Overlays } from "./model";
import type { Context } from "./paint";
import { cross, head, pill, tick } from "./signs";
import { faint } from "./themes";

/** The way with what each step costs. */
export function path(brush: Brush, found: NonNullable<Overlays["path"]>): void {
  const { ctx, palette } = brush;
  const line = found.hexes.map((hex) => spotOf(brush, hex)).filter((at) => at !== null);
  if (line.length < 2) return;
  trail(ctx, line);
  ctx.lineCap = "round";
  cased(ctx, palette.path, Math.max(3, Math.min(7, across(brush) * 0.07)));
  head(ctx, line.at(-2) as Point, line.at(-1) as Point, Math.max(10, across(brush) * 0.2), palette.path);
  const size = Math.min(16, Math.max(9, across(brush) * 0.2));
  if (across(brush) < 18) return;
  for (const step of found.costs) {
    const at = spotOf(brush, step.hex);
    const nth = found.hexes.indexOf(step.hex);
    const before = nth > 0 ? spotOf(brush, found.hexes[nth - 1] as string) : null;
    if (at && before) pill(ctx, step.cost, { x: (at.x + before.x) / 2, y: (at.y + before.y) / 2 }, size, CASING);
  }
}

function trail(ctx: Context, line: Point[]): void {
  ctx.beginPath();
  for (const [nth, at] of line.entries()) {
    if (nth) ctx.lineTo(at.x, at.y);
    else ctx.moveTo(at.x, at.y);
  }
}

/** What the other side did last: a bowed arrow that grows towards its end. */
export function moved(brush: Brush, move: Move): void {
  const { ctx, field, scene } = brush;
  if (move.hexes.length < 3 && !move.hexes.every((hex) => field.hex(hex))) return; // nobody walks into a box or out of it
  const line = move.hexes.map((hex) => spotOf(brush, hex)).filter((at) => at !== null);
  const [from, to] = [line[0], line.at(-1)];
  if (!from || !to || line.length < 2) return;
  const colour = scene.sides.find((side) => side.id === move.side)?.ground ?? "#1c1a16";
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (far < 4) return;
  const bow = line.length > 2 ? (line[Math.floor(line.length / 2)] as Point) : null;
  const middle = bow
    ? { x: 2 * bow.x - (from.x + to.x) / 2, y: 2 * bow.y - (from.y + to.y) / 2 }
    : { x: (from.x + to.x) / 2 + (to.y - from.y) * 0.16, y: (from.y + to.y) / 2 - (to.x - from.x) * 0.16 };
  const width = Math.max(3, Math.min(9, across(brush) * 0.1));
  const angle = Math.atan2(to.y - middle.y, to.x - middle.x);
  const end = { x: to.x - Math.cos(angle) * width, y: to.y - Math.sin(angle) * width };
  const side = { x: -Math.sin(angle) * width * 0.5, y: Math.cos(angle) * width * 0.5 };
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.quadraticCurveTo(middle.x + side.x, middle.y + side.y, end.x + side.x, end.y + side.y);
  ctx.lineTo(end.x - side.x, end.y - side.y);
  ctx.quadraticCurveTo(middle.x - side.x, middle.y - side.y, from.x, from.y);
  ctx.closePath();
  casedFill(ctx, colour);
  head(ctx, middle, to, width * 2.1, colour);
}

/** Of each side a dash of its own, in widths of the line; none: unbroken. */
const DASHES = [[], [3.2, 1.3], [1, 1], [5, 1, 1, 1]];

export function dashOf(nth: number, width: number): number[] {
  return (DASHES[Math.max(0, nth) % DASHES.length] as number[]).map((part) => part * width);
}

/** Of a line that is cut. */
export function cutDash(width: number): number[] {
  return [width * 1.6, width * 1.4];
}

/** Lines of supply in the colour and the dash of their side, with chevrons from the source to the unit; by sea and air
 * thinner; cut ones in pieces. They lie under the counters. */
export function supply(brush: Brush, lines: SupplyLine[]): void {
  const { ctx, palette, scene, view } = brush;
  const broad = Math.max(2.4, Math.min(6, across(brush) * 0.06));
  for (const supplied of [true, false]) {
    for (const line of lines.filter((each) => each.supplied === supplied)) {
      const nth = scene.sides.findIndex((side) => side.id === view.units[line.unit]?.side);
      const colour = supplied ? (scene.sides[nth]?.ground ?? palette.supplied) : palette.cut;
      for (const leg of line.legs) {
        const way = leg.hexes.map((hex) => spotOf(brush, hex)).filter((at) => at !== null);
        if (way.length < 2) continue;
        const width = leg.by === "sea" || leg.by === "air" ? broad * 0.6 : broad;
        trail(ctx, way);
        ctx.lineCap = "butt";
        ctx.strokeStyle = faint(CASING, 0.9);
        ctx.lineWidth = width + 2.5;
        ctx.stroke();
        ctx.setLineDash(supplied ? dashOf(nth, width) : cutDash(width));
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.stroke();
        ctx.setLineDash([]);
        if (supplied) chevrons(brush, way, width * 1.8, colour);
      }
    }
  }
}

/** Who is in supply and who is not, and what cuts the lines. */
export function supplySigns(brush: Brush, lines: SupplyLine[]): void {
  const { ctx, palette } = brush;
  for (const line of lines) {
    const piece = brush.pieces.get(line.unit);
    if (piece && !(piece.covered && piece.width * brush.camera.k < 26)) {
      const frame = square(brush, piece, 0);
      const at = { x: frame.x, y: frame.y };
      if (line.supplied) tick(ctx, at, 7.5, palette.supplied);
      else cross(ctx, at, 7.5, palette.cut);
    }
    for (const cut of line.cuts) {
      for (const hex of cut.hexes) {
        const at = spotOf(brush, hex);
        if (at) cross(ctx, at, 9, palette.cut);
      }
    }
  }
}

/** Half-way along each step, pointing from the last spot to the first: to the unit. */
function chevrons(brush: Brush, way: Point[], size: number, colour: string): void {
  const { ctx } = brush;
  ctx.beginPath();
  for (let nth = 1; nth < way.length; nth++) {
    const [to, from] = [way[nth - 1] as Point, way[nth] as Point];
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const at = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    for (const turned of [1, -1]) {
      const wing = angle + turned * 2.4;
      ctx.moveTo(at.x, at.y);
      ctx.lineTo(at.x + Math.cos(wing) * size, at.y + Math.sin(wing) * size);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, colour, size * 0.32);
}
