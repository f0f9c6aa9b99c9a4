// What things are called: "3026 Tobruk", "Deutsches Afrikakorps".
import type { Scene, SideInfo, View } from "../wire/types";

export function nameOf(id: string, scene: Scene | null, view: View | null): string {
  if (id.includes("+"))
    return id
      .split("+")
      .map((one) => nameOf(one, scene, view))
      .join(", ");
  const unit = view?.units[id]?.name ?? scene?.counters[id];
  if (unit) return unit;
  const box = scene?.boxes.find((one) => one.id === id);
  if (box) return box.name;
  const hex = scene?.hexes.find((one) => one.id === id);
  return hex?.name ? `${id} ${hex.name}` : id;
}

/** Until the scene is there a side has a name, but no colours. */
export function sideOf(id: string, scene: Scene | null, name = id): SideInfo {
  return scene?.sides.find((side) => side.id === id) ?? { id, name, ground: "#777777", ink: "#ffffff" };
}
