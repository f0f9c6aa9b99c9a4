// The player's side of a question: picks, what they mean, why not, the odds before they are sent.

import { settings } from "../settings.svelte";
import { t } from "../texts/texts";
import { Lost, Refused } from "../wire/socket";
import type { Pick, Question, Reason, Replies } from "../wire/types";
import * as drafts from "./draft";
import { Foresight } from "./foresight.svelte";
import { type Card, cards, type Where, written } from "./groups";
import type { Game } from "./state.svelte";

/** Why something cannot be picked, and what can be instead. */
export interface WhyNot {
  title: string; // what was tried, in words
  reasons: Reason[];
  instead: Pick[];
}
/** Several things a click can mean: a small menu where it was. */
export interface Ways {
  x: number;
  y: number;
  title: string;
  choices: { picks: string[]; name: string; hint: string; help: string }[];
}
/** By a button that says so, by picking the thing itself, or by a click of which the verb was guessed. */
export type Clear = "sure" | "picked" | "guessed";
/** A whole answer that waits for a word of the player. */
export type Holding = "no" | "confirm" | "warning";

export class Decision {
  draft = $state.raw<drafts.Draft | null>(null);
  busy = $state(false);
  holding = $state<Holding>("no");
  whyNot = $state.raw<WhyNot | null>(null);
  ways = $state.raw<Ways | null>(null);
  off = $state.raw<ReadonlySet<string>>(new Set()); // units of groups that are not to be taken with them
  readonly foresight: Foresight;

  private named = { asked: "", number: "" }; // the number that was named last, if it is asked for again
  private over: string | null = null; // the place under the pointer
  private lastVerb = "";
  private readonly meant = new Set<string>(); // verbs of forms that the player has confirmed: no guess the next time
  private nth = 0; // of the latest "why not": replies to older ones are dropped
  private done = Promise.resolve(); // what was pressed last has been answered for
  private opening: Promise<void> | null = null; // what the verbs of the menu can begin with is on its way
  private pressed = ""; // the place that was clicked last, until that is through

  constructor(
    private readonly game: Game,
    readonly thumb: () => boolean, // is the screen touched, not pointed at?
  ) {
    this.foresight = new Foresight(game);
    game.listen(this);
  }

  get question(): Question | null {
    return this.draft && drafts.asked(this.draft);
  }

  private get where(): Where {
    return this.game.shown?.view.units ?? {};
  }

  /** What would be left undone by the answer as it is. */
  get undone(): Reason[] {
    return this.question?.warning ?? [];
  }

  /** A question has come, or gone. Not fresh: after an undo nothing is picked unasked, or it would be undone in vain. */
  asked(fresh: boolean): void {
    const told = this.game.live ? (this.game.known?.question ?? null) : null;
    this.clear();
    const question = told && this.lit(told);
    this.draft = question && drafts.begun(question);
    if (question && fresh) void this.tried(() => this.follow(question, "picked"));
    else if (question) this.foresight.recall(question);
  }

  /** A menu is there at once; what its verbs can begin with is asked for, and lit when it comes. */
  private lit(told: Question): Question {
    this.opening = null;
    if (drafts.opened(told)) return told;
    const opens = $state(told.opens);
    const opening = this.foresight.openings(told).then((found) => {
      Object.assign(opens, found);
      if (this.opening === opening) this.opening = null;
    });
    this.opening = opening;
    return { ...told, opens };
  }

  refused(reasons: Reason[]): void {
    this.refuse(t("game.refused"), reasons);
  }

  private clear(): void {
    this.holding = "no";
    this.whyNot = null;
    this.ways = null;
    this.off = new Set();
    this.foresight.clear();
    this.nth += 1;
  }

  // ------------------------------------------------------------ picking

  /** Take these picks further; what is then the only choice is filled in. `how`: how clearly the player has said it. */
  pick(picks: string[], how: Clear = "picked"): Promise<void> {
    return this.guarded(async () => {
      const before = this.draft;
      const question = this.question;
      if (!before || !question) return;
      if (question.picked.length === 0 && question.kind === "word") this.lastVerb = picks[0] ?? "";
      if (question.kind === "number") this.named = { asked: asking(question), number: picks[0] ?? "" };
      const next = await this.ask([...question.picked, ...picks]);
      if (this.draft !== before) return;
      this.clear();
      this.draft = drafts.continued(before, next);
      await this.follow(next, how);
    });
  }

  /** Only choices are filled in, a whole answer is sent or held: held if the player has not picked all of it himself. */
  private async follow(question: Question, how: Clear): Promise<void> {
    let now = question;
    const told: string[] = [];
    let unsaid = how === "guessed"; // a counter, a hex or a verb nobody has named
    for (let only = drafts.onlyPick(now); only; only = drafts.onlyPick(now)) {
      const { kind, picked } = now;
      now = await this.ask([...picked, only.id]);
      if (only.id === drafts.DONE) continue;
      told.push(only.hint ? `${only.name} (${only.hint})` : only.name);
      unsaid ||= kind !== "word" || picked.length === 0;
    }
    if (!this.draft || this.question !== question) return; // the player was quicker
    if (now !== question) {
      const trail = [...this.draft.trail.slice(0, -1), now];
      this.draft = { trail, told: told.length > 0 ? t("game.only", { what: told.join(", ") }) : "" };
    }
    this.foresight.recall(now);
    const forecast = this.foresight.forecast(now, this.draft.trail[0]);
    if (!drafts.whole(now)) return; // nobody waits for the odds to pick on
    const odds = await forecast;
    if (this.question !== now) return;
    if (this.undone.length > 0) this.holding = "warning";
    else if (this.thumb() || unsaid || (how !== "sure" && (settings.confirm || odds))) this.hold(now);
    else await this.send(now);
  }

