// The printed map in pieces: tiles painted once for every half-step of zoom, a few milliseconds at a time, the least
// used thrown away. Until a tile is painted, that part of a coarser or finer level is shown.
import type { Rect } from "./geometry";

export const TILE = 512; // pixels

/** Pixels for each unit of the picture, by level: every second level doubles. */
export function scaleOf(level: number): number {
  return 2 ** (level / 2);
}

/** The coarsest level that is as fine as asked for; a shade less will do. */
export function levelFor(scale: number): number {
  return Math.ceil(2 * Math.log2(scale) - 0.12) || 0; // not -0
}

export interface TileAt {
  level: number;
  column: number;
  row: number;
}

export function keyOf({ level, column, row }: TileAt): string {
  return `${level}/${column}/${row}`;
}

/** The part of the picture on a tile. */
export function rectOf({ level, column, row }: TileAt): Rect {
  const side = TILE / scaleOf(level);
  return { x: column * side, y: row * side, width: side, height: side };
}

/** The tiles of a level that a part of the picture touches. */
export function tilesIn(rect: Rect, level: number, picture: { width: number; height: number }): TileAt[] {
  const side = TILE / scaleOf(level);
  const last = { column: Math.ceil(picture.width / side) - 1, row: Math.ceil(picture.height / side) - 1 };
  const from = { column: Math.max(0, Math.floor(rect.x / side)), row: Math.max(0, Math.floor(rect.y / side)) };
  const to = {
    column: Math.min(last.column, Math.ceil((rect.x + rect.width) / side) - 1),
    row: Math.min(last.row, Math.ceil((rect.y + rect.height) / side) - 1),
  };
  const found: TileAt[] = [];
  for (let row = from.row; row <= to.row; row++) {
    for (let column = from.column; column <= to.column; column++) found.push({ level, column, row });
  }
  return found;
}

/** Paints a tile in steps; the canvas is ready when the generator is done. */
export type TilePainter<Canvas> = (canvas: Canvas, tile: TileAt) => Generator<void>;

export interface Piece<Canvas> {
  canvas: Canvas;
  from: Rect; // pixels of the tile
  to: Rect; // where they go in the picture
}

export class Tiles<Canvas> {
  private readonly ready = new Map<string, Canvas>(); // the least used first
  private readonly spare: Canvas[] = [];
  private wanted: TileAt[] = [];
  private job: { key: string; canvas: Canvas; steps: Generator<void> } | null = null;
  private readonly picture: { width: number; height: number };
  private readonly make: () => Canvas;
  private readonly painter: TilePainter<Canvas>;
  private readonly most: number;
  private readonly base: number; // a level that is never thrown away

  constructor(
    picture: { width: number; height: number },
    base: number,
    most: number,
    make: () => Canvas,
    painter: TilePainter<Canvas>,
  ) {
    this.picture = picture;
    this.base = base;
    this.most = most;
    this.make = make;
    this.painter = painter;
  }

  get count(): number {
    return this.ready.size;
  }

  /** What to put on the screen for a part of the picture, from below; what is missing will be painted, the middle
   * first. */
  cover(rect: Rect, level: number): Piece<Canvas>[] {
    const found: Piece<Canvas>[] = [];
    const missing: TileAt[] = [];
    for (const tile of tilesIn(rect, level, this.picture)) {
      const canvas = this.use(tile);
      if (canvas) found.push(whole(tile, canvas));
      else {
        missing.push(tile);
        found.push(...this.meanwhile(rectOf(tile), level));
      }
    }
    const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    const far = (tile: TileAt) => {
      const { x, y, width } = rectOf(tile);
      return Math.hypot(x + width / 2 - middle.x, y + width / 2 - middle.y);
    };
    const ground = tilesIn({ x: 0, y: 0, ...this.picture }, this.base, this.picture).filter(
      (tile) => !this.ready.has(keyOf(tile)),
    );
    this.wanted = [...missing.sort((one, other) => far(one) - far(other)), ...ground];
    return found;
  }

  /** Whether everything asked for has been painted. */
  get done(): boolean {
    return this.wanted.length === 0;
  }

  /** Paint until the time is over. Says whether a tile became ready. */
  work(until: number, now: () => number): boolean {
    let painted = false;
    while (now() < until) {
      if (!this.job || !this.wanted.some((tile) => keyOf(tile) === this.job?.key)) this.begin();
      if (!this.job) break;
      if (this.job.steps.next().done) {
        this.ready.set(this.job.key, this.job.canvas);
        this.wanted = this.wanted.filter((tile) => keyOf(tile) !== this.job?.key);
        this.job = null;
        painted = true;
        this.forget();
      }
    }
    return painted;
  }

  /** Throw everything away: the picture or its fonts have changed. */
  clear(): void {
    this.spare.push(...this.ready.values());
    this.ready.clear();
    if (this.job) this.spare.push(this.job.canvas);
    this.job = null;
    this.spare.length = Math.min(this.spare.length, 8);
  }

  private begin(): void {
    if (this.job) this.spare.push(this.job.canvas);
    this.job = null;
    const tile = this.wanted[0];
    if (!tile) return;
    const canvas = this.spare.pop() ?? this.make();
    this.job = { key: keyOf(tile), canvas, steps: this.painter(canvas, tile) };
  }

  private use(tile: TileAt): Canvas | undefined {
    const key = keyOf(tile);
    const canvas = this.ready.get(key);
    if (canvas) {
      this.ready.delete(key);
      this.ready.set(key, canvas);
    }
    return canvas;
  }

  private forget(): void {
    for (const [key, canvas] of this.ready) {
      if (this.ready.size <= this.most) break;
      if (key.startsWith(`${this.base}/`)) continue;
      this.ready.delete(key);
      if (this.spare.length < 8) this.spare.push(canvas);
    }
  }

  /** The nearest other level that has all of a rectangle. */
  private meanwhile(rect: Rect, level: number): Piece<Canvas>[] {
    for (const other of [level - 1, level + 1, level - 2, level - 3, level - 4, level + 2, this.base]) {
      const tiles = tilesIn(rect, other, this.picture);
      if (!tiles.length || tiles.length > 16) continue;
      const canvases = tiles.map((tile) => this.ready.get(keyOf(tile)));
      if (canvases.every((canvas) => canvas !== undefined)) {
        return tiles.map((tile, nth) => part(tile, canvases[nth] as Canvas, rect));
      }
    }
    return [];
  }
}

function whole<Canvas>(tile: TileAt, canvas: Canvas): Piece<Canvas> {
  return { canvas, from: { x: 0, y: 0, width: TILE, height: TILE }, to: rectOf(tile) };
}

function part<Canvas>(tile: TileAt, canvas: Canvas, rect: Rect): Piece<Canvas> {
  const all = rectOf(tile);
  const scale = scaleOf(tile.level);
  const x = Math.max(all.x, rect.x);
  const y = Math.max(all.y, rect.y);
  const to = {
    x,
    y,
    width: Math.min(all.x + all.width, rect.x + rect.width) - x,
    height: Math.min(all.y + all.height, rect.y + rect.height) - y,
  };
  const from = { x: (x - all.x) * scale, y: (y - all.y) * scale, width: to.width * scale, height: to.height * scale };
  return { canvas, from, to };
}
