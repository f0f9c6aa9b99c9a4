// What stands on the map: places with their names and flags, counters, markers.
import type { Look, PlaceInfo, Scene, View } from "../wire/types";
import { sight, toScreen } from "./camera";
import { contains, type Field, overlaps, type Point, type Rect } from "./geometry";
import type { Context } from "./paint";
import type { Piece } from "./pieces";
import type { Surface } from "./printed";
import { pill } from "./signs";
import { type Drawing, Sprites } from "./sprites";
import { paintTag, type Tag, tagOf } from "./tags";
import type { Palette } from "./themes";

const NAME = 10.5; // pixels: names seen from afar
const LEGIBLE = 8.5; // pixels: names as printed are not smaller
const FACTORS = 6.5; // pixels: figures on a counter are not smaller
const FACE: Rect = { x: -0.7, y: -0.7, width: 1.4, height: 1.4 }; // of a look, with its shadow

export interface Laid {
  looks: Record<string, Look>;
  view: View;
  palette: Palette;
  pieces: Piece[];
  far: boolean;
}
export type Placed = Point & { width: number };

/** Put a drawing on the surface: `unit` pixels for each unit of it, its (0, 0) at a spot of the picture. */
type Put = (key: string, drawing: () => Drawing, unit: number, at: Point) => void;

export class Standing {
  private readonly scene: Scene;
  private readonly field: Field;
  private readonly places = new Map<string, PlaceInfo[]>();
  private readonly sprites = new Sprites(12e6, (width, height) => {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    return { canvas, ctx: canvas.getContext("2d") as Context };
  });

  constructor(scene: Scene, field: Field) {
    this.scene = scene;
    this.field = field;
    for (const place of scene.places) this.places.set(place.hex, [...(this.places.get(place.hex) ?? []), place]);
  }

  /** Letters or colours have changed. */
  clear(): void {
    this.sprites.clear();
  }

  /** A new frame with so many milliseconds for what has not been rasterised yet. */
  begin(ms: number): void {
    this.sprites.begin(ms);
  }

  /** Whether something is not as crisp as it should be: there was no time. */
  get behind(): boolean {
    return this.sprites.behind;
  }

  /** All but those on their way. `crisp`: rasterised at their very size. */
  paint(surface: Surface, laid: Laid, away: (id: string) => boolean, crisp: boolean): void {
    const seen = sight(surface.camera, surface.size);
    const { across } = this.field;
    const wide = {
      x: seen.x - across,
      y: seen.y - across,
      width: seen.width + 2 * across,
      height: seen.height + 2 * across,
    };
    const put = this.putter(surface, crisp);
    this.paintPlaces(surface, laid, wide, put);
    const here = laid.pieces.filter((piece) => contains(wide, piece) && !away(piece.id));
    for (const piece of here) if (!this.tag(surface, laid, piece)) this.paintPiece(surface, laid, piece, piece, put);
    for (const piece of here) this.paintCount(surface, laid, piece);
  }

  /** What markers say, over all that lies on the board. */
  paintTags(surface: Surface, laid: Laid): void {
    const seen = sight(surface.camera, surface.size);
    for (const piece of laid.pieces) {
      const tag = contains(seen, piece) ? this.tag(surface, laid, piece) : null;
      if (tag) paintTag(surface.ctx, surface.camera, piece, tag);
    }
  }

  private tag({ camera }: Surface, laid: Laid, piece: Piece): Tag | null {
    return tagOf(piece, laid.looks[piece.look], laid.far, camera.k, this.field.across);
  }

  /** A counter somewhere else than where it is to lie. */
  paintAway(surface: Surface, laid: Laid, piece: Piece, at: Placed): void {
    this.paintPiece(surface, laid, piece, at, this.putter(surface, false));
  }

  private putter({ ctx, camera, ratio }: Surface, crisp: boolean): Put {
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    // Pixel on pixel nothing is blurred.
    const snap = (value: number) => (crisp ? Math.round(value * ratio) / ratio : value);
    return (key, drawing, unit, at) => {
      const { canvas, bounds } = this.sprites.get(key, drawing, unit * ratio, crisp);
      const spot = toScreen(camera, at);
      const [x, y] = [snap(spot.x + bounds.x * unit), snap(spot.y + bounds.y * unit)];
      ctx.drawImage(canvas, x, y, bounds.width * unit, bounds.height * unit);
    };
  }