  /** Wait for a word of the player, with what it costs and the way of the move on the map. */
  private hold(question: Question): void {
    this.holding = "confirm";
    void this.foresight.weigh(question, this.draft?.trail.at(-2));
  }

  /** Send a whole answer that was held. */
  confirm(): Promise<void> {
    return this.guarded(async () => {
      const question = this.question;
      if (!question || !drafts.whole(question)) return;
      this.meant.add(`${question.form}: ${question.picked[0]}`);
      await this.send(question);
    });
  }

  /** What Enter and the big button do: end the list, or send. */
  async goOn(): Promise<void> {
    const question = this.question;
    if (!question) return;
    if (drafts.whole(question)) await this.confirm();
    else if (drafts.mayEnd(question)) await this.pick([drafts.DONE], "sure");
  }

  /** What Escape does: a card is closed first. */
  back(): boolean {
    if (!this.ways && !this.whyNot) return this.stepBack();
    this.ways = null;
    this.whyNot = null;
    return true;
  }

  /** Without the last pick, whatever card is open. */
  stepBack(): boolean {
    const draft = this.draft;
    if (!draft || !drafts.canStepBack(draft)) return false;
    this.clear();
    this.draft = drafts.stepBack(draft);
    this.foresight.recall(drafts.asked(this.draft));
    void this.foresight.forecast(drafts.asked(this.draft), draft.trail[0]);
    return true;
  }

  dropAll(): void {
    if (!this.draft) return;
    this.clear();
    this.draft = { trail: this.draft.trail.slice(0, 1), told: "" };
    this.foresight.recall(drafts.asked(this.draft));
  }

  /** The nth choice of the list. */
  async choose(nth: number): Promise<void> {
    while (this.busy) await this.done;
    const { question } = this;
    const card = question?.kind === "group" ? cards(question)[nth] : undefined;
    if (card) return this.take(card);
    if (!question || question.kind === "number" || question.kind === "group") return; // digits are written there
    const pick = question.picks.filter((one) => one.id !== drafts.DONE)[nth];
    if (pick) await this.pick([pick.id]);
  }

  /** A group, without the units of it that are switched off. */
  async take(card: Card): Promise<void> {
    const word = written(card, this.off);
    if (word) await this.pick([word]);
  }

  /** A unit of a group goes with it, or stays. */
  toggle(unit: string): void {
    const off = new Set(this.off);
    if (!off.delete(unit)) off.add(unit);
    this.off = off;
  }

  /** What the field of a number begins with: what was named there before, or what is proposed. */
  proposed(question: Question): string {
    if (this.named.asked === asking(question)) return this.named.number;
    return String(question.numbers?.proposal ?? "");
  }

  /** Let one of several go. */
  letGo(id: string): Promise<void> {
    return this.guarded(async () => {
      const draft = this.draft;
      if (!draft) return;
      const next = await this.ask(drafts.without(drafts.asked(draft), id));
      if (this.draft !== draft) return;
      this.clear();
      this.draft = drafts.replaced(draft, next);
      await this.foresight.forecast(next, draft.trail[0]);
    });
  }

  // ------------------------------------------------------------ a click on the map

  /** A hex, box or unit was clicked: it is picked, a menu opens, or it is said why not. Never silent: whoever is quick
   * is heard when the last press is through, and a second one on the same place meanwhile is the same press. */
  async click(id: string, name: string, x: number, y: number): Promise<void> {
    if (this.busy && this.pressed === id) return;
    this.pressed = id;
    await this.clicked(id, name, x, y);
    if (this.pressed === id) this.pressed = "";
  }

  private async clicked(id: string, name: string, x: number, y: number): Promise<void> {
    while (this.busy || this.opening) await (this.opening ?? this.done);
    this.ways = null;
    const { where } = this;
    const elsewhere = this.draft && drafts.reaimed(this.draft, id, this.lastVerb, where);
    if (elsewhere) {
      this.clear();
      this.draft = elsewhere;
    }
    const { draft, question } = this;
    if (!draft || !question) return this.why(id, name);
    const found = drafts.waysTo(question, id, this.lastVerb, where);
    const chosen = drafts.chosenAt(draft, id, where);
    if (chosen && !question.ordered && (question.kind !== "group" || found.length === 0)) return this.letGo(chosen);
    const [only] = found;
    if (!only) return this.why(id, name);
    if (found.length === 1)
      return this.pick(only, only.length === 1 || this.means(question, only) ? "picked" : "guessed");
    this.whyNot = null;
    this.ways = { x, y, title: name, choices: found.map((picks) => this.choice(question, picks)) };
    await this.price(question);
  }

