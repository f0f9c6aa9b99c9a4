// What lies over the board for the moment. Everything differs from everything else by shape or pattern, so that colour
// only helps: what may be picked is a field with a firm rim, what is chosen has a tick, a cause is dashed with a cross,
// what is pointed at has an arrow over it, threats are hatched, what is reached is dotted, lines of supply have chevrons or gaps.
import type { Brush } from "./brush";
import { area, control, lit, threat } from "./fields";
import { causes, chosen, hints, pickable, pointed } from "./frames";
import { moved, path, supply, supplySigns } from "./lines";
import type { Overlays } from "./model";

export function paintUnder(brush: Brush, overlays: Overlays): void {
  if (overlays.control) control(brush);
  if (overlays.threat) threat(brush, overlays.threat);
  if (overlays.area) area(brush, overlays.area.hexes);
  if (overlays.lit) lit(brush, Object.keys(overlays.lit));
  if (overlays.supply) supply(brush, overlays.supply);
}

export function paintOver(brush: Brush, overlays: Overlays): void {
  for (const move of overlays.moves ?? []) moved(brush, move);
  if (overlays.supply) supplySigns(brush, overlays.supply);
  if (overlays.pickable) pickable(brush, overlays.pickable);
  if (overlays.lit) hints(brush, overlays.lit);
  if (overlays.path) path(brush, overlays.path);
  if (overlays.chosen) chosen(brush, overlays.chosen.hexes, overlays.chosen.units);
  if (overlays.causes) causes(brush, overlays.causes.hexes, overlays.causes.units);
  if (overlays.pointed) pointed(brush, overlays.pointed.hexes, overlays.pointed.units);
}
