// What an answer in the making would lead to: the way of a move, the odds of what is rolled for.
import { Lost, Refused } from "../wire/socket";
import type { Odds, Path, Question } from "../wire/types";
import { DONE, offered } from "./draft";
import { brief, isChance } from "./odds";
import type { Game } from "./state.svelte";

export class Foresight {
  odds = $state.raw<Odds | null>(null);
  path = $state.raw<Path | null>(null);
  ahead = $state.raw<Record<string, Odds>>({}); // by picks: odds that are written beside what can be pressed
  price = $state(""); // what was told beside the last pick of a whole answer

  private kept: { odds: Odds; n: number; form: string } | null = null; // of the answer that was sent last
  private nth = 0; // of the latest draft: odds of older ones are dropped
  private drafts = 0; // likewise, and the price of them
  private over = ""; // the way under the pointer, by the same
  private paths = new Map<string, Promise<Path | null>>(); // of this draft, by the picks that lead there

  constructor(private readonly game: Game) {}

  clear(): void {
    this.nth += 1;
    this.drafts += 1;
    this.odds = null;
    this.ahead = {};
    this.price = "";
    this.leave();
    this.paths.clear();
  }

  /** The answer is sent: while its dice have not fallen, its odds stand. */
  keep({ n, form }: Question): void {
    this.kept = this.odds && !this.odds.later ? { odds: this.odds, n, form } : null;
  }

  /** What was kept, where the same action is asked about before its dice fall. */
  recall({ n, form, picked }: Question): void {
    const { kept } = this;
    if (!kept || picked.length > 0) return;
    const fallen = this.game.known?.log.some((line) => line.n > kept.n && line.dice) ?? false;
    if (n <= kept.n || form === kept.form || fallen) this.kept = null;
    else this.odds = kept.odds;
  }

  /** The odds of a draft, open lists ended. Is something left to chance? Where nobody could tell, it may be. */
  async forecast(question: Question, menu: Question | undefined): Promise<boolean> {
    this.nth += 1;
    const nth = this.nth;
    const [verb = ""] = question.picked;
    if (verb === "" || verb === menu?.ends || !this.game.may("odds")) return false; // "end" fights nobody
    const { n, mark, picked } = question;
    const found = await quietly(this.game.socket.ask("odds", { n, mark, picked }));
    const bare = menu?.opens[verb]?.kind === ""; // "stay" may be followed by dice, and yet not be about them
    const odds = found && isChance(found, question.side) && !(bare && found.terms.length === 0) ? found : null;
    if (nth === this.nth) this.odds = odds;
    return odds !== null || found === null;
  }

  /** The odds of whole answers that can be given by one press, as far as dice decide what comes of them; `bare`: words
   * that begin with nothing, which may be followed by dice and yet not be about them. */
  async look({ n, mark, side }: Question, answers: string[][], bare = false): Promise<void> {
    if (!this.game.may("odds")) return;
    const { drafts } = this;
    const all = await Promise.all(
      answers.map(async (picked) => {
        const found = await quietly(this.game.socket.ask("odds", { n, mark, picked }));
        const told = found && isChance(found, side) && (!bare || found.terms.length > 0) && brief(found);
        return told ? ([[picked.join(" "), found]] as const) : [];
      }),
    );
    if (drafts === this.drafts) this.ahead = Object.fromEntries(all.flat());
  }

  /** What the last pick of a whole answer costs, and its way; `before`: a question that came before it. */
  async weigh({ n, mark, picked }: Question, before: Question | undefined): Promise<void> {
    const { drafts } = this;
    const { most, to } = parted(picked);
    const known = before?.picked.length === most.length ? before : undefined;
    const asked = known ?? (most.length > 0 ? await this.picks(n, mark, most) : null);
    if (!asked || drafts !== this.drafts) return;
    this.price = offered(asked, to)?.hint ?? "";
    await this.trace(asked, to);
  }

  /** What the last of some picks costs; a word of a menu tells it itself. */
  async priceOf({ n, mark, picked }: Question): Promise<string> {
    const { most, to } = parted(picked);
    const asked = most.length > 0 ? await this.picks(n, mark, most) : null;
    return (asked && offered(asked, to)?.hint) ?? "";
  }

  /** What may be picked after these picks. */
  picks(n: number, mark: number, picked: string[]): Promise<Question | null> {
    return quietly(this.game.socket.ask("draft", { n, mark, picked }));
  }

  /** The way to a hex that may be picked, or by the one verb that a click on it begins. */
  async trace(question: Question | undefined, id: string, verb: string[] = []): Promise<void> {
    if (!question || question.ordered || !this.game.may("path")) return this.leave();
    if (verb.length === 0 && (question.kind !== "hex" || !offered(question, id))) return this.leave();
    const { n, mark } = question;
    const picked = [...question.picked, ...verb];
    const way = [...picked, id].join(" ");
    const asked = this.paths.get(way) ?? quietly(this.game.socket.ask("path", { n, mark, picked, pick: id }));
    this.paths.set(way, asked);
    this.over = way;
    const path = await asked;
    if (this.over === way && this.paths.get(way) === asked) this.path = path;
  }

  leave(): void {
    this.over = "";
    this.path = null;
  }
}

/** The last pick, and those before it: lists that are closed cost nothing more. */
function parted(picked: string[]): { most: string[]; to: string } {
  const picks = [...picked];
  while (picks.at(-1) === DONE) picks.pop();
  return { most: picks.slice(0, -1), to: picks.at(-1) ?? "" };
}

/** Not every answer rolls dice or moves: what is refused is left out. */
async function quietly<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Refused || error instanceof Lost) return null;
    throw error;
  }
}