  /** Each verb of the menu tells what it costs to begin with this. */
  private async price({ n, mark, kind }: Question): Promise<void> {
    const opened = this.ways;
    if (!opened || kind !== "word") return;
    const told = await Promise.all(
      opened.choices.map(({ picks }) => this.foresight.picks(n, mark, picks.slice(0, -1))),
    );
    if (this.ways !== opened) return;
    const hints = told.map(
      (question, nth) => question && drafts.offered(question, opened.choices[nth]?.picks.at(-1) ?? "")?.hint,
    );
    this.ways = { ...opened, choices: opened.choices.map((one, nth) => ({ ...one, hint: hints[nth] || one.hint })) };
  }

  private means(question: Question, picks: string[]): boolean {
    return this.meant.has(`${question.form}: ${picks[0]}`);
  }

  private choice(question: Question, picks: string[]): Ways["choices"][number] {
    const verb = drafts.offered(question, picks[0] ?? "");
    const named = verb?.name ?? picks[0] ?? "";
    const group = question.opens[picks[0] ?? ""]?.units?.[picks[1] ?? ""];
    const what = group?.length === 1 ? this.game.shown?.view.units[group[0] ?? ""]?.name : picks[1];
    const name = group && what ? t("game.ways.group", { verb: named, what }) : named;
    return { picks, name, hint: verb?.hint ?? "", help: verb?.help ?? "" };
  }

  async why(id: string, name: string): Promise<void> {
    const nth = this.latest();
    const { n, mark } = this.question ?? this.game.asked;
    const picked = this.draft ? drafts.aimed(this.draft).picked : [];
    let reply: Replies["why"];
    try {
      reply = await this.game.socket.ask("why", { n, mark, picked, pick: id });
    } catch (error) {
      reply = { may: false, reasons: reasonsOf(error), instead: [] };
    }
    if (nth !== this.nth) return;
    const reasons = reply.reasons.length > 0 ? reply.reasons : [said(t("game.why.nothing"))];
    this.whyNot = { title: t("game.why.title", { what: name }), reasons, instead: reply.instead };
  }

  /** The way to a hex under the pointer. A thumb rests nowhere: what it touched was for another question. */
  hover(id = this.thumb() ? null : this.over): void {
    this.over = id;
    const { question } = this;
    if (question && drafts.whole(question)) return; // the way of what is held stays
    if (id === null || !question) this.foresight.leave();
    else void this.foresight.trace(question, id, drafts.verbTo(question, id, this.where));
  }

  // ------------------------------------------------------------ the wire

  private async ask(picked: string[]): Promise<Question> {
    const { n, mark } = this.question ?? this.game.asked;
    return this.game.socket.ask("draft", { n, mark, picked });
  }

  private async send(question: Question): Promise<void> {
    const { n, mark, picked } = question;
    this.foresight.keep(question);
    await this.game.socket.ask("answer", { n, mark, picked });
  }

  undo(): Promise<void> {
    return this.change("undo", this.game.known?.undo ?? "");
  }

  redo(): Promise<void> {
    return this.change("redo", this.game.known?.redo ? "" : t("game.redo.nothing"));
  }

  /** A half-made answer is dropped first: that is what undo means to a player. */
  private async change(way: "undo" | "redo", whyNot: string): Promise<void> {
    if (way === "undo" && this.draft && drafts.canStepBack(this.draft)) {
      this.stepBack();
      return;
    }
    if (whyNot) {
      this.refuse(t(`game.${way}`), [said(whyNot)]);
      return;
    }
    await this.guarded(() => this.game.socket.ask(way, this.game.asked).then(() => {}));
  }

  /** The line is down: it is said whether anything went out, so that nobody need wonder. */
  lost({ sent }: Lost): void {
    if (sent) this.refuse(t("game.lost"), [said(t("game.lost.text"))]);
    else this.refuse(t("game.unsent"), [said(t("game.unsent.text"))]);
  }

  refuse(title: string, reasons: Reason[]): void {
    this.latest();
    this.whyNot = { title, reasons, instead: [] };
  }

  /** One thing at a time: a second press while the first is on its way is the same press. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.done = this.tried(act);
    await this.done;
    this.busy = false;
  }

  /** What the server refuses is shown. */
  private async tried(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.holding = "no";
      if (error instanceof Lost) this.lost(error);
      else this.refuse(t("game.refused"), reasonsOf(error));
    }
  }

  private latest(): number {
    this.nth += 1;
    return this.nth;
  }
}

/** Names a question while a draft of it lasts. */
function asking({ mark, picked }: Question): string {
  return `${mark} ${picked.join(" ")}`;
}

function reasonsOf(error: unknown): Reason[] {
  if (error instanceof Refused) return error.reasons.length > 0 ? error.reasons : [said(error.message)];
  if (error instanceof Lost) return [said(t("game.unsent.text"))];
  throw error;
}

export function said(text: string): Reason {
  return { text, rule: "", hexes: [], units: [] };
}
