// Hands on the board: d3-zoom for wheel, drag and pinch; a thrown board glides; taps, long presses and the pointer are
// told in pixels of the board.
import { select } from "d3-selection";
import { type D3ZoomEvent, ZoomTransform, zoom, zoomTransform } from "d3-zoom";
import { type Camera, glide, type Size } from "./camera";
import type { Point } from "./geometry";

export type By = "pointer" | "touch";

export interface Told {
  moved: (camera: Camera, byHand: boolean) => void;
  tapped: (at: Point, by: By) => void;
  twice: (at: Point) => void;
  pressed: (at: Point) => void; // long
  over: (at: Point | null) => void;
}

const LONG = 480; // milliseconds
const SLACK = 5; // pixels a tap may slip

export class Gestures {
  private readonly element: HTMLElement;
  private readonly told: Told;
  private readonly behaviour = zoom<HTMLElement, unknown>();
  private flight = 0;
  private heading: Camera | null = null; // of a flight to somewhere
  private press: ReturnType<typeof setTimeout> | undefined;
  private longPressed = false;
  private trail: { x: number; y: number; at: number }[] = [];
  private readonly listeners = new AbortController();
  calm = false; // no motion that nobody makes

  constructor(element: HTMLElement, told: Told) {
    this.element = element;
    this.told = told;
    this.behaviour
      .clickDistance(SLACK)
      .tapDistance(SLACK)
      .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) this.halt();
        this.trail = [];
      })
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => this.zoomed(event))
      .on("end", (event: D3ZoomEvent<HTMLElement, unknown>) => this.thrown(event));
    select(element).call(this.behaviour).on("dblclick.zoom", null);
    this.listen();
  }

  destroy(): void {
    this.halt();
    clearTimeout(this.press);
    this.listeners.abort();
    select(this.element).on(".zoom", null);
  }

  /** How far the eye may go. */
  bound(picture: Size, least: number, most: number, spare: number): void {
    this.behaviour
      .extent([
        [0, 0],
        [this.element.clientWidth, this.element.clientHeight],
      ])
      .scaleExtent([least, most])
      .translateExtent([
        [-spare, -spare],
        [picture.width + spare, picture.height + spare],
      ]);
  }

  get camera(): Camera {
    const { k, x, y } = zoomTransform(this.element);
    return { k, x, y };
  }

  /** Where the eye is, or will be when it has flown. */
  get goal(): Camera {
    return this.heading ?? this.camera;
  }

  set(camera: Camera): void {
    const [least, most] = this.behaviour.scaleExtent();
    const k = Math.min(most, Math.max(least, camera.k));
    this.behaviour.transform(select(this.element), new ZoomTransform(k, camera.x, camera.y));
  }

  /** Go there step by step; `way` gives the camera for 0 to 1. */
  fly(way: (t: number) => Camera, ms: number): void {
    this.halt();
    if (this.calm || ms <= 0) {
      this.set(way(1));
      return;
    }
    this.heading = way(1);
    const begun = performance.now();
    const step = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - begun) / ms));
      this.flight = t < 1 ? requestAnimationFrame(step) : 0;
      if (t === 1) this.heading = null;
      this.set(way(t));
    };
    this.flight = requestAnimationFrame(step);
  }

  halt(): void {
    cancelAnimationFrame(this.flight);
    this.flight = 0;
    this.heading = null;
  }

  private zoomed(event: D3ZoomEvent<HTMLElement, unknown>): void {
    const { k, x, y } = event.transform;
    if (event.sourceEvent) {
      clearTimeout(this.press);
      this.trail.push({ x, y, at: performance.now() });
      if (this.trail.length > 6) this.trail.shift();
    }
    this.told.moved({ k, x, y }, !!event.sourceEvent);
  }

  private thrown(event: D3ZoomEvent<HTMLElement, unknown>): void {
    const source = event.sourceEvent as Event | null;
    const [first, last] = [this.trail[0], this.trail.at(-1)];
    if (this.calm || !source || source.type === "wheel" || !first || !last) return;
    const ms = last.at - first.at;
    if (ms < 8 || performance.now() - last.at > 60 || event.transform.k !== zoomTransform(this.element).k) return;
    let speed = { x: (last.x - first.x) / ms, y: (last.y - first.y) / ms };
    if (Math.hypot(speed.x, speed.y) < 0.25) return;
    let before = performance.now();
    const step = (now: number) => {
      const { by, speed: slower } = glide(speed, Math.max(0, now - before));
      before = now;
      speed = slower;
      const { k, x, y } = this.camera;
      this.flight = Math.hypot(speed.x, speed.y) > 0.02 ? requestAnimationFrame(step) : 0;
      this.set({ k, x: x + by.x, y: y + by.y });
    };
    this.flight = requestAnimationFrame(step);
  }

  private at(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private listen(): void {
    const { signal } = this.listeners;
    const by = (event: Event): By => ((event as PointerEvent).pointerType === "touch" ? "touch" : "pointer");
    const { element, told } = this;
    element.addEventListener(
      "pointerdown",
      (event) => {
        this.longPressed = false;
        clearTimeout(this.press);
        if (by(event) !== "touch" || !event.isPrimary) return;
        const at = this.at(event);
        this.press = setTimeout(() => {
          this.longPressed = true;
          told.pressed(at);
        }, LONG);
      },
      { signal },
    );
    for (const kind of ["pointerup", "pointercancel"] as const) {
      element.addEventListener(kind, () => clearTimeout(this.press), { signal });
    }
    element.addEventListener(
      "pointermove",
      (event) => {
        if (by(event) === "pointer") told.over(event.buttons ? null : this.at(event));
      },
      { signal },
    );
    element.addEventListener("pointerleave", () => told.over(null), { signal });
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    element.addEventListener(
      "click",
      (event) => {
        if (!this.longPressed) told.tapped(this.at(event), by(event));
        this.longPressed = false;
      },
      { signal },
    );
    element.addEventListener("dblclick", (event) => told.twice(this.at(event)), { signal });
  }
}
