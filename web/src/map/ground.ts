// Paints tiles of the printed map: the relief, and the shapes over it. Used by the worker (tiler.ts), or in the page
// where a browser has no canvases in workers.
import type { Scene, Shape } from "../wire/types";
import type { Rect } from "./geometry";
import { Cells, type Context, paint, painting, prepare } from "./paint";
import { lightness } from "./themes";
import { rectOf, scaleOf, TILE, type TileAt } from "./tiles";

export interface GroundPlan {
  shapes: Shape[];
  paper: string;
  background: Scene["background"];
  least: number; // pixels of a tile: smaller lettering is left out
}

export class Ground {
  private readonly plan: GroundPlan;
  private readonly printed;
  private readonly cells;
  private images: ImageBitmap[] = []; // the background, from the finest

  constructor(plan: GroundPlan) {
    this.plan = plan;
    this.printed = prepare(plan.shapes);
    this.cells = new Cells(this.printed);
  }

  /** Fetch the relief, whole and smaller. Without it the shapes are painted on paper. */
  async load(): Promise<void> {
    const { background } = this.plan;
    if (!background) return;
    const answer = await fetch(background.url);
    if (!answer.ok) return;
    const whole = await createImageBitmap(await answer.blob());
    const half = await halved(whole);
    this.images = [whole, half, await halved(half)];
  }

  /** `night`: the colour the tile is darkened with, if any. */
  paint(ctx: Context, tile: TileAt, night: string): void {
    const rect = rectOf(tile);
    const scale = scaleOf(tile.level);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    ctx.fillStyle = this.plan.paper;
    ctx.fillRect(0, 0, TILE, TILE);
    ctx.setTransform(scale, 0, 0, scale, -rect.x * scale, -rect.y * scale);
    this.relief(ctx, rect, scale);
    const here = this.cells.touching(rect);
    painting(ctx, this.printed, here, this.plan.least / scale);
    if (!night) return;
    ctx.globalCompositeOperation = "multiply";
    ctx.fillStyle = night;
    ctx.fillRect(rect.x, rect.y, rect.width, rect.height);
    ctx.globalCompositeOperation = "source-over";
    paint(ctx, rimmed(here.map((nth) => this.printed.shapes[nth] as Shape)), this.plan.least / scale);
  }

  /** As much of the background as lies on a tile, from the smallest image that is fine enough. */
  private relief(ctx: Context, rect: Rect, scale: number): void {
    const { background } = this.plan;
    const whole = this.images[0];
    if (!background || !whole) return;
    const fine = (image: ImageBitmap) => image.width / background.width >= scale * 0.9;
    const image = this.images.filter(fine).at(-1) ?? whole;
    const x = Math.max(rect.x, background.x);
    const y = Math.max(rect.y, background.y);
    const width = Math.min(rect.x + rect.width, background.x + background.width) - x;
    const height = Math.min(rect.y + rect.height, background.y + background.height) - y;
    if (width <= 0 || height <= 0) return;
    const by = image.width / background.width;
    const from = { x: (x - background.x) * by, y: (y - background.y) * by };
    ctx.imageSmoothingQuality = "low"; // there is an image of nearly every size: no more are made
    ctx.drawImage(image, from.x, from.y, width * by, height * by, x, y, width, height);
  }
}

const RIM = "#d8d4c8";
const DARK = 0.05; // lightness of letters that are lost on a darkened ground

/** Headings in dark letters, with a pale rim: by night they are painted once more. */
export function rimmed(shapes: Shape[]): Shape[] {
  return shapes.flatMap((shape) =>
    shape.s === "t" && shape.font === "bold" && !shape.halo && lightness(shape.fill) < DARK
      ? [{ ...shape, halo: RIM }]
      : [],
  );
}

function halved(image: ImageBitmap): Promise<ImageBitmap> {
  const [resizeWidth, resizeHeight] = [Math.round(image.width / 2), Math.round(image.height / 2)];
  return createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: "medium" });
}
