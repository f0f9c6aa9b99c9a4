// Small pictures kept as pixels: counters, markers, places. Rasterised at half-steps of zoom while the board moves, and
// at their very size when it is at rest.
import type { Shape } from "../wire/types";
import type { Rect } from "./geometry";
import { type Context, paint } from "./paint";
import { scaleOf } from "./tiles";

export interface Drawing {
  shapes: Shape[];
  bounds: Rect; // in the units of the shapes
  least?: number; // lettering smaller than this, in pixels, is left out
  over?: (ctx: Context) => void; // painted last, in the same units
}
export interface Sprite<Canvas> {
  canvas: Canvas;
  scale: number; // pixels for each unit
  bounds: Rect; // as painted: whole pixels
}

/** The scale at which to rasterise: the next half-step, or as it is. */
export function stepped(scale: number, exact: boolean): number {
  return exact ? scale : scaleOf(Math.ceil(2 * Math.log2(scale) - 0.02));
}

export class Sprites<Canvas> {
  private readonly kept = new Map<string, Sprite<Canvas> & { pixels: number }>(); // the least used first
  private readonly levels = new Map<string, Map<string, number>>(); // by drawing: names of its sprites and their scales
  private pixels = 0;
  private left = Number.POSITIVE_INFINITY;
  behind = false; // something stands in for what there was no time for
  private readonly most: number;
  private readonly make: (width: number, height: number) => { canvas: Canvas; ctx: Context };

  constructor(most: number, make: (width: number, height: number) => { canvas: Canvas; ctx: Context }) {
    this.most = most;
    this.make = make;
  }

  get size(): number {
    return this.pixels;
  }

  /** A new frame: so many milliseconds for what has not been rasterised yet. */
  begin(ms: number): void {
    this.left = ms;
    this.behind = false;
  }

  /** A drawing as pixels. When the time of the frame is over the nearest size there is stands in. */
  get(key: string, drawing: () => Drawing, scale: number, exact: boolean): Sprite<Canvas> {
    const wanted = stepped(scale, exact);
    const name = `${key}@${wanted.toFixed(4)}`;
    const found = this.kept.get(name);
    if (found) {
      this.kept.delete(name);
      this.kept.set(name, found);
      return found;
    }
    if (this.left <= 0) {
      const near = this.nearest(key, wanted);
      if (near) {
        this.behind = true;
        return near;
      }
    }
    const begun = performance.now();
    const sprite = this.rasterise(drawing(), wanted);
    this.keep(key, name, sprite);
    this.left -= performance.now() - begun;
    return sprite;
  }

  clear(): void {
    this.kept.clear();
    this.levels.clear();
    this.pixels = 0;
  }

  private nearest(key: string, wanted: number): Sprite<Canvas> | null {
    let best: string | null = null;
    let gap = Number.POSITIVE_INFINITY;
    for (const [name, scale] of this.levels.get(key) ?? []) {
      const far = Math.abs(Math.log2(scale / wanted));
      if (far < gap) [best, gap] = [name, far];
    }
    return best ? (this.kept.get(best) ?? null) : null;
  }

  private keep(key: string, name: string, sprite: Sprite<Canvas> & { pixels: number }): void {
    this.kept.set(name, sprite);
    this.pixels += sprite.pixels;
    const levels = this.levels.get(key) ?? new Map<string, number>();
    levels.set(name, sprite.scale);
    this.levels.set(key, levels);
    for (const [old, { pixels }] of this.kept) {
      if (this.pixels <= this.most || old === name) break;
      this.kept.delete(old);
      this.pixels -= pixels;
      this.levels.get(old.slice(0, old.lastIndexOf("@")))?.delete(old);
    }
  }

  private rasterise(drawing: Drawing, scale: number): Sprite<Canvas> & { pixels: number } {
    const { bounds } = drawing;
    const width = Math.max(1, Math.ceil(bounds.width * scale));
    const height = Math.max(1, Math.ceil(bounds.height * scale));
    const { canvas, ctx } = this.make(width, height);
    ctx.setTransform(scale, 0, 0, scale, -bounds.x * scale, -bounds.y * scale);
    paint(ctx, drawing.shapes, (drawing.least ?? 0) / scale);
    drawing.over?.(ctx);
    return {
      canvas,
      scale,
      bounds: { x: bounds.x, y: bounds.y, width: width / scale, height: height / scale },
      pixels: width * height,
    };
  }
}
