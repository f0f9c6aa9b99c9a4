// What things are called: "3026 Tobruk", "Deutsches Afrikakorps".
import type { Scene, SideInfo, View } from "../wire/types";

export function nameOf(id: string, scene: Scene | null, view: View | null): string {
  const unit = view?.units[id];
  if (unit) return unit.name;
  const box = scene?.boxes.find((one) => one.id === id);
  if (box) return box.name;
  const hex = scene?.hexes.find((one) => one.id === id);
  return hex?.name ? `${id} ${hex.name}` : id;
}

export function sideOf(id: string, scene: Scene | null): SideInfo {
  return scene?.sides.find((side) => side.id === id) ?? { id, name: id, ground: "#888888", ink: "#ffffff" };
}
