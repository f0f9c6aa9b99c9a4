// The player's side of a question: picks, what they mean, why not, the odds before they are sent.

import { set, settings } from "../settings.svelte";
import { t } from "../texts/texts";
import { Lost } from "../wire/socket";
import type { Odds, Pick, Question, Reason, Replies, StepSeen } from "../wire/types";
import * as drafts from "./draft";
import { Foresight } from "./foresight.svelte";
import { type Card, cards, leftOut, type Where, written } from "./groups";
import { type Clear, Habits } from "./habits.svelte";
import { sentence } from "./log";
import { brief, span } from "./odds";
import { headed, isFailure, reasonsOf, said } from "./refusal";
import type { Game } from "./state.svelte";

/** Why something cannot be picked, and what can be instead. */
export interface WhyNot {
  title: string; // what was tried, in words
  reasons: Reason[];
  instead: Pick[];
  at?: string; // the hex or box it is about, if it is about one
}
/** Several things a click can mean: a small menu where it was. */
export interface Ways {
  x: number;
  y: number;
  title: string;
  at: string; // hex or box
  choices: { picks: string[]; name: string; hint: string; help: string; weighed: boolean }[]; // its odds are told
}
/** A whole answer that waits for a word of the player. */
export type Holding = "no" | "confirm" | "warning";

const WEIGHED = 3; // words, each of which tells its odds before it is pressed

export class Decision extends Habits {
  holding = $state<Holding>("no");
  whyNot = $state.raw<WhyNot | null>(null);
  ways = $state.raw<Ways | null>(null);
  private switched = $state.raw<ReadonlySet<string>>(new Set()); // units of groups that were switched on or off
  /** Units of groups that are not to be taken with them: those that most would leave, and as the player has it. */
  readonly off = $derived<ReadonlySet<string>>(this.question ? leftOut(this.question, this.switched) : this.switched);
  readonly foresight: Foresight;

  private named = { asked: "", number: "" }; // the number that was named last, if it is asked for again
  private over: string | null = null; // the place under the pointer
  private lastVerb = "";
  private forGood = false; // the answer is to be a standing order
  private readonly warned = new Set<string>(); // what was told to be left undone, by phase and kind
  private nth = 0; // of the latest "why not": replies to older ones are dropped
  private acting = $state.raw<Promise<void> | null>(null); // what was pressed last, until it is answered for
  private opening: Promise<void> | null = null; // what the verbs of the menu can begin with is on its way
  private clicks: Promise<void> | null = null; // those that wait for their turn
  private pressed = ""; // the place that was clicked last, until that is through

  constructor(
    game: Game,
    readonly thumb: () => boolean, // is the screen touched, not pointed at?
  ) {
    super(game);
    this.foresight = new Foresight(game);
    game.listen(this);
  }

  /** Something is on its way: nothing else is begun, and a click waits. */
  get busy(): boolean {
    return this.acting !== null || this.game.doing !== null || this.game.behind;
  }

  private get where(): Where {
    return this.game.shown?.view.units ?? {};
  }

  /** Does the verb that was picked destroy what is one's own? */
  private get destroys(): boolean {
    const [menu] = this.draft?.trail ?? [];
    return menu !== undefined && drafts.isDeliberate(menu, this.question?.picked[0]);
  }

  /** What would be left undone by the answer as it is, of all kinds that the player wants to hear of. */
  get undone(): Reason[] {
    return (this.question?.warning ?? []).filter((one) => !(this.kind(one) in settings.quiet));
  }

  /** Of what is left undone: its rule. */
  private kind({ rule }: Reason): string {
    return `${this.game.known?.system.book} ${rule}`;
  }

  /** Such things are not told any more. */
  quiet(one: Reason): void {
    set("quiet", { ...settings.quiet, [this.kind(one)]: one.text });
  }

  /** A lesson that is under way: it says itself what is to be done. */
  private get lesson(): StepSeen | null {
    const lesson = this.game.known?.lesson;
    return lesson && !lesson.done ? lesson : null;
  }

  /** Does a lesson want something else here than to end? */
  get taught(): boolean {
    return this.lesson !== null && this.lesson.words[0] !== this.question?.ends;
  }

