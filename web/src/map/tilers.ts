// Who paints the tiles: a worker, or the page itself where it must.
import bold from "../../../src/sandtable/draw/fonts/bold.ttf?url";
import italic from "../../../src/sandtable/draw/fonts/italic.ttf?url";
import plain from "../../../src/sandtable/draw/fonts/plain.ttf?url";
import serif from "../../../src/sandtable/draw/fonts/serif.ttf?url";
import { Ground, type GroundPlan } from "./ground";
import { fontsReady } from "./paint";
import type { FromTiler, ToTiler } from "./tiler";
import { TILE, type TileAt } from "./tiles";

export interface Tiler {
  paint(tile: TileAt, night: string, edition: number): void;
  end(): void;
}

/** `painted` hears of every tile; `edition` tells which were asked for before something changed. */
export function tiler(plan: GroundPlan, painted: (told: FromTiler) => void): Tiler {
  return typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined"
    ? inWorker(plan, painted)
    : inPage(plan, painted);
}

function inWorker(plan: GroundPlan, painted: (told: FromTiler) => void): Tiler {
  const worker = new Worker(new URL("./tiler.ts", import.meta.url), { type: "module" });
  const tell = (told: ToTiler) => worker.postMessage(told);
  const address = (url: string) => new URL(url, document.baseURI).href;
  const { background } = plan;
  tell({
    kind: "begin",
    plan: { ...plan, background: background && { ...background, url: address(background.url) } },
    fonts: { plain: address(plain), bold: address(bold), serif: address(serif), italic: address(italic) },
  });
  worker.onmessage = ({ data }: MessageEvent<FromTiler>) => painted(data);
  return {
    paint: (tile, night, edition) => tell({ kind: "paint", tile, night, edition }),
    end: () => worker.terminate(),
  };
}

function inPage(plan: GroundPlan, painted: (told: FromTiler) => void): Tiler {
  const ground = new Ground(plan);
  const ready = Promise.allSettled([ground.load(), fontsReady()]);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TILE;
  const ctx = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
  let ended = false;
  return {
    paint: (tile, night, edition) =>
      void ready.then(async () => {
        await new Promise((later) => setTimeout(later));
        if (ended) return;
        ground.paint(ctx, tile, night);
        painted({ tile, edition, picture: await createImageBitmap(canvas) });
      }),
    end: () => {
      ended = true;
    },
  };
}
