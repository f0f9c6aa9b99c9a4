// The printed map on the screen: its tiles, and who paints them.
import type { Scene } from "../wire/types";
import { type Camera, type Size, sight } from "./camera";
import type { Context } from "./paint";
import type { Palette } from "./themes";
import { type Tiler, tiler } from "./tilers";
import { levelFor, TILE, Tiles } from "./tiles";

const READ = 5.4; // pixels: smaller lettering is not painted

/** What is painted on: a canvas that shows a part of the board. */
export interface Surface {
  ctx: Context;
  camera: Camera;
  size: Size; // in pixels of the window
  ratio: number; // pixels of the canvas for each
}

export class Printed {
  private readonly scene: Scene;
  private readonly tiles: Tiles<ImageBitmap>;
  private readonly tiler: Tiler;
  private edition = 0; // tiles of another one come too late
  private night: string;

  /** `arrived` is called for every tile. */
  constructor(scene: Scene, size: Size, ratio: number, night: string, arrived: () => void) {
    this.scene = scene;
    this.night = night;
    const { paper, background } = scene;
    this.tiler = tiler(
      { shapes: [...scene.shapes, ...scene.fine], paper, background, least: READ * ratio },
      ({ tile, edition, picture }) => {
        if (edition !== this.edition) return picture.close();
        this.tiles.put(tile, picture);
        arrived();
      },
    );
    const least = Math.min(size.width / scene.width, size.height / scene.height) * ratio;
    const shown = Math.ceil((size.width * ratio * 1.5) / TILE + 1) * Math.ceil((size.height * ratio * 1.5) / TILE + 1);
    this.tiles = new Tiles(
      scene,
      Math.min(levelFor(least), -2),
      Math.max(60, 2 * shown),
      (tile) => this.tiler.paint(tile, this.night, this.edition),
      (picture) => picture.close(),
    );
  }

  /** Whether all that is in sight is there. */
  get done(): boolean {
    return this.tiles.done;
  }

  darken(night: string): void {
    if (night === this.night) return;
    this.night = night;
    this.edition += 1;
    this.tiles.clear();
  }

  end(): void {
    this.edition = -1;
    this.tiler.end();
    this.tiles.clear();
  }

  /** `passing`: on the way to another zoom, nothing new is asked for. */
  paint({ ctx, camera, size, ratio }: Surface, palette: Palette, passing: boolean): void {
    const scale = camera.k * ratio;
    const [wide, high] = [size.width * ratio, size.height * ratio];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.paper;
    ctx.fillRect(0, 0, wide, high);
    ctx.imageSmoothingQuality = "low";
    const right = (x: number) => Math.round(x * scale + camera.x * ratio);
    const down = (y: number) => Math.round(y * scale + camera.y * ratio);
    for (const { picture, from, to } of this.tiles.cover(sight(camera, size), levelFor(scale), passing)) {
      // Edges on whole pixels: no seams between tiles.
      const [x, y] = [right(to.x), down(to.y)];
      const [width, height] = [right(to.x + to.width) - x, down(to.y + to.height) - y];
      ctx.drawImage(picture, from.x, from.y, from.width, from.height, x, y, width, height);
    }
    // What lies beyond the board's edge on the last tiles is the table.
    const edge = { x: right(this.scene.width), y: down(this.scene.height) };
    if (edge.x < wide) ctx.fillRect(edge.x, 0, wide - edge.x, high);
    if (edge.y < high) ctx.fillRect(0, edge.y, wide, high - edge.y);
    ctx.strokeStyle = "#00000040";
    ctx.lineWidth = 2 * ratio;
    ctx.strokeRect(right(0), down(0), edge.x - right(0), edge.y - down(0));
  }
}
