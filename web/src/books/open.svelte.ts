// Which book lies open beside the map, on which page, and where one came from.

export type Opened =
  | { book: "rules"; number: string } // "" for the index
  | { book: "charts"; name: string; column: string; row: string } // "" for the list; what is lit, "" for nothing
  | { book: "sequence" }
  | { book: "legend" }
  | { book: "help" };

export const BOOKS = ["rules", "charts", "sequence", "legend", "help"] as const;

export const opened = $state<{ now: Opened | null; trail: Opened[] }>({ now: null, trail: [] });

export function openRule(number = ""): void {
  turn({ book: "rules", number });
}

/** A chart by its name, "crt" or "gew.crt", with the column and the row in play. */
export function openChart(name = "", column = "", row = ""): void {
  turn({ book: "charts", name: name.split(".").at(-1) ?? name, column, row });
}

export function openSequence(): void {
  turn({ book: "sequence" });
}

export function openLegend(): void {
  turn({ book: "legend" });
}

export function openHelp(): void {
  turn({ book: "help" });
}

export function back(): void {
  opened.now = opened.trail.pop() ?? null;
}

export function close(): void {
  opened.now = null;
  opened.trail = [];
}

function turn(to: Opened): void {
  if (opened.now && JSON.stringify(opened.now) !== JSON.stringify(to)) opened.trail.push($state.snapshot(opened.now));
  opened.now = to;
}
