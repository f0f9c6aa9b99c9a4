// How odds are laid out: terms by their group, chances as people read them.
import { t } from "../texts/texts";
import type { Odds, Term } from "../wire/types";

/** In the order they come; a group that comes again is the same. */
export function grouped(terms: Term[]): { group: string; terms: Term[] }[] {
  const groups = new Map<string, Term[]>();
  for (const term of terms) groups.set(term.group, [...(groups.get(term.group) ?? []), term]);
  return [...groups].map(([group, found]) => ({ group, terms: found }));
}

/** The results under each thing that may be decided before the dice fall, and what to expect then; in the order they
 * come. */
export function cases({ results, expected }: Told): { given: string; results: Odds["results"]; figures: Figure[] }[] {
  const found = new Map<string, Odds["results"]>();
  for (const result of results) found.set(result.given, [...(found.get(result.given) ?? []), result]);
  return [...found].map(([given, each]) => ({
    given,
    results: each,
    figures: given ? figuresOf(given, expected) : [],
  }));
}

type Told = Pick<Odds, "results" | "expected">;
type Figure = Odds["expected"][number]["figures"][number];

function figuresOf(given: string, expected: Odds["expected"]): Figure[] {
  return telling(expected.find(({ policy }) => policy === given)?.figures ?? []);
}

/** What is nought is not worth a line. */
export function telling(figures: Figure[]): Figure[] {
  return figures.filter((figure) => figure.value !== "0");
}

/** Is this about dice: of the action under way, or of this answer before its side is asked again? */
export function isChance(odds: Odds, side: string): boolean {
  if (odds.terms.length > 0) return true;
  return odds.results.length > 1 && !odds.assumed.some((one) => one.side === side);
}

export interface Brief {
  label: string;
  low: number;
  high: number;
}

/** The one line to know: how likely it is that what one is after happens, by what players may decide; where nothing is
 * told of that, the result that is likeliest in the first case, from its least share in any case to its greatest. */
export function brief({ results, expected }: Told): Brief | null {
  const after = expected.flatMap(({ figures }) => figures).find(({ share }) => share !== null);
  const shares = expected.flatMap(({ figures }) => figures.find(({ label }) => label === after?.label)?.share ?? []);
  if (after) return { label: after.label, low: Math.min(...shares), high: Math.max(...shares) };
  const [likeliest] = results.filter(({ given }) => given === results[0]?.given).sort((a, b) => b.share - a.share);
  if (!likeliest) return null;
  const label = likeliest.result;
  const inEach = cases({ results, expected }).map(
    (one) => one.results.find(({ result }) => result === label)?.share ?? 0,
  );
  return { label, low: Math.min(...inEach), high: Math.max(...inEach) };
}

/** "12–64%"; "64%" where it is always the same. */
export function span({ low, high }: Brief): string {
  const [least, most] = [percent(low), percent(high)];
  if (least === most) return most;
  const plain = /^\d/.test(least) && /^\d/.test(most); // "34–>99%" reads as an arrow
  return plain ? `${least.replace(/%$/, "")}–${most}` : t("game.odds.span", { least, most });
}

const PARTS: Record<string, string> = { "1/2": "½", "1/4": "¼", "3/4": "¾", "3/2": "1½", "5/2": "2½" };

/** "+1/2" as "+½". */
export function fraction(figure: string): string {
  return figure.replace(/\d+\/\d+/, (found) => PARTS[found] ?? found);
}

/** A term: "×1/2" as "×½", and what it comes to as odds are told: "(=5/4)" as "(=1.25)". */
export function written(figure: string): string {
  return figure.includes("=") ? figure.replace(/\d+\/\d+/, decimal) : fraction(figure);
}

/** "7/4" as "1.75", "2" as "2", and never nought where there is something: "1/216" as "<0.01". */
export function decimal(value: string): string {
  const [above = "", below = "1"] = value.split("/");
  const found = Number(above) / Number(below);
  if (found > 0 && found < 0.005) return "<0.01";
  return Number.isNaN(found) ? value : String(Math.round(found * 100) / 100);
}

/** "28%", and no false certainty: "<1%", ">99%". */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return "<1%";
  if (share < 1 && share > 0.995) return ">99%";
  return `${Math.round(share * 100)}%`;
}
