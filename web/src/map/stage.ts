// The board on a canvas, frame by frame: the printed map from tiles, then what is lit, places, counters, and what lies
// over them. It paints only when something has changed.
import type { Look, PlaceInfo, Scene, View } from "../wire/types";
import { type Camera, type Size, sight, toScreen } from "./camera";
import { contains, Field, overlaps, type Point, type Rect } from "./geometry";
import { type Hit, hit } from "./hit";
import type { Overlays } from "./model";
import { type Brush, paintCursor, paintHover, paintNow, paintOver, paintUnder, pill } from "./overlays";
import type { Context } from "./paint";
import { isFar, lay, type Piece, spots } from "./pieces";
import { type Drawing, Sprites } from "./sprites";
import type { Palette } from "./themes";
import { type Tiler, tiler } from "./tilers";
import { levelFor, TILE, Tiles } from "./tiles";
import { arrived, setOut, type Walker, whereNow } from "./walk";

const REST = 130; // milliseconds without a move, after which counters are made crisp
const NAME = 10.5; // pixels: names seen from afar
const READ = 5.4; // pixels: smaller lettering is not painted
const FACE: Rect = { x: -0.7, y: -0.7, width: 1.4, height: 1.4 }; // of a look, with its shadow

export interface StageModel {
  looks: Record<string, Look>;
  view: View;
  overlays: Overlays;
  palette: Palette;
  hover: string | null;
  cursor: string | null;
  moving: boolean; // whether anything may move by itself
}

export class Stage {
  readonly field: Field;
  readonly scene: Scene;
  camera: Camera = { k: 1, x: 0, y: 0 };
  size: Size = { width: 0, height: 0 };
  model: StageModel;
  pieces: Piece[] = [];
  private byUnit = new Map<string, Piece>();
  private occupied = new Set<string>();
  private far = false;
  private ratio = 1;
  private readonly ctx: CanvasRenderingContext2D;
  private readonly canvas: HTMLCanvasElement;
  private tiles: Tiles<ImageBitmap> | null = null;
  private tiler: Tiler | null = null;
  private edition = 0; // of the tiles: those of another one come too late
  private readonly sprites: Sprites<HTMLCanvasElement>;
  private walking = new Map<string, Walker>();
  private request = 0;
  private movedAt = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly places: Map<string, PlaceInfo[]>;
  private gone = false;
  onfirst: (() => void) | null = null; // the map is painted for the first time

  constructor(canvas: HTMLCanvasElement, scene: Scene, model: StageModel) {
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    this.scene = scene;
    this.model = model;
    this.field = new Field(scene);
    this.sprites = new Sprites(24e6, (width, height) => {
      const made = blank(width, height);
      return { canvas: made, ctx: made.getContext("2d") as Context };
    });
    this.places = new Map();
    for (const place of scene.places) this.places.set(place.hex, [...(this.places.get(place.hex) ?? []), place]);
    this.laid();
  }

  destroy(): void {
    this.gone = true;
    cancelAnimationFrame(this.request);
    clearTimeout(this.rest);
    this.tiler?.end();
    this.tiles?.clear();
    this.sprites.clear();
  }

  // ------------------------------------------------------------------ what changes

  resize(size: Size, ratio: number): void {
    if (size.width === this.size.width && size.height === this.size.height && ratio === this.ratio) return;
    if (ratio !== this.ratio || !this.tiles) {
      this.ratio = ratio;
      this.tiles = this.newTiles(size);
    }
    this.size = size;
    this.canvas.width = Math.round(size.width * ratio);
    this.canvas.height = Math.round(size.height * ratio);
    this.touch();
  }

  move(camera: Camera): void {
    this.camera = camera;
    this.movedAt = performance.now();
    const far = isFar(this.scene, this.field, camera.k);
    if (far !== this.far) {
      this.far = far;
      this.laid();
    }
    this.touch();
  }

  update(change: Partial<StageModel>, jump = false): void {
    const before = this.model;
    this.model = { ...before, ...change };
    if (this.model.view !== before.view) {
      const old = this.byUnit;
      this.laid();
      this.walking =
        jump || !this.model.moving
          ? new Map()
          : setOut(this.walking, old, this.byUnit, performance.now(), this.field.across);
    }
    if (this.model.palette.night !== before.palette.night) {
      this.edition += 1;
      this.tiles?.clear();
    }
    if (this.model.palette.theme !== before.palette.theme) this.sprites.clear();
    this.touch();
  }

