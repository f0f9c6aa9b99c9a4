// Where on a chart one stands: by a label as printed, or by a number that a label takes in.
import type { ChartText } from "../wire/types";

/** The column under a label, by any line of the head, or by the one that is named: "Open 3:1"; -1 if there is none. */
export function columnOf(chart: ChartText, label: string): number {
  if (label === "") return -1;
  for (const line of chart.heads) {
    const named = line.head !== "" && label.startsWith(`${line.head} `);
    const found = place(line.cells, named ? label.slice(line.head.length + 1) : label);
    if (found >= 0) return found;
  }
  return -1;
}

export function rowOf(chart: ChartText, label: string): number {
  if (label === "") return -1;
  const heads = chart.rows.map((row) => row.head);
  return place(heads, label);
}

function place(labels: string[], wanted: string): number {
  const same = labels.indexOf(wanted);
  if (same >= 0 || !/^[+-]?\d+$/.test(wanted)) return same;
  return labels.findIndex((label) => takes(label, Number(wanted)));
}

/** Does a printed band take in a number? "3-4", "-5 to -3", "1 or less", "15 or more", "117+". */
export function takes(label: string, number: number): boolean {
  const open = /^([+-]?\d+)\s*(or more|\+|or less)$/.exec(label.trim());
  if (open) return open[2] === "or less" ? number <= Number(open[1]) : number >= Number(open[1]);
  const band = /^([+-]?\d+)(?:(?:-| to )([+-]?\d+))?$/.exec(label.trim());
  return band !== null && number >= Number(band[1]) && number <= Number(band[2] ?? band[1]);
}

export interface Part {
  heading: string; // "" where there is none
  rows: { row: ChartText["rows"][number]; nth: number }[];
}

/** Rows under their headings; an indented row stays under the heading before it. */
export function parts(chart: ChartText): Part[] {
  const found: Part[] = [];
  chart.rows.forEach((row, nth) => {
    const last = found.at(-1);
    if (last && (row.depth > 0 || row.group === last.heading)) last.rows.push({ row, nth });
    else found.push({ heading: row.group, rows: [{ row, nth }] });
  });
  return found;
}
