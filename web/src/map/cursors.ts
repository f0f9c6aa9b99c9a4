// Where one is: under the pointer, at the cursor of the keyboard, in the turn.
import { type Brush, boxRect, cased, outline } from "./brush";
import { toScreen } from "./camera";

/** Where the pointer is. */
export function paintHover(brush: Brush, id: string): void {
  const { ctx } = brush;
  ctx.beginPath();
  outline(brush, id, 0.97);
  ctx.strokeStyle = "#ffffffd0";
  ctx.lineWidth = 2.2;
  ctx.stroke();
  ctx.strokeStyle = "#14110ca0";
  ctx.lineWidth = 1;
  ctx.stroke();
}

/** The cursor of the keyboard: black on white with strokes outwards, seen on any ground. */
export function paintCursor(brush: Brush, id: string): void {
  const { ctx, field, camera } = brush;
  ctx.beginPath();
  outline(brush, id, 1.04);
  const hex = field.hex(id);
  if (hex) {
    const [near, far] = [field.corners(hex, 1.04), field.corners(hex, 1.2)];
    for (let nth = 0; nth < 12; nth += 2) {
      const from = toScreen(camera, { x: near[nth] as number, y: near[nth + 1] as number });
      const to = toScreen(camera, { x: far[nth] as number, y: far[nth + 1] as number });
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
    }
  }
  ctx.lineCap = "round";
  cased(ctx, "#0b0b0b", 3, "#ffffff");
}

/** The box of the turn being played. */
export function paintNow(brush: Brush): void {
  const box = brush.view.now ? boxRect(brush, brush.view.now) : null;
  if (!box) return;
  const { ctx } = brush;
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, 9 * brush.camera.k);
  ctx.strokeStyle = "#b3201b";
  ctx.lineWidth = Math.max(2.5, 6 * brush.camera.k);
  ctx.stroke();
}