  /** Is something left undone that was not told yet in this phase? */
  private warns(): boolean {
    if (this.lesson) return false;
    const { view, sequence, to_play } = this.game.shown ?? {};
    const phase = [to_play, view?.when, ...(sequence ?? []).filter(({ now }) => now).map(({ name }) => name)].join(" ");
    const news = this.undone.map((one) => `${phase} ${this.kind(one)}`).filter((one) => !this.warned.has(one));
    for (const one of news) this.warned.add(one);
    return news.length > 0;
  }

  /** A question has come, or gone. Not fresh: after an undo nothing is picked unasked, or it would be undone in vain. */
  asked(fresh: boolean): void {
    const told = this.game.live ? (this.game.known?.question ?? null) : null;
    this.clear();
    this.asking = false;
    this.acting = null; // what was begun was about another one
    this.opening = null;
    const question = told && this.lit(told);
    this.draft = question && drafts.begun(question);
    if (!fresh || !this.passes(question)) this.passing = null;
    if (question && this.passing) void this.run(() => this.passOn(question));
    else if (question && fresh) void this.run(() => this.begin(question));
    else if (question) this.foresight.recall(question);
    if (question && !this.passing) this.weighWords(question);
  }

  /** What can be filled in is, and the only unit that anything can be begun with is chosen. */
  private async begin(question: Question): Promise<void> {
    await this.follow(question, "unsaid");
    if (this.game.known?.lesson || this.question !== question || question.kind !== "word") return;
    void this.giveUnit(question).catch(() => {}); // whoever clicks is told what is wrong
  }

  /** The only unit that anything can be begun with need not be clicked: the hexes that it can go to are lit. */
  private async giveUnit(menu: Question): Promise<void> {
    if (this.opening) await this.opening;
    const unit = drafts.onlyUnit(menu);
    if (!unit || !drafts.opened(menu) || this.question !== menu || this.clicks) return; // he has clicked already
    const verbs = Object.keys(menu.opens).filter((verb) => verb !== menu.ends);
    const chosen = await this.aimsOf(menu, verbs, unit, this.game.shown?.view.units[unit]?.name ?? unit);
    if (!chosen || this.question !== menu || this.busy || !this.draft || this.ways) return;
    this.draft = drafts.continued(this.draft, drafts.givenUnit(menu, chosen));
  }

  /** Of a few words that begin with nothing, each tells its odds; the end fights nobody. */
  private weighWords(question: Question): void {
    const { kind, picks, opens, ends } = question;
    const bare = kind === "word" && picks.length <= WEIGHED && picks.every(({ id }) => opens[id]?.kind === "");
    const words = picks.flatMap(({ id }) => (id === ends ? [] : [[id]]));
    if (bare) void this.foresight.look(question, words, true);
  }

  /** A menu is there at once; what its verbs can begin with is asked for, and lit when it comes. */
  private lit(told: Question): Question {
    if (drafts.opened(told)) return told;
    const opens = $state(told.opens);
    const menu = { ...told, opens };
    void this.open(menu).catch(() => {}); // whoever needs it asks again, and hears why not
    return menu;
  }

  private open(menu: Question): Promise<void> {
    const { n, mark, opens } = menu;
    const opening = this.game.socket.ask("opens", { n, mark }).then((found) => void Object.assign(opens, found));
    const end = () => {
      if (this.opening === opening) this.opening = null;
    };
    opening.then(end, end);
    this.opening = opening;
    return opening;
  }

  refused(code: string, reasons: Reason[]): void {
    this.refuse(t(isFailure(code) ? "game.failed" : "game.refused"), reasons);
  }

  protected clear(): void {
    this.holding = "no";
    this.whyNot = null;
    this.ways = null;
    this.switched = new Set();
    this.forGood = false;
    this.foresight.clear();
    this.nth += 1;
  }

  // ------------------------------------------------------------ picking

  /** Take these picks further; what is then the only choice is filled in. `how`: how clearly the player has said it;
   * `forGood`: it is to be a standing order. */
  pick(picks: string[], how: Clear = "picked", forGood = false): Promise<void> {
    return this.guarded(() => this.picking(picks, how, forGood));
  }

