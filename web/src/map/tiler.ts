// A worker that paints tiles, so that the page never waits for them.
import type { Font } from "../wire/types";
import { Ground, type GroundPlan } from "./ground";
import { loadFonts } from "./paint";
import { TILE, type TileAt } from "./tiles";

export type ToTiler =
  | { kind: "begin"; plan: GroundPlan; fonts: Record<Font, string> }
  | { kind: "paint"; tile: TileAt; night: string; edition: number };
export interface FromTiler {
  tile: TileAt;
  edition: number;
  picture: ImageBitmap;
}

let ground: Ground | null = null;
let ready: Promise<unknown> = Promise.resolve();
const canvas = new OffscreenCanvas(TILE, TILE);
const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;

addEventListener("message", ({ data }: MessageEvent<ToTiler>) => {
  if (data.kind === "begin") {
    ground = new Ground(data.plan);
    ready = Promise.allSettled([ground.load(), loadFonts(data.fonts)]);
    return;
  }
  void ready.then(async () => {
    ground?.paint(ctx, data.tile, data.night);
    const picture = await createImageBitmap(canvas);
    const told: FromTiler = { tile: data.tile, edition: data.edition, picture };
    postMessage(told, { transfer: [picture] });
  });
});
