// The order in which charts lie: those of the present phase first, all by the numbers of their rules.
import type { ChartText, Odds, Step } from "../wire/types";

export interface Shelf {
  now: ChartText[]; // of the sections being played, the innermost first
  other: ChartText[];
}

export function shelved(charts: ChartText[], sequence: Step[]): Shelf {
  const deep = new Map(sequence.filter((step) => step.now).map((step) => [section(step.rule), step.depth]));
  const depth = (chart: ChartText) => deep.get(section(chart.rule)) ?? -1;
  const inOrder = [...charts].sort((one, next) => compared(one.rule, next.rule));
  return {
    now: inOrder.filter((chart) => depth(chart) >= 0).sort((one, next) => depth(next) - depth(one)),
    other: inOrder.filter((chart) => depth(chart) < 0),
  };
}

/** The page the charts open at: of the innermost step being played, else the first on which results are read. */
export function uppermost({ now, other }: Shelf, sequence: Step[]): ChartText | null {
  const inner = section(sequence.filter((step) => step.now).at(-1)?.rule ?? "");
  const [first = null] = now;
  if (first && section(first.rule) === inner) return first;
  const all = [...now, ...other];
  return all.find((chart) => chart.meanings.length > 0) ?? all[0] ?? null;
}

/** "9.4" before "10.0", "19.6" before "O38". */
export function compared(one: string, next: string): number {
  const letters = Number(/^\D/.test(one)) - Number(/^\D/.test(next));
  return letters || one.localeCompare(next, "en", { numeric: true });
}

function section(rule: string): string {
  return rule.split(".")[0] ?? "";
}

/** The charts a forecast rests on whose values are not the printed ones: what a rule's printed chart says is said by it. */
export function unprinted(charts: ChartText[], odds: Odds): ChartText[] {
  const printed = new Set(charts.filter((chart) => chart.origin === "printed").map((chart) => chart.rule));
  const cited = new Set(odds.terms.map((term) => term.rule).filter((rule) => !printed.has(rule)));
  return charts.filter(
    (chart) => chart.origin !== "printed" && (chart.name === odds.chart?.name || cited.has(chart.rule)),
  );
}
