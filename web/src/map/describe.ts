// What a screen reader says of a place: where it is, what stands there, what may be done.
import { t } from "../texts/texts";
import type { Scene, View } from "../wire/types";
import type { Field } from "./geometry";
import type { Overlays } from "./model";

export function describe(scene: Scene, field: Field, view: View, overlays: Overlays, place: string): string {
  const parts = [where(scene, field, place)];
  const holder = view.control[place];
  if (holder) parts.push(t("map.held", { who: scene.controllers[holder]?.name ?? holder }));
  parts.push(stack(view, place));
  const markers = view.markers.filter((marker) => marker.at === place).map((marker) => marker.name);
  if (markers.length) parts.push(t("map.markers", { names: markers.join(", ") }));
  parts.push(...choices(view, overlays, place));
  return parts.filter(Boolean).join(" ");
}

function where(scene: Scene, field: Field, place: string): string {
  const hex = field.hex(place);
  if (!hex) return t("map.box", { name: scene.boxes.find((box) => box.id === place)?.name ?? place });
  const name = hex.name ? `${hex.id} ${hex.name}` : hex.id;
  const veiled = scene.veiled.includes(place) ? ` ${t("map.veiled")}` : "";
  return t("map.hex", { name, terrain: hex.terrain }) + veiled;
}

function stack(view: View, place: string): string {
  const units = view.stacks[place] ?? [];
  if (!units.length) return t("map.empty");
  return t("map.counters", { n: units.length, names: units.map((unit) => called(view, unit)).join(", ") });
}

/** A unit's name, with what is to be said of its state. */
export function called(view: View, unit: string): string {
  const seen = view.units[unit];
  if (!seen) return unit;
  return seen.state ? t("map.state", { name: seen.name, state: seen.state }) : seen.name;
}

function choices(view: View, overlays: Overlays, place: string): string[] {
  const found: string[] = [];
  const units = view.stacks[place] ?? [];
  const hint = overlays.lit?.[place];
  if (hint !== undefined) found.push(hint ? t("map.pick.hint", { hint }) : t("map.pick"));
  const pickable = units.filter((unit) => overlays.pickable?.includes(unit)).map((unit) => called(view, unit));
  if (pickable.length) found.push(t("map.pick.units", { names: pickable.join(", ") }));
  const chosen = units.filter((unit) => overlays.chosen?.units.includes(unit)).map((unit) => called(view, unit));
  if (overlays.chosen?.hexes.includes(place)) found.push(t("map.chosen"));
  if (chosen.length) found.push(t("map.chosen.units", { names: chosen.join(", ") }));
  if (overlays.causes?.hexes.includes(place)) found.push(t("map.cause"));
  const threat = overlays.threat?.[place];
  if (threat?.attack.length) found.push(t("map.attacked", { n: threat.attack.length }));
  else if (threat?.reach.length) found.push(t("map.reached", { n: threat.reach.length }));
  return found;
}

/** What counters of a stack come to: "attack 13, defense 12". */
export function totals(values: { label: string; value: number; adds: boolean }[][]): string {
  const sums = new Map<string, number>();
  for (const counter of values) {
    for (const { label, value, adds } of counter) if (adds) sums.set(label, (sums.get(label) ?? 0) + value);
  }
  return [...sums].map(([label, sum]) => `${label} ${sum}`).join(", ");
}

/** The figures of a counter as they stand on it: "8-6-5". */
export function printed(values: { value: number; factor: boolean }[]): string {
  return values
    .filter(({ factor }) => factor)
    .map(({ value }) => value)
    .join("-");
}

/** The figures of a counter in words: "attack 8, defense 6, movement 5". */
export function figures(values: { label: string; value: number }[]): string {
  return values.map(({ label, value }) => `${label} ${value}`).join(", ");
}
