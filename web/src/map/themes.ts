// The colours of what lies over the board, read from the page's tokens, and how dark the board itself is.

export interface Palette {
  theme: "light" | "dark" | "safe";
  lit: string;
  chosen: string;
  path: string;
  cause: string;
  point: string;
  supplied: string;
  cut: string;
  reach: string;
  attack: string;
  ink: string;
  surface: string;
  accent: string;
  paper: string; // round the board
  night: string; // the board is multiplied with it; "" in daylight
  frames: Frame[]; // of counters, by side, for eyes that do not tell colours apart; none: none
}

/** A line round a counter that is known by its pattern and its lightness. */
export interface Frame {
  colour: string;
  dash: number[]; // in counters across; none: unbroken
}

const FRAMES: Frame[] = [
  { colour: "#ffffff", dash: [] },
  { colour: "#d98a00", dash: [0.1, 0.07] },
];

export type Token = `--${string}`;

const TOKENS = {
  lit: "--map-lit",
  chosen: "--map-chosen",
  path: "--map-path",
  cause: "--map-cause",
  point: "--map-point",
  supplied: "--map-supplied",
  cut: "--map-cut",
  reach: "--map-reach",
  attack: "--map-attack",
  ink: "--ink",
  surface: "--surface",
  accent: "--accent",
  paper: "--paper",
} as const;

export function palette(theme: string, read: (token: Token) => string): Palette {
  const colours = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, read(token) || "#808080"]),
  ) as Record<keyof typeof TOKENS, string>;
  const worn = theme === "dark" || theme === "safe" ? theme : "light";
  return {
    ...colours,
    theme: worn,
    night: worn === "dark" ? "#8a93a3" : "",
    frames: worn === "safe" ? FRAMES : [],
  };
}

/** Black or white, whichever is read on this colour. */
export function inkOn(colour: string): string {
  return lightness(colour) > 0.36 ? "#14110c" : "#ffffff";
}

/** From 0 for black to 1 for white, as eyes see it. */
export function lightness(colour: string): number {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!found) return 0.5;
  const [red, green, blue] = found.slice(1).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The same colour, so much of it: "#rrggbb" and 0 to 1. */
export function faint(colour: string, share: number): string {
  const hex = /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#808080";
  return `${hex}${Math.round(share * 255)
    .toString(16)
    .padStart(2, "0")}`;
}
