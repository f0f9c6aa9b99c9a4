// Shapes on a canvas, as draw/svg.py writes them: one over the other, neighbours that look the same in one path.
import type { Font, Shape } from "../wire/types";
import type { Rect } from "./geometry";

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const SOFT = 0.6; // how much fainter the halo of a faint text is
const FACES: Record<Font, [string, string]> = {
  plain: ["400", '"Sand Plain", "Barlow Condensed", sans-serif'],
  bold: ["700", '"Sand Plain", "Barlow Condensed", sans-serif'],
  serif: ["400", '"Sand Serif", "EB Garamond", serif'],
  italic: ["italic 400", '"Sand Serif", "EB Garamond", serif'],
};

export function font(face: Font, size: number): string {
  const [cut, family] = FACES[face];
  return `${cut} ${size}px ${family}`;
}

const FAMILIES: Record<Font, [string, FontFaceDescriptors]> = {
  plain: ["Sand Plain", { weight: "400" }],
  bold: ["Sand Plain", { weight: "700" }],
  serif: ["Sand Serif", {}],
  italic: ["Sand Serif", { style: "italic" }],
};

/** In a worker, which has no style sheets: the letters from their files. */
export async function loadFonts(urls: Record<Font, string>): Promise<void> {
  const { fonts } = globalThis as unknown as { fonts?: FontFaceSet };
  const faces = (Object.keys(FAMILIES) as Font[]).map(async (face) => {
    const [family, about] = FAMILIES[face];
    fonts?.add(await new FontFace(family, `url("${urls[face]}")`, about).load());
  });
  await Promise.all(faces);
}

/** Until the letters of all four faces are there. */
export async function fontsReady(): Promise<void> {
  if (!document.fonts) return;
  await Promise.all(Object.keys(FACES).map((face) => document.fonts.load(font(face as Font, 20), "A0")));
}

/** What is the same of shapes that can be one path. */
function look(shape: Shape): string {
  if (shape.s === "t") return "";
  const dash = shape.s === "l" ? `${shape.dash}|${shape.butt}` : "";
  const fill = shape.s === "l" ? "" : shape.fill;
  return `${shape.s === "l"}|${fill}|${shape.stroke}|${shape.w}|${shape.o}|${dash}`;
}

/** Shapes made ready to be painted often. */
export interface Prepared {
  shapes: Shape[];
  runs: Int32Array; // by shape: shapes next to each other with the same number are one path; -1 for a text
  bounds: Float32Array; // left, top, right, foot of each
}

export function prepare(shapes: Shape[]): Prepared {
  const runs = new Int32Array(shapes.length);
  const bounds = new Float32Array(4 * shapes.length);
  let before = "";
  let run = 0;
  shapes.forEach((shape, nth) => {
    const now = look(shape);
    if (now !== before) run += 1;
    before = now;
    runs[nth] = now ? run : -1;
    bounds.set(extent(shape), 4 * nth);
  });
  return { shapes, runs, bounds };
}

/** Left, top, right, foot of a shape with its strokes; of a text not less than it needs. */
export function extent(shape: Shape): [number, number, number, number] {
  if (shape.s === "t") {
    const far = (shape.text.length * (0.62 * shape.size + (shape.gap ?? 0))) / (shape.anchor ? 1 : 2) + shape.size;
    const high = shape.turn ? far : 1.2 * shape.size;
    return [shape.x - far, shape.y - high, shape.x + far, shape.y + (shape.turn ? far : 0.5 * shape.size)];
  }
  const spare = (shape.w ?? 0) / 2 + 0.5;
  if (shape.s === "c") {
    const far = shape.r + spare;
    return [shape.x - far, shape.y - far, shape.x + far, shape.y + far];
  }
  let [left, top, right, foot] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let nth = 0; nth < shape.d.length; nth += 2) {
    const x = shape.d[nth] as number;
    const y = shape.d[nth + 1] as number;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > foot) foot = y;
  }
  return [left - spare, top - spare, right + spare, foot + spare];
}

/** Which shapes touch a rectangle, in order: found by cells, so that small parts of a large picture cost little. */
export class Cells {
  private readonly cells = new Map<number, number[]>();
  private readonly prepared: Prepared;
  private readonly size: number;

  constructor(prepared: Prepared, size = 256) {
    this.prepared = prepared;
    this.size = size;
    for (let nth = 0; nth < prepared.shapes.length; nth++) {
      const [left, top, right, foot] = prepared.bounds.subarray(4 * nth, 4 * nth + 4) as unknown as number[];
      this.each(left as number, top as number, right as number, foot as number, (cell) => {
        const found = this.cells.get(cell);
        if (found) found.push(nth);
        else this.cells.set(cell, [nth]);
      });
    }
  }

