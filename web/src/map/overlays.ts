// What lies over the board for the moment. Everything differs from everything else by shape or pattern, so that colour
// only helps: what may be picked is a field with a firm rim, what is chosen has a tick, a cause is dashed with a cross,
// what is pointed at has an arrow over it, threats are hatched, lines of supply have chevrons or gaps.
import type { Replies, Scene, SupplyLine, View } from "../wire/types";
import { type Camera, toScreen } from "./camera";
import type { Field, Point, Rect } from "./geometry";
import type { Move, Overlays } from "./model";
import { type Context, font } from "./paint";
import type { Piece } from "./pieces";
import { faint, inkOn, type Palette } from "./themes";

const TURN = 2 * Math.PI;

/** All that is needed to draw over a board; coordinates are pixels of the window. */
export interface Brush {
  ctx: Context;
  field: Field;
  scene: Scene;
  view: View;
  camera: Camera;
  palette: Palette;
  pieces: Map<string, Piece>; // by unit
  time: number; // milliseconds, for what moves; 0 if nothing may
}

// ------------------------------------------------------------------------------------------------ places

/** The middle of a hex, a box or a unit on the screen. */
export function spotOf(brush: Brush, id: string): Point | null {
  const hex = brush.field.hex(id);
  if (hex) return toScreen(brush.camera, hex);
  const box = brush.scene.boxes.find((each) => each.id === id);
  if (box) return toScreen(brush.camera, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const piece = brush.pieces.get(id);
  return piece ? toScreen(brush.camera, piece) : null;
}

function boxRect(brush: Brush, id: string): Rect | null {
  const box = brush.scene.boxes.find((each) => each.id === id);
  const { k } = brush.camera;
  return box ? { ...toScreen(brush.camera, box), width: box.width * k, height: box.height * k } : null;
}

function across(brush: Brush): number {
  return brush.field.across * brush.camera.k;
}

/** The outline of a hex or box, added to the path. */
function outline(brush: Brush, id: string, share = 1): void {
  const { ctx, field, camera } = brush;
  const hex = field.hex(id);
  if (hex) {
    const rim = field.corners(hex, share);
    for (let nth = 0; nth < 12; nth += 2) {
      const at = toScreen(camera, { x: rim[nth] as number, y: rim[nth + 1] as number });
      if (nth) ctx.lineTo(at.x, at.y);
      else ctx.moveTo(at.x, at.y);
    }
    ctx.closePath();
    return;
  }
  const box = boxRect(brush, id);
  const off = box ? (1 - share) * across(brush) * 0.5 : 0;
  if (box) ctx.rect(box.x + off, box.y + off, box.width - 2 * off, box.height - 2 * off);
}

/** The square of a counter, a little larger. */
function square(brush: Brush, piece: Piece, spare: number): Rect {
  const { x, y } = toScreen(brush.camera, piece);
  const half = (piece.width * brush.camera.k) / 2 + spare;
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
}

/** Twice over: a broad line in a quiet colour under a narrower one, so that it shows on any ground. */
function cased(ctx: Context, colour: string, width: number, casing = "#fffdf4"): void {
  ctx.lineJoin = "round";
  ctx.strokeStyle = casing;
  ctx.lineWidth = width + 2.5;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A word in a pill. */
export function pill(ctx: Context, text: string, at: Point, size: number, ground: string, ink = inkOn(ground)): void {
  ctx.font = font("bold", size);
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  const wide = Math.max(size * 1.25, ctx.measureText(text).width + size * 0.6);
  const high = size * 1.22;
  ctx.beginPath();
  ctx.roundRect(at.x - wide / 2, at.y - high / 2, wide, high, high / 2);
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = faint(ink === "#ffffff" ? "#ffffff" : "#14110c", 0.75);
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.fillStyle = ink;
  ctx.fillText(text, at.x, at.y + size * 0.36);
}

// ------------------------------------------------------------------------------------------------ under the counters

export function paintUnder(brush: Brush, overlays: Overlays): void {
  if (overlays.control) control(brush);
  if (overlays.threat) threat(brush, overlays.threat);
  if (overlays.lit) lit(brush, Object.keys(overlays.lit));
}

/** Each hex in the colour of its holder, and a front where holders meet. */
function control(brush: Brush): void {
  const { ctx, field, scene, view, camera } = brush;
  const by = new Map<string, string[]>();
  for (const [hex, holder] of Object.entries(view.control)) {
    const found = by.get(holder);
    if (found) found.push(hex);
    else by.set(holder, [hex]);
  }
  const words = Object.keys(scene.controllers);
  for (const [holder, hexes] of by) {
    const colour = scene.controllers[holder]?.ground ?? "#808080";
    ctx.beginPath();
    for (const hex of hexes) outline(brush, hex);
    ctx.fillStyle = faint(colour, 0.34);
    ctx.fill();
    hatch(brush, hexes, faint(colour, 0.45), [-45, 45, 0, 90][words.indexOf(holder) % 4] ?? 0, 1.5);
  }
  ctx.beginPath();
  for (const [hex, holder] of Object.entries(view.control)) {
    const here = field.hex(hex);
    if (!here) continue;
    const rim = field.corners(here);
    for (let way = 0; way < 6; way++) {
      const there = field.next(hex, way);
      const other = there ? view.control[there.id] : undefined;
      if (!there || !other || other === holder || there.id < hex) continue;
      const next = (way + 1) % 6;
      const from = toScreen(camera, { x: rim[2 * way] as number, y: rim[2 * way + 1] as number });
      const to = toScreen(camera, { x: rim[2 * next] as number, y: rim[2 * next + 1] as number });
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, "#1c1a16", Math.max(2, across(brush) * 0.05));
}

/** What the enemy can reach is hatched one way, what he can attack both ways, with how many of his units. */
function threat(brush: Brush, found: Replies["threat"]): void {
  const { ctx, palette } = brush;
  const attacked = Object.keys(found).filter((hex) => found[hex]?.attack.length);
  const reached = Object.keys(found).filter((hex) => !found[hex]?.attack.length && found[hex]?.reach.length);
  for (const [hexes, colour] of [
    [reached, palette.reach],
    [attacked, palette.attack],
  ] as const) {
    ctx.beginPath();
    for (const hex of hexes) outline(brush, hex, 0.98);
    ctx.fillStyle = faint(colour, 0.16);
    ctx.fill();
    hatch(brush, hexes, faint(colour, 0.8), 45, 1.4);
    if (colour === palette.attack) hatch(brush, hexes, faint(colour, 0.8), -45, 1.4);
  }
  const size = Math.min(15, across(brush) * 0.24);
  if (size < 7.5) return;
  for (const hex of attacked) {
    const at = spotOf(brush, hex);
    if (at)
      pill(ctx, `${found[hex]?.attack.length}`, { x: at.x, y: at.y - across(brush) * 0.33 }, size, palette.attack);
  }
}

/** Lines over hexes, at an angle in degrees. */
function hatch(brush: Brush, hexes: readonly string[], colour: string, angle: number, width: number): void {
  const { ctx } = brush;
  const radius = across(brush) * 0.45;
  const gap = Math.max(4, radius * 0.33);
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const most = Math.floor(radius / gap);
  ctx.beginPath();
  for (const hex of hexes) {
    const at = brush.field.hex(hex) ? spotOf(brush, hex) : null;
    if (!at) continue;
    for (let nth = -most; nth <= most; nth++) {
      const off = nth * gap;
      const half = Math.sqrt(Math.max(0, radius * radius - off * off));
      const middle = { x: at.x - sin * off, y: at.y + cos * off };
      ctx.moveTo(middle.x - cos * half, middle.y - sin * half);
      ctx.lineTo(middle.x + cos * half, middle.y + sin * half);
    }
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineCap = "butt";
  ctx.stroke();
}

/** What may be picked: a field with a firm rim. */
function lit(brush: Brush, ids: string[]): void {
  const { ctx, field, camera, palette } = brush;
  const found = new Set(ids);
  ctx.beginPath();
  for (const id of ids) outline(brush, id);
  ctx.fillStyle = faint(palette.lit, palette.theme === "dark" ? 0.34 : 0.4);
  ctx.fill();
  ctx.strokeStyle = faint(palette.lit, 0.9);
  ctx.lineWidth = 1.2;
  ctx.stroke();
  ctx.beginPath();
  for (const id of ids) {
    const hex = field.hex(id);
    if (!hex) {
      outline(brush, id);
      continue;
    }
    const rim = field.corners(hex);
    for (let way = 0; way < 6; way++) {
      const there = field.next(id, way);
      if (there && found.has(there.id)) continue;
      const next = (way + 1) % 6;
      const from = toScreen(camera, { x: rim[2 * way] as number, y: rim[2 * way + 1] as number });
      const to = toScreen(camera, { x: rim[2 * next] as number, y: rim[2 * next + 1] as number });
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, palette.lit, Math.max(2.2, Math.min(4, across(brush) * 0.045)), "#3a2c08");
}

// ------------------------------------------------------------------------------------------------ over the counters

export function paintOver(brush: Brush, overlays: Overlays): void {
  for (const move of overlays.moves ?? []) moved(brush, move);
  if (overlays.supply) supply(brush, overlays.supply);
  if (overlays.pickable) pickable(brush, overlays.pickable);
  if (overlays.lit) hints(brush, overlays.lit);
  if (overlays.path) path(brush, overlays.path);
  if (overlays.chosen) chosen(brush, overlays.chosen.hexes, overlays.chosen.units);
  if (overlays.causes) causes(brush, overlays.causes.hexes, overlays.causes.units);
  if (overlays.pointed) pointed(brush, overlays.pointed.hexes, overlays.pointed.units);
}

/** What is written in a hex that may be picked: in its middle, or at its foot where counters stand. */
function hints(brush: Brush, found: Record<string, string>): void {
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
function pickable(brush: Brush, units: string[]): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  for (const unit of units) {
    const piece = brush.pieces.get(unit);
    if (!piece || (piece.covered && piece.width * brush.camera.k < 26)) continue;
    const { x, y, width } = square(brush, piece, 2.5);
    const arm = width * 0.3;
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
  cased(ctx, palette.lit, 2.8, "#3a2c08");
}

/** A whole frame and a tick. */
function chosen(brush: Brush, hexes: string[], units: string[]): void {
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

function tick(ctx: Context, at: Point, radius: number, colour: string): void {
  disc(ctx, at, radius, colour);
  ctx.beginPath();
  ctx.moveTo(at.x - radius * 0.45, at.y + radius * 0.02);
  ctx.lineTo(at.x - radius * 0.1, at.y + radius * 0.4);
  ctx.lineTo(at.x + radius * 0.5, at.y - radius * 0.38);
  mark(ctx, colour, radius);
}

function cross(ctx: Context, at: Point, radius: number, colour: string): void {
  const side = radius * 1.25;
  ctx.beginPath(); // a square on its corner: a tick is round
  ctx.moveTo(at.x, at.y - side);
  ctx.lineTo(at.x + side, at.y);
  ctx.lineTo(at.x, at.y + side);
  ctx.lineTo(at.x - side, at.y);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = "#fffdf4";
  ctx.lineWidth = 1.5;
  ctx.stroke();
  const arm = radius * 0.4;
  ctx.beginPath();
  ctx.moveTo(at.x - arm, at.y - arm);
  ctx.lineTo(at.x + arm, at.y + arm);
  ctx.moveTo(at.x + arm, at.y - arm);
  ctx.lineTo(at.x - arm, at.y + arm);
  mark(ctx, colour, radius);
}

function disc(ctx: Context, at: Point, radius: number, colour: string): void {
  ctx.beginPath();
  ctx.arc(at.x, at.y, radius, 0, TURN);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = "#fffdf4";
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

function mark(ctx: Context, ground: string, radius: number): void {
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.strokeStyle = inkOn(ground);
  ctx.lineWidth = radius * 0.28;
  ctx.stroke();
}

/** A dashed frame and a cross: here is why not. */
function causes(brush: Brush, hexes: string[], units: string[]): void {
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
  ctx.strokeStyle = "#fffdf4";
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

/** Two thin frames and an arrow over it that nods. */
function pointed(brush: Brush, hexes: string[], units: string[]): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  for (const hex of hexes) {
    outline(brush, hex, 1.02);
    outline(brush, hex, 0.88);
  }
  const feet: Point[] = [];
  for (const unit of units) {
    const piece = brush.pieces.get(unit);
    if (!piece) continue;
    const frame = square(brush, piece, 3);
    ctx.rect(frame.x, frame.y, frame.width, frame.width);
    ctx.rect(frame.x - 4, frame.y - 4, frame.width + 8, frame.width + 8);
    feet.push({ x: frame.x + frame.width / 2, y: frame.y - 6 });
  }
  cased(ctx, palette.point, 1.8);
  for (const hex of hexes) {
    const at = spotOf(brush, hex);
    if (at) feet.push({ x: at.x, y: at.y - across(brush) * 0.5 });
  }
  const nod = brush.time ? 3 * Math.sin(brush.time / 220) : 0;
  ctx.beginPath();
  for (const { x, y } of feet.slice(0, 6)) arrowDown(ctx, x, y - 3 + nod);
  ctx.fillStyle = palette.point;
  ctx.strokeStyle = "#fffdf4";
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.fill();
}

function arrowDown(ctx: Context, x: number, y: number): void {
  ctx.moveTo(x, y);
  ctx.lineTo(x - 9, y - 12);
  ctx.lineTo(x - 3.5, y - 12);
  ctx.lineTo(x - 3.5, y - 22);
  ctx.lineTo(x + 3.5, y - 22);
  ctx.lineTo(x + 3.5, y - 12);
  ctx.lineTo(x + 9, y - 12);
  ctx.closePath();
}

/** The way with what each step costs. */
function path(brush: Brush, found: NonNullable<Overlays["path"]>): void {
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
    if (at && before) pill(ctx, step.cost, { x: (at.x + before.x) / 2, y: (at.y + before.y) / 2 }, size, "#fffdf4");
  }
}

function trail(ctx: Context, line: Point[]): void {
  ctx.beginPath();
  for (const [nth, at] of line.entries()) {
    if (nth) ctx.lineTo(at.x, at.y);
    else ctx.moveTo(at.x, at.y);
  }
}

/** The head of an arrow that comes from somewhere. */
function head(ctx: Context, from: Point, to: Point, size: number, colour: string): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = (along: number, aside: number) =>
    [
      to.x + Math.cos(angle) * along * size - Math.sin(angle) * aside * size,
      to.y + Math.sin(angle) * along * size + Math.cos(angle) * aside * size,
    ] as const;
  ctx.beginPath();
  ctx.moveTo(...at(0.55, 0));
  ctx.lineTo(...at(-0.5, 0.6));
  ctx.lineTo(...at(-0.25, 0));
  ctx.lineTo(...at(-0.5, -0.6));
  ctx.closePath();
  ctx.lineJoin = "round";
  ctx.strokeStyle = "#fffdf4";
  ctx.lineWidth = 3;
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
}

/** What the other side did last: a bowed arrow that grows towards its end. */
function moved(brush: Brush, move: Move): void {
  const { ctx, scene } = brush;
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
  ctx.lineJoin = "round";
  ctx.strokeStyle = "#fffdf4";
  ctx.lineWidth = 3;
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
  head(ctx, middle, to, width * 2.1, colour);
}

/** Lines of supply with chevrons from the source to the unit; cut ones in pieces, with a cross at what cuts them. */
function supply(brush: Brush, lines: SupplyLine[]): void {
  const { ctx, palette } = brush;
  const width = Math.max(2, Math.min(5, across(brush) * 0.05));
  for (const supplied of [true, false]) {
    const colour = supplied ? palette.supplied : palette.cut;
    for (const line of lines.filter((each) => each.supplied === supplied)) {
      for (const leg of line.legs) {
        const way = leg.hexes.map((hex) => spotOf(brush, hex)).filter((at) => at !== null);
        if (way.length < 2) continue;
        trail(ctx, way);
        ctx.lineCap = "butt";
        ctx.strokeStyle = faint("#fffdf4", 0.9);
        ctx.lineWidth = width + 2.5;
        ctx.stroke();
        if (!supplied) ctx.setLineDash([width * 1.6, width * 1.4]);
        else if (leg.by === "sea" || leg.by === "air") ctx.setLineDash([width * 4, width]);
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.stroke();
        ctx.setLineDash([]);
        if (supplied) chevrons(brush, way, width * 1.8);
      }
    }
  }
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
function chevrons(brush: Brush, way: Point[], size: number): void {
  const { ctx } = brush;
  ctx.beginPath();
  for (let nth = 1; nth < way.length; nth++) {
    const [to, from] = [way[nth - 1] as Point, way[nth] as Point];
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const along = brush.time ? 0.25 + ((brush.time / 900) % 0.5) : 0.5;
    const at = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along };
    for (const turned of [1, -1]) {
      const wing = angle + turned * 2.4;
      ctx.moveTo(at.x, at.y);
      ctx.lineTo(at.x + Math.cos(wing) * size, at.y + Math.sin(wing) * size);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, brush.palette.supplied, size * 0.32);
}

// ------------------------------------------------------------------------------------------------ pointer and cursor

/** Where the pointer is. */
export function paintHover(brush: Brush, id: string): void {
  const { ctx } = brush;
  ctx.beginPath();
  outline(brush, id, 0.97);
  ctx.strokeStyle = "#ffffffd0";
  ctx.lineWidth = 2.2;
  ctx.stroke();
  ctx.strokeStyle = "#14110ca0";
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** The cursor of the keyboard: black on white with strokes outwards, seen on any ground. */
export function paintCursor(brush: Brush, id: string): void {
  const { ctx, field, camera } = brush;
  ctx.beginPath();
  outline(brush, id, 1.04);
  const hex = field.hex(id);
  if (hex) {
    const [near, far] = [field.corners(hex, 1.04), field.corners(hex, 1.2)];
    for (let nth = 0; nth < 12; nth += 2) {
      const from = toScreen(camera, { x: near[nth] as number, y: near[nth + 1] as number });
      const to = toScreen(camera, { x: far[nth] as number, y: far[nth + 1] as number });
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, "#0b0b0b", 3, "#ffffff");
}

/** The box of the turn being played. */
export function paintNow(brush: Brush): void {
  const box = brush.view.now ? boxRect(brush, brush.view.now) : null;
  if (!box) return;
  const { ctx } = brush;
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, 9 * brush.camera.k);
  ctx.strokeStyle = "#b3201b";
  ctx.lineWidth = Math.max(2.5, 6 * brush.camera.k);
  ctx.stroke();
}
