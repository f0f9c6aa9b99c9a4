// The film: what others did is shown one answer after the other, at a speed the watcher chooses.
import type { LogLine, Looked } from "../wire/types";
import type { Known } from "./apply";

export const SPEEDS = ["slow", "normal", "fast"] as const;
export type Speed = (typeof SPEEDS)[number];

/** What is on the table at one moment: now, a picture of the film, or a step of the past. */
export type Shown = Pick<Known, "n" | "looks" | "log" | "sequence" | "to_play"> & { view: NonNullable<Known["view"]> };

/** One answer of somebody. `shown` is null where the server has to be asked what it looked like. */
export interface Frame {
  n: number;
  fresh: LogLine[]; // what was told of it
  shown: Shown | null;
}

export interface Film {
  frames: readonly Frame[]; // still to be shown
  paused: boolean;
  speed: Speed;
}

const REST: Record<Speed, number> = { slow: 2400, normal: 1100, fast: 350 }; // ms a picture stays
const SILENT = 0.25; // of it, where nothing was told
const ROLLED = 1.6; // of it, where dice fell

export function empty(speed: Speed): Film {
  return { frames: [], paused: false, speed };
}

export function added(film: Film, ...frames: Frame[]): Film {
  return { ...film, frames: [...film.frames, ...frames] };
}

/** The next picture, and the film without it. */
export function next(film: Film): [Frame | undefined, Film] {
  return [film.frames[0], { ...film, frames: film.frames.slice(1) }];
}

/** Nothing more is shown: the table jumps to now. */
export function skipped(film: Film): Film {
  return { ...film, frames: [], paused: false };
}

export function rest(frame: Frame, speed: Speed): number {
  const rolled = frame.fresh.some((line) => line.dice);
  return REST[speed] * (frame.fresh.length === 0 ? SILENT : rolled ? ROLLED : 1);
}

/** The frames from one moment to another, each to be looked up. */
export function since(steps: number[], seen: number, now: number): Frame[] {
  return steps.filter((step) => step > seen && step <= now).map((n) => ({ n, fresh: [], shown: null }));
}

export function asShown(known: Known): Shown | null {
  const { n, view, looks, log, sequence, to_play } = known;
  return view && { n, view, looks, log, sequence, to_play };
}

/** Which part of the sequence is played, and when. */
export function phaseOf({ view, sequence }: Pick<Known, "view" | "sequence">): string {
  return [view?.when, ...sequence.filter(({ now }) => now).map(({ name }) => name)].join(" ");
}

/** The past as it was looked up; what it does not say is as now. */
export function lookedUp(look: Looked, looks: Known["looks"]): Shown {
  const { n, view, log, sequence, to_play } = look;
  return { n, view, looks: { ...looks, ...look.looks }, log, sequence, to_play };
}

/** What a picture is about: the map lights it. */
export function about(fresh: LogLine[]): { hexes: string[]; units: string[] } {
  return {
    hexes: [...new Set(fresh.flatMap((line) => line.hexes))],
    units: [...new Set(fresh.flatMap((line) => line.units))],
  };
}
