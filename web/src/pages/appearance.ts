// How large the letters are, and whether things move: put on the page like the theme, and kept by this browser.

export const SIZES = ["m", "l", "xl"] as const;
export type Size = (typeof SIZES)[number];
export const MOTIONS = ["auto", "less"] as const; // auto: as the system wishes
export type Motion = (typeof MOTIONS)[number];

const PER_CENT: Record<Size, string> = { m: "100%", l: "115%", xl: "130%" };

export function size(): Size {
  return one(SIZES, localStorage.getItem("sandtable.size"), "m");
}

export function motion(): Motion {
  return one(MOTIONS, localStorage.getItem("sandtable.motion"), "auto");
}

export function setSize(chosen: Size): void {
  localStorage.setItem("sandtable.size", chosen);
  dress();
}

export function setMotion(chosen: Motion): void {
  localStorage.setItem("sandtable.motion", chosen);
  dress();
}

/** Should nothing move? */
export function isStill(): boolean {
  return motion() === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function dress(): void {
  matchMedia("(prefers-reduced-motion: reduce)").onchange = dress;
  document.documentElement.style.fontSize = PER_CENT[size()];
  document.documentElement.dataset.motion = isStill() ? "less" : "full";
}

function one<T extends string>(known: readonly T[], found: string | null, otherwise: T): T {
  return known.find((each) => each === found) ?? otherwise;
}
