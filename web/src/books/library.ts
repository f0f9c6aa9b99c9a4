// The books of a family, fetched once.
import { charts, rules } from "../wire/api";
import type { ChartText } from "../wire/types";
import { type Book, book } from "./rules";

const rulebooks = new Map<string, Promise<Book>>();
const chartbooks = new Map<string, Promise<ChartText[]>>();

export function rulebook(system: string): Promise<Book> {
  return once(rulebooks, system, async () => book(await rules(system)));
}

export function chartbook(system: string): Promise<ChartText[]> {
  return once(chartbooks, system, () => charts(system));
}

/** What failed is asked again the next time. */
function once<T>(shelf: Map<string, Promise<T>>, system: string, fetch: () => Promise<T>): Promise<T> {
  const found = shelf.get(system);
  if (found) return found;
  const fetched = fetch();
  shelf.set(system, fetched);
  fetched.catch(() => shelf.delete(system));
  return fetched;
}
