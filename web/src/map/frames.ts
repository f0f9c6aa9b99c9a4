// What is drawn round counters and hexes: may be picked, chosen, why not, spoken of.
import { across, type Brush, boxRect, CASING, cased, outline, spotOf, square } from "./brush";
import type { Point } from "./geometry";
import type { Piece } from "./pieces";
import { arrowDown, cross, pill, tick } from "./signs";

/** What is written in a hex that may be picked: in its middle, or at its foot where counters stand. */
export function hints(brush: Brush, found: Record<string, string>): void {
  const { ctx, view, palette } = brush;
  const wide = across(brush);
  const size = Math.min(20, Math.max(10, wide * 0.26));
  if (wide < 15) return;
  for (const [id, hint] of Object.entries(found)) {
    const at = hint ? spotOf(brush, id) : null;
    if (!at) continue;
    const box = boxRect(brush, id);
    if (box) pill(ctx, hint, { x: box.x + box.width - size * 1.6, y: box.y + size }, size, palette.lit);
    else if (view.stacks[id]?.length)
      pill(ctx, hint, { x: at.x + wide * 0.4, y: at.y + wide * 0.27 }, size * 0.85, palette.lit);
    else pill(ctx, hint, at, size, palette.lit);
  }
}

/** Corners of a frame round counters that may be picked. */
export function pickable(brush: Brush, units: string[]): void {
  const { ctx, palette } = brush;
  const fine = across(brush) * 0.03; // from afar the frame is thinner: the factors are to be read
  ctx.beginPath();
  for (const unit of units) {
    const piece = brush.pieces.get(unit);
    if (!piece || (piece.covered && piece.width * brush.camera.k < 26)) continue;
    const { x, y, width } = square(brush, piece, Math.min(2.5, fine));
    const arm = width * 0.24;
    for (const [cx, cy, dx, dy] of [
      [x, y, 1, 1],
      [x + width, y, -1, 1],
      [x + width, y + width, -1, -1],
      [x, y + width, 1, -1],
    ] as const) {
      ctx.moveTo(cx + dx * arm, cy);
      ctx.lineTo(cx, cy);
      ctx.lineTo(cx, cy + dy * arm);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, palette.lit, Math.min(2.8, 0.6 + fine), "#3a2c08");
}

/** A whole frame and a tick. */
export function chosen(brush: Brush, hexes: string[], units: string[]): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  for (const hex of hexes) outline(brush, hex, 0.95);
  cased(ctx, palette.chosen, 3.4);
  for (const unit of units) {
    const piece = brush.pieces.get(unit);
    if (!piece) continue;
    const frame = square(brush, piece, 3);
    ctx.beginPath();
    ctx.roundRect(frame.x, frame.y, frame.width, frame.width, 4);
    cased(ctx, palette.chosen, 3);
    tick(ctx, { x: frame.x + frame.width, y: frame.y }, 8, palette.chosen);
  }
  for (const hex of hexes) {
    const at = spotOf(brush, hex);
    if (at && brush.field.hex(hex)) tick(ctx, { x: at.x, y: at.y - across(brush) * 0.42 }, 8, palette.chosen);
  }
}

/** A dashed frame and a cross: here is why not. */
export function causes(brush: Brush, hexes: string[], units: string[]): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  for (const hex of hexes) outline(brush, hex, 0.94);
  for (const unit of units) {
    const piece = brush.pieces.get(unit);
    if (!piece) continue;
    const frame = square(brush, piece, 4);
    ctx.rect(frame.x, frame.y, frame.width, frame.width);
  }
  ctx.lineCap = "butt";
  ctx.strokeStyle = CASING;
  ctx.lineWidth = 6;
  ctx.stroke();
  ctx.setLineDash([9, 5]);
  ctx.lineDashOffset = -brush.time / 60;
  ctx.strokeStyle = palette.cause;
  ctx.lineWidth = 3.6;
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.lineDashOffset = 0;
  const far = across(brush);
  for (const hex of hexes) {
    const at = spotOf(brush, hex);
    const box = boxRect(brush, hex);
    if (box) cross(ctx, { x: box.x + box.width, y: box.y }, 8, palette.cause);
    else if (at) cross(ctx, { x: at.x + far * 0.4, y: at.y - far * 0.36 }, 8, palette.cause);
  }
  for (const unit of units) {
    const piece = brush.pieces.get(unit);
    if (!piece) continue;
    const frame = square(brush, piece, 4);
    cross(ctx, { x: frame.x + frame.width, y: frame.y }, 8, palette.cause);
  }
}

/** Of those in one stack the uppermost: frames that lie over each other hide what they point at. */
function uppermost(brush: Brush, units: string[]): Piece[] {
  const pieces = units.flatMap((unit) => brush.pieces.get(unit) ?? []);
  const hides = (piece: Piece, other: Piece) =>
    other.at === piece.at && other.under > piece.under && brush.field.hex(piece.at) !== null;
  return pieces.filter((piece) => !pieces.some((other) => hides(piece, other)));
}

/** Two thin frames and an arrow over it that nods. */
export function pointed(brush: Brush, hexes: string[], units: string[]): void {
  const { ctx, palette } = brush;
  const far = across(brush);
  ctx.beginPath();
  for (const hex of hexes) {
    outline(brush, hex, 1.02);
    if (far > 44) outline(brush, hex, 0.93);
  }
  const feet: Point[] = [];
  const framed = uppermost(brush, units);
  for (const piece of framed) {
    const frame = square(brush, piece, 3);
    ctx.rect(frame.x, frame.y, frame.width, frame.width);
    if (far > 44) ctx.rect(frame.x - 4, frame.y - 4, frame.width + 8, frame.width + 8);
    feet.push({ x: frame.x + frame.width / 2, y: frame.y - 6 });
  }
  cased(ctx, palette.point, 1.8);
  for (const hex of hexes) {
    const at = framed.some((piece) => piece.at === hex) ? null : spotOf(brush, hex); // one arrow to a place
    if (at) feet.push({ x: at.x, y: at.y - across(brush) * 0.5 });
  }
  const nod = brush.time ? 3 * Math.sin(brush.time / 220) : 0;
  ctx.beginPath();
  for (const { x, y } of feet.slice(0, 6)) arrowDown(ctx, x, y - 3 + nod);
  ctx.fillStyle = palette.point;
  ctx.strokeStyle = CASING;
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.fill();
}