  touching(rect: Rect): number[] {
    const found = new Set<number>();
    const { bounds } = this.prepared;
    const [right, foot] = [rect.x + rect.width, rect.y + rect.height];
    this.each(rect.x, rect.y, right, foot, (cell) => {
      for (const nth of this.cells.get(cell) ?? []) {
        const at = 4 * nth;
        if (
          (bounds[at] as number) < right &&
          (bounds[at + 1] as number) < foot &&
          (bounds[at + 2] as number) > rect.x &&
          (bounds[at + 3] as number) > rect.y
        ) {
          found.add(nth);
        }
      }
    });
    return [...found].sort((one, other) => one - other);
  }

  private each(left: number, top: number, right: number, foot: number, take: (cell: number) => void): void {
    for (let row = Math.floor(top / this.size); row <= Math.floor(foot / this.size); row++) {
      for (let column = Math.floor(left / this.size); column <= Math.floor(right / this.size); column++) {
        take(row * 65536 + column);
      }
    }
  }
}

/** Paint some of the shapes, in order. Lettering smaller than `least`, in their units, is left out. */
export function painting(ctx: Context, prepared: Prepared, which: Iterable<number>, least = 0): void {
  const { shapes, runs } = prepared;
  let run = -1;
  let first: Shape | undefined; // of the path that is being traced
  for (const nth of which) {
    const shape = shapes[nth] as Shape;
    const now = runs[nth] as number;
    if (now !== run || now < 0) {
      if (first) finish(ctx, first);
      first = undefined;
    }
    run = now;
    if (shape.s === "t") {
      if (shape.size >= least) text(ctx, shape);
      continue;
    }
    if (!first) {
      ctx.beginPath();
      first = shape;
    }
    trace(ctx, shape);
  }
  if (first) finish(ctx, first);
}

/** Paint all of a list. */
export function paint(ctx: Context, shapes: Shape[], least = 0): void {
  painting(ctx, prepare(shapes), shapes.keys(), least);
}

function trace(ctx: Context, shape: Exclude<Shape, { s: "t" }>): void {
  if (shape.s === "c") {
    ctx.moveTo(shape.x + shape.r, shape.y);
    ctx.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
    return;
  }
  const { d } = shape;
  ctx.moveTo(d[0] as number, d[1] as number);
  for (let nth = 2; nth < d.length; nth += 2) ctx.lineTo(d[nth] as number, d[nth + 1] as number);
  if (shape.s === "p") ctx.closePath();
}

/** Fill and stroke the path there is, as this shape wants it. */
function finish(ctx: Context, shape: Shape): void {
  if (shape.s === "t") return;
  ctx.globalAlpha = shape.o ?? 1;
  if (shape.s !== "l" && shape.fill) {
    ctx.fillStyle = shape.fill;
    ctx.fill();
  }
  if (shape.stroke) {
    const dash = shape.s === "l" ? shape.dash : undefined;
    if (dash) ctx.setLineDash(dash);
    ctx.strokeStyle = shape.stroke;
    ctx.lineWidth = shape.w ?? 1;
    ctx.lineCap = shape.s === "l" && shape.butt ? "butt" : "round";
    ctx.lineJoin = "round";
    ctx.stroke();
    if (dash) ctx.setLineDash([]);
  }
  ctx.globalAlpha = 1;
}

function text(ctx: Context, shape: Extract<Shape, { s: "t" }>): void {
  const { x, y, text, size, gap = 0, turn = 0, o = 1 } = shape;
  ctx.font = font(shape.font, size);
  ctx.textBaseline = "alphabetic";
  if (turn) {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate((turn * Math.PI) / 180);
  }
  const [at, foot] = turn ? [0, 0] : [x, y];
  if (shape.halo) {
    ctx.strokeStyle = shape.halo;
    ctx.lineWidth = size * 0.24;
    ctx.lineJoin = "round";
    ctx.globalAlpha = o === 1 ? 1 : o * SOFT;
    letters(ctx, text, at, foot, gap, shape.anchor, (letter, left, y) => ctx.strokeText(letter, left, y));
  }
  ctx.fillStyle = shape.fill;
  ctx.globalAlpha = o;
  letters(ctx, text, at, foot, gap, shape.anchor, (letter, left, y) => ctx.fillText(letter, left, y));
  ctx.globalAlpha = 1;
  if (turn) ctx.restore();
}

/** The whole text at once, or letter by letter where there are gaps between them. */
function letters(
  ctx: Context,
  text: string,
  x: number,
  y: number,
  gap: number,
  anchor: "start" | "end" | undefined,
  draw: (letter: string, x: number, y: number) => void,
): void {
  if (!gap) {
    ctx.textAlign = anchor === "start" ? "left" : anchor === "end" ? "right" : "center";
    draw(text, x, y);
    return;
  }
  ctx.textAlign = "left";
  const each = [...text];
  const widths = each.map((letter) => ctx.measureText(letter).width + gap);
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let left = x - (anchor === "start" ? 0 : anchor === "end" ? whole : whole / 2);
  each.forEach((letter, nth) => {
    draw(letter, left, y);
    left += widths[nth] as number;
  });
}