  protected async picking(picks: string[], how: Clear, forGood = false): Promise<void> {
    const before = this.draft;
    const question = this.question;
    if (!before || !question) return;
    const shown = this.foresight.odds !== null; // when it was pressed, not when the server has replied
    const written = this.isWeighed(picks);
    this.ways = null;
    if (question.picked.length === 0 && question.kind === "word") this.lastVerb = picks[0] ?? "";
    if (question.kind === "number") this.named = { asked: asking(question), number: picks[0] ?? "" };
    this.passing = null;
    const next = await this.ask(drafts.further(question, picks));
    if (this.draft !== before) return;
    this.clear();
    this.draft = drafts.continued(before, next);
    this.forGood = forGood;
    await this.follow(next, how, shown, written);
  }

  /** Are the odds written beside what is pressed: in the menu at a hex, or at a word? */
  private isWeighed(picks: string[]): boolean {
    const [word = "", ...more] = picks;
    const choice = this.ways?.choices.find((one) => one.picks.join(" ") === picks.join(" "));
    return choice
      ? choice.weighed
      : more.length === 0 && this.question?.picked.length === 0 && this.chance(word) !== "";
  }

  /** Only choices are filled in, a whole answer is sent or held. Held is what rolls dice, unless its odds were `shown`
   * before, or `written` beside what was pressed; what destroys his own; what he has said nothing of, or not at its
   * price. All else is free. */
  protected async follow(question: Question, how: Clear, shown = false, written = false): Promise<void> {
    let now = question;
    const told: string[] = [];
    const paid: string[] = []; // what lists that were not asked for come to
    let passed = false;
    let unsaid = how === "unsaid";
    let list: Question | undefined;
    const priced = this.draft && drafts.offered(this.draft.trail[0] as Question, question.picked[0] ?? "")?.hint;
    for (;;) {
      const only = this.unasked(now);
      if (!only && (now.usual.length === 0 || this.asking || this.game.known?.lesson)) break; // a lesson takes each
      const { picked, picks, proposed, total, usual } = now;
      if (!only) {
        list = now;
        passed = true;
        unsaid = true;
        now = await this.ask([...picked, ...usual, drafts.DONE]);
        continue;
      }
      now = await this.ask([...picked, only.id]);
      if (proposed) {
        passed ||= picks.length > 1;
        if (only.id === drafts.DONE && total) paid.push(total);
        continue;
      }
      if (only.id === drafts.DONE) continue;
      told.push(only.hint ? `${only.name} (${only.hint})` : only.name);
      unsaid ||= only.hint !== "" && !`, ${priced}, `.includes(`, ${only.hint}, `); // a price that he has not seen
    }
    if (!this.draft || this.question !== question) return; // the player was quicker
    if (now !== question) {
      const trail = [...this.draft.trail.slice(0, -1), now];
      const only = told.length > 0 ? [t("game.only", { what: told.join(", ") })] : [];
      const all = list ? [t("game.usual")] : [];
      const said = [...only, ...all, ...paid.map((what) => sentence(what))].join(" ");
      this.draft = { ...this.draft, trail, told: said || this.draft.told, passed: passed || !!this.draft.passed };
      if (list) this.draft = { ...this.draft, list };
    }
    this.foresight.recall(now);
    const forecast = this.foresight.forecast(now, this.draft.trail[0]);
    if (!drafts.whole(now)) return; // nobody waits for the odds to pick on
    const chance = await forecast;
    if (this.question !== now) return;
    const sure = how === "sure" || how === "passed";
    const clear = sure || this.foresight.odds?.again;
    const seen = told.length === 0 && !list && (written || (shown && clear)); // no dice fall unseen
    const thumb = this.thumb() && how !== "passed";
    if (this.warns()) this.holding = "warning";
    else if (thumb || unsaid || this.destroys || (chance && !seen) || (settings.confirm && !sure)) this.hold(now);
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
    this.passing = null;
    if (!this.ways && !this.whyNot) return this.stepBack();
    this.ways = null;
    this.whyNot = null;
    return true;
  }

  /** Without the last pick, whatever card is open. */
  stepBack(): boolean {
    this.passing = null;
    const draft = this.draft;
    if (!draft || !drafts.canStepBack(draft)) return false;
    if (this.game.doing) return true; // it is sent
    this.clear();
    this.acting = null;
    this.draft = drafts.stepBack(draft);
    this.foresight.recall(drafts.asked(this.draft));
    void this.foresight.forecast(drafts.asked(this.draft), draft.trail[0]);
    if (this.draft.trail.length === 1) this.weighWords(drafts.asked(this.draft));
    return true;
  }

