// Where the eye is: how far in, and which part of the board. A spot of the picture times k, plus x and y, is its pixel.
import type { Point, Rect } from "./geometry";

export interface Camera {
  k: number;
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
/** Pixels at the edges that something else covers. */
export interface Inset {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const BARE: Inset = { left: 0, top: 0, right: 0, bottom: 0 };

export function toScreen(camera: Camera, point: Point): Point {
  return { x: point.x * camera.k + camera.x, y: point.y * camera.k + camera.y };
}

export function toPicture(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) / camera.k, y: (point.y - camera.y) / camera.k };
}

/** The part of the picture that is in sight. */
export function sight(camera: Camera, size: Size): Rect {
  const corner = toPicture(camera, { x: 0, y: 0 });
  return { ...corner, width: size.width / camera.k, height: size.height / camera.k };
}

/** The camera that shows all of a rectangle in the uncovered part of the window. */
export function framed(rect: Rect, size: Size, inset: Inset = BARE, closest = Number.POSITIVE_INFINITY): Camera {
  const wide = Math.max(1, size.width - inset.left - inset.right);
  const high = Math.max(1, size.height - inset.top - inset.bottom);
  const k = Math.min(closest, wide / rect.width, high / rect.height);
  return {
    k,
    x: inset.left + wide / 2 - k * (rect.x + rect.width / 2),
    y: inset.top + high / 2 - k * (rect.y + rect.height / 2),
  };
}

/** Nearer or farther about a pixel that stays where it is. */
export function zoomed(camera: Camera, factor: number, about: Point): Camera {
  return {
    k: camera.k * factor,
    x: about.x - (about.x - camera.x) * factor,
    y: about.y - (about.y - camera.y) * factor,
  };
}

/** As far as it may go: not beyond the picture by more than `spare` pixels; a picture smaller than the window is put
 * in its middle. */
export function bounded(camera: Camera, picture: Size, size: Size, spare: number): Camera {
  return {
    k: camera.k,
    x: held(camera.x, picture.width * camera.k, size.width, spare),
    y: held(camera.y, picture.height * camera.k, size.height, spare),
  };
}

function held(at: number, length: number, room: number, spare: number): number {
  const [least, most] = [room - length - spare, spare];
  return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, at));
}

/** Whether a rectangle is in sight and large enough to be read. */
export function shows(camera: Camera, rect: Rect, size: Size, inset: Inset = BARE): boolean {
  const from = toScreen(camera, rect);
  return (
    from.x >= inset.left &&
    from.y >= inset.top &&
    from.x + rect.width * camera.k <= size.width - inset.right &&
    from.y + rect.height * camera.k <= size.height - inset.bottom
  );
}

/** Slow, fast, slow. */
export function eased(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
}

/** On the way from one camera to another, t from 0 to 1: the middle goes straight, the scale by equal factors. */
export function flight(from: Camera, to: Camera, size: Size, t: number): Camera {
  const middle = { x: size.width / 2, y: size.height / 2 };
  const [start, end] = [toPicture(from, middle), toPicture(to, middle)];
  const k = from.k * (to.k / from.k) ** t;
  // How far along in the picture: with the scale growing, the first steps of the flight cover the most ground.
  const part = Math.abs(to.k - from.k) < 1e-9 ? t : (1 / from.k - 1 / k) / (1 / from.k - 1 / to.k);
  const at = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
  return { k, x: middle.x - at.x * k, y: middle.y - at.y * k };
}

/** How far a thrown board glides in some milliseconds, and how fast it is then. */
export function glide(speed: Point, ms: number): { by: Point; speed: Point } {
  const rest = Math.exp(-ms / 180);
  const far = 180 * (1 - rest);
  return { by: { x: speed.x * far, y: speed.y * far }, speed: { x: speed.x * rest, y: speed.y * rest } };
}
