// The board on a canvas, frame by frame. What does not move by itself (map, what is lit, counters) is painted once on a
// canvas somewhat larger than the window, which is then only pushed about; over it lies what moves.
import type { Look, Scene, View } from "../wire/types";
import type { Brush } from "./brush";
import { type Camera, type Size, toPicture } from "./camera";
import { paintCursor, paintHover, paintNow } from "./cursors";
import { Field, type Point, type Rect } from "./geometry";
import { type Hit, hit } from "./hit";
import type { Overlays, Ways } from "./model";
import { paintOver, paintUnder } from "./overlays";
import { isFar, lay, type Piece, type Raised, raised, spots } from "./pieces";
import { Printed, type Surface } from "./printed";
import { type Laid, Standing } from "./standing";
import type { Palette } from "./themes";
import { arrived, setOut, type Walker, whereNow } from "./walk";

const REST = 130; // milliseconds after a zoom until everything is painted at its very size
const SPARE = 200; // pixels of the window that the larger canvas has on every side

export interface StageModel {
  looks: Record<string, Look>;
  view: View;
  overlays: Overlays;
  ways: Ways; // by which those went whose place has changed
  palette: Palette;
  hover: string | null;
  cursor: string | null;
  moving: boolean; // whether anything may move by itself
}

interface Kept {
  canvas: HTMLCanvasElement;
  surface: Surface;
  version: number; // of what is painted on it
}

export class Stage {
  readonly field: Field;
  readonly scene: Scene;
  camera: Camera = { k: 1, x: 0, y: 0 };
  size: Size = { width: 0, height: 0 };
  model: StageModel;
  pieces: Piece[] = [];
  private byUnit = new Map<string, Piece>();
  private up: Raised = new Map();
  private far = false;
  private ratio = 1;
  private readonly canvas: HTMLCanvasElement;
  private readonly ctx: CanvasRenderingContext2D;
  private printed: Printed | null = null;
  private readonly standing: Standing;
  private kept: Kept | null = null;
  private version = 0;
  private walking = new Map<string, Walker>();
  private request = 0;
  private zoomedAt = Number.NEGATIVE_INFINITY;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private gone = false;
  private still = false;
  onfirst: (() => void) | null = null; // the map is painted for the first time
  onstill: ((still: boolean) => void) | null = null; // all that is in sight is painted, or something has changed

  constructor(canvas: HTMLCanvasElement, scene: Scene, model: StageModel) {
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    this.scene = scene;
    this.model = model;
    this.field = new Field(scene);
    this.standing = new Standing(scene, this.field);
    this.lay();
  }

  destroy(): void {
    this.gone = true;
    cancelAnimationFrame(this.request);
    clearTimeout(this.rest);
    this.printed?.end();
    this.standing.clear();
  }

  // ------------------------------------------------------------------ what changes

  resize(size: Size, ratio: number): void {
    if (size.width === this.size.width && size.height === this.size.height && ratio === this.ratio) return;
    if (ratio !== this.ratio || !this.printed) {
      this.ratio = ratio;
      this.printed?.end();
      this.printed = new Printed(this.scene, size, ratio, this.model.palette.night, () => this.change());
    }
    this.size = size;
    this.canvas.width = Math.round(size.width * ratio);
    this.canvas.height = Math.round(size.height * ratio);
    this.kept = null;
    this.change();
  }

  move(camera: Camera): void {
    if (camera.k !== this.camera.k) this.zoomedAt = performance.now();
    this.camera = camera;
    const far = isFar(this.scene, this.field, camera.k);
    if (far !== this.far) {
      this.far = far;
      this.lay();
    }
    this.touch();
  }

  update(change: Partial<StageModel>, jump = false): void {
    const before = this.model;
    const now = { ...before, ...change };
    this.model = now;
    const asked = now.view === before.view && now.overlays !== before.overlays;
    if (asked && !same(raised(now.overlays), this.up)) this.lay();
    if (now.view !== before.view) {
      const old = this.byUnit;
      this.lay();
      const walk = !jump && now.moving;
      const between = (id: string) => this.between(now.ways[id] ?? [], old.get(id)?.at, this.byUnit.get(id)?.at);
      this.walking = walk
        ? setOut(this.walking, old, this.byUnit, performance.now(), this.field.across, between)
        : new Map();
    }
    if (now.palette.theme !== before.palette.theme) {
      this.printed?.darken(now.palette.night);
      this.standing.clear();
    }
    if (now.looks !== before.looks || now.overlays !== before.overlays || now.palette !== before.palette)
      this.version++;
    this.touch();
  }

  /** The hexes of a way without its ends; none of one that leads elsewhere. */
  private between(way: string[], from?: string, to?: string): Point[] {
    const leads = way[0] === from && way.at(-1) === to;
    return leads ? way.slice(1, -1).flatMap((id) => this.field.hex(id) ?? []) : [];
  }

  /** The letters have arrived: what was painted with others is painted again. */
  refresh(): void {
    this.standing.clear();
    this.change();
  }

  private change(): void {
    this.version += 1;
    this.touch();
  }

  private touch(): void {
    this.tell(false);
    if (!this.request && !this.gone) this.request = requestAnimationFrame((now) => this.tick(now));
  }

  private tell(still: boolean): void {
    if (still === this.still) return;
    this.still = still;
    this.onstill?.(still);
  }