  /** The nth choice of the list: of this question, not of one that nobody has seen yet. */
  choose(nth: number): Promise<void> {
    const seen = this.draft?.trail[0];
    return this.inTurn(async () => {
      await this.free();
      if (this.draft?.trail[0] === seen) await this.chosen(nth);
    });
  }

  private async chosen(nth: number): Promise<void> {
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
    const switched = new Set(this.switched);
    if (!switched.delete(unit)) switched.add(unit);
    this.switched = switched;
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
      void this.foresight.forecast(next, draft.trail[0]);
    });
  }

  // ------------------------------------------------------------ a click on the map

  /** A hex, box or unit was clicked: it is picked, a menu opens, or it is said why not. Never silent: whoever is quick
   * is heard when it is known what is asked, and a second one on the same place meanwhile is the same press. `at`: where
   * a unit lies, which may be what is meant by then. */
  async click(id: string, name: string, x: number, y: number, at = id): Promise<void> {
    if (this.pressed === id) return;
    this.pressed = id;
    const form = this.question?.form;
    await this.inTurn(async () => {
      const early = this.busy || this.unknown;
      if (early && !(await this.ready())) return;
      await this.clicked(early && !this.fits(id) && this.fits(at) ? at : id, name, x, y, form);
    });
    if (this.pressed === id) this.pressed = "";
  }

  /** Is it not known yet what can be picked on the map? */
  get unknown(): boolean {
    return this.draft !== null && drafts.unopened(this.draft) !== null;
  }

  /** Until it is, for who presses a key there: true if the same is asked then. */
  async known(): Promise<boolean> {
    const menu = this.draft?.trail[0];
    let told = false;
    await this.inTurn(async () => {
      told = await this.ready();
    });
    return told && this.draft?.trail[0] === menu;
  }

  /** One after the other. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.clicks ? this.clicks.then(act) : act();
    const end = () => {
      if (this.clicks === last) this.clicks = null;
    };
    const last = turn.then(end, end);
    this.clicks = last;
    return turn;
  }

  /** Until nothing is on its way. */
  private async free(): Promise<void> {
    while (this.busy) await (this.acting ?? this.game.told());
  }

  /** Until it is known what a click can mean. False if nobody could tell: then that has been said. */
  private async ready(): Promise<boolean> {
    if (this.busy) {
      await this.free();
      if (this.game.line.is !== "open") {
        if (!this.whyNot) this.lost(new Lost(false)); // what was on its way matters more
        return false;
      }
    }
    const menu = this.draft && drafts.unopened(this.draft);
    if (!menu) return true;
    await this.run(() => this.learn(menu));
    return drafts.opened(menu) || (this.draft?.trail[0] !== menu && this.ready());
  }

  /** What the verbs of a menu can begin with: it is on its way, or was refused and is asked for again. */
  private async learn(menu: Question): Promise<void> {
    if (this.opening) await this.opening.catch(() => {});
    if (!drafts.opened(menu) && this.draft?.trail[0] === menu) await this.open(menu);
  }

  private fits(id: string): boolean {
    return this.question !== null && drafts.waysTo(this.question, id, "", this.where).length > 0;
  }

  /** `form`: of the question that was clicked at. What fits another one too is held, not sent. */
  private async clicked(id: string, name: string, x: number, y: number, form: string | undefined): Promise<void> {
    if (!this.game.live)
      return this.refuse(name, [said(t(this.game.past === null ? "game.why.film" : "game.why.past"))]);
    this.ways = null;
    const { where } = this;
    const { list } = this.draft ?? {};
    if (list && this.question && drafts.whole(this.question) && drafts.offered(list, id)) return this.toggleMember(id);
    const elsewhere = this.draft && drafts.reaimed(this.draft, id, this.lastVerb, where);
    if (elsewhere) {
      this.clear();
      this.draft = elsewhere;
    }
    const { draft, question } = this;
    if (!draft || !question) return void this.why(id, name);
    const found = drafts.waysTo(question, id, this.lastVerb, where);
    const chosen = drafts.chosenAt(draft, id, where);
    if (chosen && !question.ordered && (question.kind !== "group" || found.length === 0)) return this.letGo(chosen);
    const [only] = found;
    if (!only) return void this.why(id, name);
    if (only.length > 1 && drafts.isDeliberate(question, only[0])) return this.byName(question, found, name);
    if (found.length === 1) {
      const priced = only.length > 1 && drafts.offered(question, only[0] ?? "")?.hint; // by a verb he has not said
      return this.pick(only, question.form === form && !priced ? "picked" : "unsaid");
    }
    if (await this.choseUnit(question, found, id, name)) return;
    this.whyNot = null;
    this.ways = {
      x,
      y,
      title: name,
      at: where[id]?.at ?? id,
      choices: found.map((picks) => this.choice(question, picks)),
    };
    void this.price(question);
  }

  /** A unit that several verbs can begin with is chosen: the hex clicked next tells which of them is meant. */
  private async choseUnit(menu: Question, found: string[][], id: string, name: string): Promise<boolean> {
    if (!found.every(([verb = "", what]) => what === id && menu.opens[verb]?.kind === "unit")) return false;
    let chosen = false;
    await this.run(async () => {
      const { draft } = this;
      const verbs = found.map(([verb = ""]) => verb);
      const question = await this.aimsOf(menu, verbs, id, name);
      if (!draft || this.draft !== draft || !question) return;
      this.clear();
      this.draft = drafts.continued(draft, question);
      chosen = true;
    });
    return chosen;
  }

  /** The menu with a unit chosen, by what these verbs of it ask next; null where no hex would tell them apart. */
  private async aimsOf(menu: Question, verbs: string[], unit: string, name: string): Promise<drafts.Chosen | null> {
    const { n, mark } = menu;
    const asked = verbs.map(async (verb) => [verb, await this.foresight.picks(n, mark, [verb, unit])] as const);
    const after = (await Promise.all(asked)).flatMap(([verb, next]) => (next ? [[verb, next] as const] : []));
    return drafts.withUnit(menu, unit, t("game.aim", { what: name }), Object.fromEntries(after));
  }

  /** What destroys one's own is offered, not begun. */
  private byName(question: Question, found: string[][], name: string): void {
    const verbs = [...new Set(found.map(([verb = ""]) => verb))].flatMap(
      (verb) => drafts.offered(question, verb) ?? [],
    );
    this.refuse(name, [said(t("game.why.deliberate"))], verbs);
  }

  /** Each verb of the menu tells what it costs to begin with this. */
  private async price(question: Question): Promise<void> {
    const opened = this.ways;
    const { n, mark, kind } = question;
    if (!opened || kind !== "word") return;
    const whole = opened.choices.map(({ picks }) => drafts.further(question, picks));
    const odds = this.foresight.look(question, whole);
    const told = await Promise.all(
      opened.choices.map(({ picks }) => this.foresight.picks(n, mark, drafts.further(question, picks.slice(0, -1)))),
    );
    if (this.ways !== opened) return;
    const hints = told.map(
      (question, nth) => question && drafts.offered(question, opened.choices[nth]?.picks.at(-1) ?? "")?.hint,
    );
    const choices = opened.choices.map((one, nth) => ({ ...one, hint: hints[nth] || one.hint }));
    const priced = { ...opened, choices };
    this.ways = priced;
    await odds;
    if (this.ways !== priced) return;
    const chances = whole.map((picks) => chanceOf(this.foresight.ahead[picks.join(" ")]));
    this.ways = {
      ...opened,
      choices: choices.map((one, nth) => {
        return { ...one, hint: [one.hint, chances[nth]].filter(Boolean).join(" · "), weighed: chances[nth] !== "" };
      }),
    };
  }

  /** What is written beside a word that rolls dice: how likely it is that what one is after happens. */
  chance(word: string): string {
    return chanceOf(this.foresight.ahead[word]);
  }

  private choice(question: Question, picks: string[]): Ways["choices"][number] {
    const verb = drafts.offered(question, picks[0] ?? "");
    const named = verb?.name ?? picks[0] ?? "";
    const group = question.opens[picks[0] ?? ""]?.units?.[picks[1] ?? ""];
    const what = group?.length === 1 ? this.game.shown?.view.units[group[0] ?? ""]?.name : picks[1];
    const name = group && what ? t("game.ways.group", { verb: named, what }) : named;
    return { picks, name, hint: verb?.hint ?? "", help: verb?.help ?? "", weighed: false };
  }

  async why(id: string, name: string): Promise<void> {
    const nth = this.latest();
    const { n, mark } = this.question ?? this.game.asked;
    const picked = this.draft ? drafts.refusable(this.draft) : [];
    let title = t("game.why.title", { what: name });
    let reply: Replies["why"];
    try {
      reply = await this.game.socket.ask("why", { n, mark, picked, pick: id });
    } catch (error) {
      title = error instanceof Lost ? t("game.unsent") : headed(error, title);
      reply = { may: false, reasons: reasonsOf(error), instead: [] };
    }
    if (nth !== this.nth) return;
    const reasons = reply.reasons.length > 0 ? reply.reasons : [said(t("game.why.nothing"))];
    this.whyNot = {
      title,
      reasons,
      instead: reply.instead,
      at: this.where[id]?.at ?? id,
    };
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

  protected async ask(picked: string[]): Promise<Question> {
    const { n, mark } = this.question ?? this.game.asked;
    return this.game.socket.ask("draft", { n, mark, picked });
  }

  private async send(question: Question): Promise<void> {
    const { n, mark, picked } = question;
    this.foresight.keep(question);
    await this.game.do("answer", this.forGood ? { n, mark, standing: true } : { n, mark }, picked);
    if (this.game.line.is !== "open") this.passing = null; // nobody has told what came of it
  }

  undo(): Promise<void> {
    return this.change("undo", () => this.game.known?.undo ?? "");
  }

  redo(): Promise<void> {
    return this.change("redo", () => (this.game.known?.redo ? "" : t("game.redo.nothing")));
  }

  /** A half-made answer is dropped first: that is what undo means to a player. One that is on its way comes first. */
  private async change(way: "undo" | "redo", why: () => string): Promise<void> {
    const passing = this.passing !== null;
    this.passing = null;
    if (passing || this.game.doing === "answer") {
      await this.free();
      if (this.game.line.is !== "open") return; // that has been said
    }
    const whyNot = why();
    if (way === "undo" && this.draft && drafts.canStepBack(this.draft)) {
      this.stepBack();
      return;
    }
    if (whyNot) {
      this.refuse(t(`game.${way}`), [said(whyNot)]);
      return;
    }
    await this.guarded(() => this.game.do(way, this.game.asked));
  }

  /** The line is down: it is said whether anything went out, so that nobody need wonder. */
  lost({ sent }: Lost): void {
    if (sent) this.refuse(t("game.lost"), [said(t("game.lost.text"))]);
    else this.refuse(t("game.unsent"), [said(t("game.unsent.text"))]);
  }

  refuse(title: string, reasons: Reason[], instead: Pick[] = []): void {
    this.latest();
    this.whyNot = { title, reasons, instead };
  }

  /** One thing at a time: a second press while the first is on its way is the same press. */
  protected async guarded(act: () => Promise<void>): Promise<void> {
    if (!this.busy) await this.run(act);
  }

  private async run(act: () => Promise<void>): Promise<void> {
    const acting = this.tried(act);
    this.acting = acting;
    await acting;
    if (this.acting === acting) this.acting = null;
  }

  /** What the server refuses is shown. */
  private async tried(act: () => Promise<void>): Promise<void> {
    const about = this.draft?.trail[0];
    try {
      await act();
    } catch (error) {
      this.passing = null;
      if (this.draft?.trail[0] === about) this.holding = "no";
      if (error instanceof Lost) this.lost(error);
      else this.refuse(headed(error), reasonsOf(error));
    }
  }

  private latest(): number {
    this.nth += 1;
    return this.nth;
  }
}

function chanceOf(odds: Odds | undefined): string {
  const found = odds && brief(odds);
  return found ? `${sentence(found.label, "")} ${span(found)}` : "";
}

/** Names a question while a draft of it lasts. */
function asking({ mark, picked }: Question): string {
  return `${mark} ${picked.join(" ")}`;
}
