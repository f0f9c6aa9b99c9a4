// The printed map in pieces: tiles painted once for every half-step of zoom, elsewhere (ground.ts), the least used thrown
// away. Until a tile is there, that part of a coarser or finer level is shown.
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
export function tilesIn(rect: Rect, level: number, board: { width: number; height: number }): TileAt[] {
  const side = TILE / scaleOf(level);
  const last = { column: Math.ceil(board.width / side) - 1, row: Math.ceil(board.height / side) - 1 };
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

export interface Piece<Picture> {
  picture: Picture;
  from: Rect; // pixels of the tile
  to: Rect; // where they go in the board's picture
}

const AT_ONCE = 2; // tiles asked for and not yet there

export class Tiles<Picture> {
  private readonly ready = new Map<string, Picture>(); // the least used first
  private readonly asked = new Set<string>();
  private wanted: TileAt[] = []; // in sight
  private later: TileAt[] = []; // a coarse whole to stand in, and what lies next to what is in sight
  private readonly board: { width: number; height: number };
  private readonly ask: (tile: TileAt) => void;
  private readonly drop: (picture: Picture) => void;
  private readonly most: number;
  private readonly base: number; // a level that is never thrown away

  /** `ask` has a tile painted, which comes back by `put`. */
  constructor(
    board: { width: number; height: number },
    base: number,
    most: number,
    ask: (tile: TileAt) => void,
    drop: (picture: Picture) => void,
  ) {
    this.board = board;
    this.base = base;
    this.most = most;
    this.ask = ask;
    this.drop = drop;
  }

  get count(): number {
    return this.ready.size;
  }

  /** What to put on the screen for a part of the board; what is missing is asked for, the middle first. On the way to
   * another level (`passing`) only that for which nothing can stand in. */
  cover(rect: Rect, level: number, passing = false): Piece<Picture>[] {
    const found: Piece<Picture>[] = [];
    const missing: TileAt[] = [];
    for (const tile of tilesIn(rect, level, this.board)) {
      const picture = this.use(tile);
      if (picture) found.push(whole(tile, picture));
      else {
        const instead = this.meanwhile(rectOf(tile), level);
        found.push(...instead);
        if (!passing || !instead.length) missing.push(tile);
      }
    }
    this.wanted = this.fromTheMiddle(missing, rect);
    const wide = {
      x: rect.x - rect.width / 4,
      y: rect.y - rect.height / 4,
      width: rect.width * 1.5,
      height: rect.height * 1.5,
    };
    this.later = this.lacking({ x: 0, y: 0, ...this.board }, this.base);
    if (!passing) this.later.push(...this.fromTheMiddle(this.lacking(wide, level), rect));
    this.next();
    return found;
  }

  /** Whether all that is in sight has been painted. */
  get done(): boolean {
    return this.wanted.length === 0;
  }

  /** A tile has been painted. */
  put(tile: TileAt, picture: Picture): void {
    const key = keyOf(tile);
    this.asked.delete(key);
    const old = this.ready.get(key);
    if (old) this.drop(old);
    this.ready.set(key, picture);
    this.wanted = this.wanted.filter((each) => keyOf(each) !== key);
    this.later = this.later.filter((each) => keyOf(each) !== key);
    this.forget();
    this.next();
  }

  /** Throw everything away: the picture has changed. What was asked for before must not come back. */
  clear(): void {
    for (const picture of this.ready.values()) this.drop(picture);
    this.ready.clear();
    this.asked.clear();
    this.wanted = [];
    this.later = [];
  }

  private next(): void {
    for (const tile of [...this.wanted, ...this.later]) {
      if (this.asked.size >= AT_ONCE) return;
      const key = keyOf(tile);
      if (this.asked.has(key)) continue;
      this.asked.add(key);
      this.ask(tile);
    }
  }

  private lacking(rect: Rect, level: number): TileAt[] {
    return tilesIn(rect, level, this.board).filter((tile) => !this.ready.has(keyOf(tile)));
  }

  private fromTheMiddle(tiles: TileAt[], rect: Rect): TileAt[] {
    const far = (tile: TileAt) => {
      const { x, y, width } = rectOf(tile);
      return Math.hypot(x + (width - rect.width) / 2 - rect.x, y + (width - rect.height) / 2 - rect.y);
    };
    return tiles.sort((one, other) => far(one) - far(other));
  }

  private use(tile: TileAt): Picture | undefined {
    const key = keyOf(tile);
    const picture = this.ready.get(key);
    if (picture) {
      this.ready.delete(key);
      this.ready.set(key, picture);
    }
    return picture;
  }

  private forget(): void {
    for (const [key, picture] of this.ready) {
      if (this.ready.size <= this.most) break;
      if (key.startsWith(`${this.base}/`)) continue;
      this.ready.delete(key);
      this.drop(picture);
    }
  }

  /** The nearest other level that has all of a rectangle. */
  private meanwhile(rect: Rect, level: number): Piece<Picture>[] {
    for (const other of [level - 1, level + 1, level - 2, level - 3, level - 4, level + 2, this.base]) {
      const tiles = tilesIn(rect, other, this.board);
      if (!tiles.length || tiles.length > 16) continue;
      const pictures = tiles.map((tile) => this.ready.get(keyOf(tile)));
      if (pictures.every((picture) => picture !== undefined)) {
        return tiles.map((tile, nth) => part(tile, pictures[nth] as Picture, rect));
      }
    }
    return [];
  }
}

function whole<Picture>(tile: TileAt, picture: Picture): Piece<Picture> {
  return { picture, from: { x: 0, y: 0, width: TILE, height: TILE }, to: rectOf(tile) };
}

function part<Picture>(tile: TileAt, picture: Picture, rect: Rect): Piece<Picture> {
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
  return { picture, from, to };
}