  /** The letters have arrived: what was painted with others is painted again. */
  refresh(): void {
    this.sprites.clear();
    this.touch();
  }

  touch(): void {
    if (!this.request && !this.gone) this.request = requestAnimationFrame((now) => this.tick(now));
  }

  under(at: Point, spare = 0): Hit | null {
    const point = { x: (at.x - this.camera.x) / this.camera.k, y: (at.y - this.camera.y) / this.camera.k };
    return hit(point, this.field, this.scene.boxes, this.pieces, spare / this.camera.k);
  }

  /** Where a hex, box or unit lies in the picture. */
  rect(id: string): Rect | null {
    const hex = this.field.hex(id);
    const half = this.field.across / 2;
    if (hex) return { x: hex.x - half, y: hex.y - half, width: 2 * half, height: 2 * half };
    const box = this.scene.boxes.find((each) => each.id === id);
    if (box) return box;
    const piece = this.byUnit.get(id);
    if (!piece) return null;
    return { x: piece.x - piece.width / 2, y: piece.y - piece.width / 2, width: piece.width, height: piece.width };
  }

  private laid(): void {
    this.pieces = lay(this.scene, this.field, this.model.view, this.far);
    this.byUnit = spots(this.pieces);
    this.occupied = new Set(
      Object.entries(this.model.view.stacks)
        .filter(([, units]) => units.length)
        .map(([at]) => at),
    );
  }

  // ------------------------------------------------------------------ the printed map

  private newTiles(size: Size): Tiles<ImageBitmap> {
    this.tiles?.clear();
    this.tiler?.end();
    this.edition += 1;
    const { scene, ratio } = this;
    const plan = {
      shapes: [...scene.shapes, ...scene.fine],
      paper: scene.paper,
      background: scene.background,
      least: READ * ratio,
    };
    this.tiler = tiler(plan, ({ tile, edition, picture }) => {
      if (this.gone || edition !== this.edition) picture.close();
      else {
        this.tiles?.put(tile, picture);
        this.touch();
      }
    });
    const least = Math.min(size.width / scene.width, size.height / scene.height) * ratio;
    const shown = Math.ceil((size.width * ratio * 1.5) / TILE + 1) * Math.ceil((size.height * ratio * 1.5) / TILE + 1);
    return new Tiles(
      scene,
      Math.min(levelFor(least), -2),
      Math.max(60, 2 * shown),
      (tile) => this.tiler?.paint(tile, this.model.palette.night, this.edition),
      (picture) => picture.close(),
    );
  }

  // ------------------------------------------------------------------ a frame

  private tick(now: number): void {
    this.request = 0;
    if (this.gone || !this.tiles || !this.size.width) return;
    const resting = now - this.movedAt > REST;
    const again = this.draw(now, resting);
    if (this.tiles.done && this.onfirst) {
      this.onfirst();
      this.onfirst = null;
    }
    if (again) this.touch();
    clearTimeout(this.rest);
    if (!resting) this.rest = setTimeout(() => this.touch(), REST + 20); // once more, crisp
  }

  /** Paint all of it; says whether another frame has to follow. */
  private draw(now: number, resting: boolean): boolean {
    const { ctx, camera, size, ratio, model } = this;
    const seen = sight(camera, size);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    ctx.fillStyle = model.palette.paper;
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.paintGround(seen);

    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.walking = arrived(this.walking, now);
    const brush: Brush = {
      ctx,
      field: this.field,
      scene: this.scene,
      view: model.view,
      camera,
      palette: model.palette,
      pieces: this.byUnit,
      time: model.moving ? now : 0,
    };
    paintNow(brush);
    paintUnder(brush, model.overlays);
    if (model.hover) paintHover(brush, model.hover);
    const late = this.paintPieces(seen, now, resting);
    paintOver(brush, model.overlays);
    if (model.cursor) paintCursor(brush, model.cursor);
    return late || this.walking.size > 0 || (model.moving && nodding(model.overlays));
  }