  private lay(): void {
    this.up = raised(this.model.overlays);
    this.pieces = lay(this.scene, this.field, this.model.view, this.far, this.up);
    this.byUnit = spots(this.pieces);
    this.version += 1;
  }

  // ------------------------------------------------------------------ what lies where

  under(at: Point, spare = 0): Hit | null {
    return hit(toPicture(this.camera, at), this.field, this.scene.boxes, this.pieces, spare / this.camera.k);
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

  // ------------------------------------------------------------------ a frame

  private tick(now: number): void {
    this.request = 0;
    const { printed } = this;
    if (this.gone || !printed || !this.size.width) return;
    const zooming = performance.now() - this.zoomedAt < REST;
    const again = this.draw(printed, now, zooming);
    if (printed.done && this.onfirst) {
      this.onfirst();
      this.onfirst = null;
    }
    this.tell(printed.done && !zooming);
    if (again) this.touch();
    clearTimeout(this.rest);
    if (zooming) this.rest = setTimeout(() => this.change(), REST + 20);
  }

  /** Paint all of it; says whether another frame has to follow. */
  private draw(printed: Printed, now: number, zooming: boolean): boolean {
    const { ctx, camera, size, ratio, model } = this;
    const surface: Surface = { ctx, camera, size, ratio };
    const count = this.walking.size;
    this.walking = arrived(this.walking, now);
    if (count !== this.walking.size) this.version += 1;
    this.push(printed, zooming);
    const brush = this.brush(surface, now);
    for (const id of this.walking.keys()) {
      const piece = this.byUnit.get(id);
      if (piece) this.standing.paintAway(surface, this.laid, piece, whereNow(this.walking.get(id), piece, now));
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (model.hover) paintHover(brush, model.hover);
    paintOver(brush, model.overlays);
    this.standing.paintTags(surface, this.laid);
    if (model.cursor) paintCursor(brush, model.cursor);
    return this.walking.size > 0 || (!zooming && this.standing.behind) || (model.moving && restless(model.overlays));
  }

  /** What does not move by itself, from the larger canvas; that is painted again where it no longer serves. */
  private push(printed: Printed, zooming: boolean): void {
    const { ctx, camera, size, ratio } = this;
    let { kept } = this;
    const stale = !kept || kept.version !== this.version || (!zooming && this.standing.behind);
    if (!kept || stale || !serves(kept.surface, camera, size, zooming)) {
      kept = this.keep();
      this.paintStill(printed, kept.surface, zooming);
      kept.version = this.version;
      this.kept = kept;
    }
    const from = kept.surface.camera;
    const by = camera.k / from.k;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    const x = Math.round((camera.x - from.x * by) * ratio);
    const y = Math.round((camera.y - from.y * by) * ratio);
    if (by === 1) ctx.drawImage(kept.canvas, x, y);
    else ctx.drawImage(kept.canvas, x, y, Math.round(kept.canvas.width * by), Math.round(kept.canvas.height * by));
  }

  /** The larger canvas, about what is in sight. */
  private keep(): Kept {
    const { camera, ratio } = this;
    const spare = Math.round(SPARE / ratio);
    const size = { width: this.size.width + 2 * spare, height: this.size.height + 2 * spare };
    const canvas = this.kept?.canvas ?? document.createElement("canvas");
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const ctx = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    const about = { k: camera.k, x: camera.x + spare, y: camera.y + spare };
    return { canvas, surface: { ctx, camera: about, size, ratio }, version: -1 };
  }

  private paintStill(printed: Printed, surface: Surface, zooming: boolean): void {
    const { ctx, ratio } = surface;
    printed.paint(surface, this.model.palette, zooming);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const brush = this.brush(surface, 0);
    paintNow(brush);
    paintUnder(brush, this.model.overlays);
    this.standing.begin(zooming ? 4 : 9);
    this.standing.paint(surface, this.laid, (id) => this.walking.has(id), !zooming);
  }

  private get laid(): Laid {
    const { looks, view, palette } = this.model;
    return { looks, view, palette, pieces: this.pieces, far: this.far };
  }

  private brush({ ctx, camera }: Surface, now: number): Brush {
    const { view, palette, moving } = this.model;
    const { field, scene, byUnit: pieces } = this;
    return { ctx, field, scene, view, camera, palette, pieces, time: moving ? now : 0 };
  }
}

function same(one: Raised, other: Raised): boolean {
  return one.size === other.size && [...one].every(([unit, high]) => other.get(unit) === high);
}

/** Whether a painted canvas has all that is in sight, as large as it is to be, or nearly so while one zooms. */
function serves(painted: Surface, camera: Camera, size: Size, zooming: boolean): boolean {
  const by = camera.k / painted.camera.k;
  if (zooming ? by < 0.75 || by > 1.3 : by !== 1) return false;
  const left = camera.x - painted.camera.x * by;
  const top = camera.y - painted.camera.y * by;
  return (
    left <= 0 &&
    top <= 0 &&
    left + painted.size.width * by >= size.width &&
    top + painted.size.height * by >= size.height
  );
}

/** Whether something lies over the board that moves by itself. */
function restless(overlays: Overlays): boolean {
  const some = (names: { hexes: string[]; units: string[] } | null | undefined) =>
    !!names && names.hexes.length + names.units.length > 0;
  return some(overlays.pointed) || some(overlays.causes);
}