  // ------------------------------------------------------------------ places

  private paintPlaces(surface: Surface, laid: Laid, seen: Rect, put: Put): void {
    const { camera, ctx } = surface;
    const { across } = this.field;
    const small = across * 0.146 * camera.k < LEGIBLE;
    for (const [id, places] of this.places) {
      const hex = this.field.hex(id);
      if (!hex || !contains(seen, hex)) continue;
      const beside = (laid.view.stacks[id]?.length ?? 0) > 0;
      const colour = this.scene.controllers[laid.view.control[id] ?? ""]?.ground;
      for (const [nth, place] of places.entries()) {
        const drawing = () => ({
          shapes: beside ? place.beside : place.alone,
          bounds: { x: hex.x - across, y: hex.y - across * 0.55, width: 2 * across, height: across * 1.15 },
          least: small ? Number.POSITIVE_INFINITY : 0,
        });
        put(`place ${id} ${nth} ${beside} ${small}`, drawing, camera.k, { x: 0, y: 0 });
        if (!colour || (beside && laid.far)) continue;
        const [x, y, to] = place.flag.d as [number, number, number];
        const [from, end] = [toScreen(camera, { x, y }), toScreen(camera, { x: to, y })];
        const high = Math.max(2, place.flag.w * camera.k);
        ctx.fillStyle = colour;
        ctx.fillRect(from.x, from.y - high / 2, end.x - from.x, high);
      }
    }
    if (small && across * camera.k > 19) this.paintNames(surface, laid, seen, put);
  }

  /** From afar names in letters that can be read, where they cover nothing: the chief places first. */
  private paintNames({ camera }: Surface, laid: Laid, seen: Rect, put: Put): void {
    const taken: Rect[] = laid.pieces
      .filter((piece) => contains(seen, piece))
      .map((piece) => {
        const half = (piece.width * camera.k) / 2;
        const at = toScreen(camera, piece);
        return { x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half };
      });
    const { places } = this.scene;
    const others = this.field.across * camera.k > 34 ? places.filter((place) => !place.chief) : [];
    for (const place of [...places.filter((each) => each.chief), ...others]) {
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

  // ------------------------------------------------------------------ counters

  private paintPiece({ camera }: Surface, laid: Laid, piece: Piece, at: Placed, put: Put): void {
    const look = laid.looks[piece.look];
    if (!look) return;
    const far = laid.far && look.far.length > 0;
    const frame = piece.kind === "unit" ? this.frame(piece.side, laid.palette) : null;
    const drawing = (): Drawing => ({
      shapes: far ? look.far : look.near,
      bounds: FACE,
      ...(far && { least: FACTORS }), // from very far colour and sign alone
      ...(frame && { over: frame }),
    });
    put(`${piece.look} ${far} ${frame ? piece.side : ""}`, drawing, at.width * camera.k, at);
  }

  /** How high a stack is, where that cannot be seen. */
  private paintCount({ ctx, camera }: Surface, laid: Laid, piece: Piece): void {
    if (piece.covered || piece.kind !== "unit" || piece.under <= (laid.far ? 0 : 3)) return;
    const half = (piece.width * camera.k) / 2;
    if (half < 7) return;
    const at = toScreen(camera, piece);
    const corner = { x: at.x + half * 0.92, y: at.y - half * 0.92 };
    pill(ctx, `${piece.under + 1}`, corner, Math.min(13, Math.max(8.5, half * 0.62)), "#1c1a16", "#ffffff");
  }

  /** A frame with a pattern for each side, in the theme that does not rely on colours. */
  private frame(side: string, palette: Palette): ((ctx: Context) => void) | null {
    const nth = this.scene.sides.findIndex((each) => each.id === side);
    const frame = palette.frames[nth];
    if (!frame) return null;
    return (ctx) => {
      ctx.lineJoin = "miter";
      ctx.strokeStyle = "#000000";
      ctx.lineWidth = 0.1;
      ctx.strokeRect(-0.52, -0.52, 1.04, 1.04);
      ctx.strokeStyle = frame.colour;
      ctx.lineWidth = 0.06;
      ctx.setLineDash(frame.dash);
      ctx.strokeRect(-0.52, -0.52, 1.04, 1.04);
      ctx.setLineDash([]);
    };
  }
}