  private paintGround(seen: Rect): void {
    const { ctx, camera, ratio } = this;
    const scale = camera.k * ratio;
    const whole = (at: number) => Math.round(at);
    ctx.imageSmoothingQuality = "low";
    for (const { picture, from, to } of this.tiles?.cover(seen, levelFor(scale)) ?? []) {
      // Edges on whole pixels: no seams between tiles.
      const left = whole(to.x * scale + camera.x * ratio);
      const top = whole(to.y * scale + camera.y * ratio);
      const right = whole((to.x + to.width) * scale + camera.x * ratio);
      const foot = whole((to.y + to.height) * scale + camera.y * ratio);
      ctx.drawImage(picture, from.x, from.y, from.width, from.height, left, top, right - left, foot - top);
    }
    // What lies beyond the board's edge on the last tiles is the table.
    const right = whole(this.scene.width * scale + camera.x * ratio);
    const foot = whole(this.scene.height * scale + camera.y * ratio);
    ctx.fillStyle = this.model.palette.paper;
    if (right < this.canvas.width) ctx.fillRect(right, 0, this.canvas.width - right, this.canvas.height);
    if (foot < this.canvas.height) ctx.fillRect(0, foot, this.canvas.width, this.canvas.height - foot);
    ctx.strokeStyle = "#00000040";
    ctx.lineWidth = 2 * ratio;
    const left = camera.x * ratio;
    const top = camera.y * ratio;
    ctx.strokeRect(left, top, right - left, foot - top);
  }

  // ------------------------------------------------------------------ places and counters

  /** Places, counters and markers; says whether some are not crisp yet. */
  private paintPieces(seen: Rect, now: number, resting: boolean): boolean {
    const { ctx, camera, ratio, sprites } = this;
    sprites.begin(resting ? 9 : 4);
    const put: Put = (key, drawing, unit, at) => {
      const sprite = sprites.get(key, drawing, unit * ratio, resting);
      const { bounds } = sprite;
      const spot = toScreen(camera, at);
      const [x, y] = [spot.x + bounds.x * unit, spot.y + bounds.y * unit];
      if (resting && sprite.scale === unit * ratio) {
        // Pixel on pixel: nothing is blurred.
        ctx.drawImage(
          sprite.canvas,
          Math.round(x * ratio) / ratio,
          Math.round(y * ratio) / ratio,
          bounds.width * unit,
          bounds.height * unit,
        );
      } else ctx.drawImage(sprite.canvas, x, y, bounds.width * unit, bounds.height * unit);
    };
    const { across } = this.field;
    const wide = {
      x: seen.x - across,
      y: seen.y - across,
      width: seen.width + 2 * across,
      height: seen.height + 2 * across,
    };
    this.paintPlaces(wide, put);
    this.paintCounters(wide, now, put);
    return resting && sprites.behind;
  }

  private paintPlaces(seen: Rect, put: Put): void {
    const { camera, ctx, scene, model } = this;
    const small = this.field.across * 0.146 * camera.k < 8.5; // names too small to be read
    for (const [id, places] of this.places) {
      const hex = this.field.hex(id);
      if (!hex || !contains(seen, hex)) continue;
      const beside = this.occupied.has(id);
      const colour = scene.controllers[model.view.control[id] ?? ""]?.ground;
      for (const [nth, place] of places.entries()) {
        const drawing = () => ({
          shapes: beside ? place.beside : place.alone,
          bounds: { x: hex.x - 95, y: hex.y - 50, width: 190, height: 105 },
          least: small ? Number.POSITIVE_INFINITY : 0,
        });
        put(`place ${id} ${nth} ${beside} ${small}`, drawing, camera.k, { x: 0, y: 0 });
        if (colour && !(beside && this.far)) {
          const from = toScreen(camera, { x: place.flag.d[0] as number, y: place.flag.d[1] as number });
          const to = toScreen(camera, { x: place.flag.d[2] as number, y: place.flag.d[3] as number });
          ctx.beginPath();
          ctx.moveTo(from.x, from.y);
          ctx.lineTo(to.x, to.y);
          ctx.lineCap = "butt";
          ctx.strokeStyle = colour;
          ctx.lineWidth = Math.max(2, place.flag.w * camera.k);
          ctx.stroke();
        }
      }
    }
    if (small && camera.k * this.field.across > 19) this.paintNames(seen, put);
  }

