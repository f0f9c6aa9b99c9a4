// What lies over whole hexes, under the counters: who holds them, where the enemy can come, what may be picked.

import type { Replies } from "../wire/types";
import { across, type Brush, cased, outline, spotOf } from "./brush";
import { toScreen } from "./camera";
import { pill } from "./signs";
import { faint } from "./themes";

/** Each hex in the colour of its holder, and a front where holders meet. */
export function control(brush: Brush): void {
  const { ctx, field, scene, view } = brush;
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
      side(brush, rim, way);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, "#1c1a16", Math.max(2, across(brush) * 0.05));
}

/** What the enemy can reach is hatched one way, what he can attack both ways, with how many of his units. */
export function threat(brush: Brush, found: Replies["threat"]): void {
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

/** What a counter or a dump reaches: dotted, with a dashed rim. */
export function area(brush: Brush, ids: readonly string[]): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  for (const id of ids) outline(brush, id);
  ctx.fillStyle = faint(palette.point, 0.2);
  ctx.fill();
  const radius = Math.max(1, across(brush) * 0.028);
  const far = across(brush) * 0.24;
  ctx.beginPath();
  for (const id of ids) {
    const at = brush.field.hex(id) ? spotOf(brush, id) : null;
    if (!at) continue;
    for (let way = 0; way < 6; way++) {
      const [x, y] = [at.x + far * Math.cos((way * Math.PI) / 3), at.y + far * Math.sin((way * Math.PI) / 3)];
      ctx.moveTo(x + radius, y);
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  ctx.fillStyle = faint(palette.point, 0.75);
  ctx.fill();
  ctx.beginPath();
  rimOf(brush, ids);
  ctx.lineCap = "butt";
  const wide = Math.max(2, Math.min(4, across(brush) * 0.045));
  ctx.setLineDash([wide * 2.5, wide * 1.5]);
  cased(ctx, palette.point, wide);
  ctx.setLineDash([]);
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
export function lit(brush: Brush, ids: string[]): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  for (const id of ids) outline(brush, id);
  ctx.fillStyle = faint(palette.lit, palette.theme === "dark" ? 0.34 : 0.4);
  ctx.fill();
  ctx.strokeStyle = faint(palette.lit, 0.9);
  ctx.lineWidth = 1.2;
  ctx.stroke();
  ctx.beginPath();
  rimOf(brush, ids);
  ctx.lineCap = "round";
  cased(ctx, palette.lit, Math.max(2.2, Math.min(4, across(brush) * 0.045)), "#3a2c08");
}

/** The rim of all of them together joins the path; a box has its own. */
function rimOf(brush: Brush, ids: readonly string[]): void {
  const { field } = brush;
  const found = new Set(ids);
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
      side(brush, rim, way);
    }
  }
}

/** The side of a hex in a direction joins the path. */
function side({ ctx, camera }: Brush, rim: ArrayLike<number>, way: number): void {
  const corner = (nth: number) => toScreen(camera, { x: rim[2 * nth] as number, y: rim[2 * nth + 1] as number });
  const [from, to] = [corner(way), corner((way + 1) % 6)];
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
}
