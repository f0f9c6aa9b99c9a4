// Small signs on the screen, each known by its shape: a tick is round, a cross stands on its corner.
import { CASING, casedFill } from "./brush";
import type { Point } from "./geometry";
import { type Context, font } from "./paint";
import { faint, inkOn } from "./themes";

const TURN = 2 * Math.PI;

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

export function tick(ctx: Context, at: Point, radius: number, colour: string): void {
  disc(ctx, at, radius, colour);
  ctx.beginPath();
  ctx.moveTo(at.x - radius * 0.45, at.y + radius * 0.02);
  ctx.lineTo(at.x - radius * 0.1, at.y + radius * 0.4);
  ctx.lineTo(at.x + radius * 0.5, at.y - radius * 0.38);
  mark(ctx, colour, radius);
}

export function cross(ctx: Context, at: Point, radius: number, colour: string): void {
  const side = radius * 1.25;
  ctx.beginPath(); // a square on its corner: a tick is round
  ctx.moveTo(at.x, at.y - side);
  ctx.lineTo(at.x + side, at.y);
  ctx.lineTo(at.x, at.y + side);
  ctx.lineTo(at.x - side, at.y);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = CASING;
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
  ctx.strokeStyle = CASING;
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

export function arrowDown(ctx: Context, x: number, y: number): void {
  ctx.moveTo(x, y);
  ctx.lineTo(x - 9, y - 12);
  ctx.lineTo(x - 3.5, y - 12);
  ctx.lineTo(x - 3.5, y - 22);
  ctx.lineTo(x + 3.5, y - 22);
  ctx.lineTo(x + 3.5, y - 12);
  ctx.lineTo(x + 9, y - 12);
  ctx.closePath();
}

/** The head of an arrow that comes from somewhere. */
export function head(ctx: Context, from: Point, to: Point, size: number, colour: string): void {
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
  casedFill(ctx, colour);
}