  /** From afar the names of the chief places, in letters that can be read, where they cover nothing. */
  private paintNames(seen: Rect, put: Put): void {
    const { camera } = this;
    const taken: Rect[] = this.pieces
      .filter((piece) => contains(seen, piece))
      .map((piece) => {
        const half = (piece.width * camera.k) / 2;
        const at = toScreen(camera, piece);
        return { x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half };
      });
    const all = this.field.across * camera.k > 34;
    const chief = this.scene.places.filter((place) => place.chief);
    for (const place of all ? [...chief, ...this.scene.places.filter((each) => !each.chief)] : chief) {
      const hex = this.field.hex(place.hex);
      if (!hex || !contains(seen, hex)) continue;
      const foot = { x: hex.x, y: hex.y + this.field.across * 0.42 + NAME / camera.k };
      const half = place.name.length * NAME * 0.22 + 1;
      const at = toScreen(camera, foot);
      const rect = { x: at.x - half, y: at.y - NAME * 0.7, width: 2 * half, height: NAME * 0.8 };
      if (taken.some((other) => overlaps(other, rect))) continue;
      taken.push(rect);
      const face = place.chief ? "bold" : "plain";
      const drawing = (): Drawing => ({
        shapes: [{ s: "t", x: 0, y: 0, text: place.name, size: NAME, fill: "#1c1a16", font: face, halo: "#fbf7e8" }],
        bounds: { x: -half - 8, y: -NAME, width: 2 * half + 16, height: NAME * 1.5 },
      });
      put(`name ${place.name}`, drawing, 1, foot);
    }
  }

  private paintCounters(seen: Rect, now: number, put: Put): void {
    const walkers: Piece[] = [];
    for (const piece of this.pieces) {
      if (this.walking.has(piece.id)) walkers.push(piece);
      else if (contains(seen, piece)) this.paintPiece(piece, piece, put);
    }
    this.paintCounts(seen);
    for (const piece of walkers) this.paintPiece(piece, whereNow(this.walking.get(piece.id), piece, now), put);
  }

  private paintPiece(piece: Piece, at: Point & { width: number }, put: Put): void {
    const look = this.model.looks[piece.look];
    if (!look) return;
    const far = this.far && look.far.length > 0;
    const frame = piece.kind === "unit" ? this.frame(piece.side) : null;
    const drawing = (): Drawing => ({
      shapes: far ? look.far : look.near,
      bounds: FACE,
      ...(frame && { over: frame }),
    });
    put(`${piece.look} ${far} ${frame ? piece.side : ""}`, drawing, at.width * this.camera.k, at);
  }

  /** How high a stack is, where that cannot be seen. */
  private paintCounts(seen: Rect): void {
    const { ctx, camera } = this;
    for (const piece of this.pieces) {
      if (piece.covered || piece.kind !== "unit" || !contains(seen, piece)) continue;
      if (!(this.far ? piece.under > 0 : piece.under > 3)) continue;
      const half = (piece.width * camera.k) / 2;
      const at = toScreen(camera, piece);
      const size = Math.min(13, Math.max(8.5, half * 0.62));
      if (half < 7) continue;
      pill(ctx, `${piece.under + 1}`, { x: at.x + half * 0.92, y: at.y - half * 0.92 }, size, "#1c1a16", "#ffffff");
    }
  }

  /** A frame with a pattern for each side, in the theme that does not rely on colours. */
  private frame(side: string): ((ctx: Context) => void) | null {
    const nth = this.scene.sides.findIndex((each) => each.id === side);
    const colour = this.model.palette.frames[nth];
    if (!colour) return null;
    return (ctx) => {
      ctx.lineJoin = "miter";
      ctx.strokeStyle = "#000000";
      ctx.lineWidth = 0.1;
      ctx.strokeRect(-0.52, -0.52, 1.04, 1.04);
      ctx.strokeStyle = colour;
      ctx.lineWidth = 0.06;
      ctx.setLineDash(nth ? [0.1, 0.07] : []);
      ctx.strokeRect(-0.52, -0.52, 1.04, 1.04);
      ctx.setLineDash([]);
    };
  }
}

/** Put a drawing on the canvas: `unit` pixels of the window for each unit of it, its (0, 0) at a spot of the picture. */
type Put = (key: string, drawing: () => Drawing, unit: number, at: Point) => void;

function blank(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** Whether something lies over the board that moves by itself. */
function nodding(overlays: Overlays): boolean {
  const some = (names: { hexes: string[]; units: string[] } | null | undefined) =>
    !!names && names.hexes.length + names.units.length > 0;
  return some(overlays.pointed) || some(overlays.causes) || !!overlays.supply?.length;
}
