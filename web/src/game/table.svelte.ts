// The table one sits at: the game, the decision, the lenses, and what of the page is open.
import { tick } from "svelte";
import { openChart, openHelp, openLegend, openRule, openSequence } from "../books/open.svelte";
import type { BoardHandle, HoverSpot, Names, Spot } from "../map/model";
import { narrow } from "../narrow";
import { enter } from "../pages/enter";
import { replace } from "../router";
import { t } from "../texts/texts";
import { computers, fork, usual } from "../wire/api";
import { askOnce, Lost, type Reply, type Wanting } from "../wire/socket";
import type { LogLine, OrderGiven, Pick, Replies, Scene } from "../wire/types";
import { Decision } from "./decide.svelte";
import { DONE, groupsOffered } from "./draft";
import { unitsIn } from "./groups";
import { keyOf, seatingKey } from "./hold";
import { Lenses } from "./lenses.svelte";
import { sentence } from "./log";
import { nameOf, sideOf } from "./names";
import { followed } from "./plan";
import { headed, reasonsOf } from "./refusal";
import { setBriefed } from "./seen";
import type { Act } from "./shortcuts";
import { Game } from "./state.svelte";
import type { Tab } from "./tab";

const REST = 550; // ms the pointer rests before a card comes

export class Table {
  readonly game: Game;
  readonly decision: Decision;
  readonly lenses: Lenses;
  scene = $state.raw<Scene | null>(null);
  board = $state.raw<BoardHandle | null>(null);
  tab = $state<Tab>("choices");
  panel = $state(true);
  menu = $state(false);
  briefing = $state(false); // what the game is about lies over it
  timeline = $state(false);
  control = $state(false);
  pointed = $state.raw<Names | null>(null); // by a line of the log, a reason
  hovered = $state.raw<Pick | null>(null); // a choice in a list
  hint = $state.raw<Replies["hint"] | null>(null);
  plan = $state.raw<Replies["plan"] | null>(null);
  told = $state(""); // what has become of something that is not seen on the map
  ordered = $state<Record<string, string>>({}); // what computers are to do, in words, as far as it has been asked for
  ordering = $state(""); // the side whose orders are open
  lookingBack = $state<"" | "luck" | "review">(""); // the sheet that is open after the game
  standing = $state(false); // are the standing orders of this seat open?
  private planned = 0; // the mark of the question that the plan's answer is about
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(token: string, thumb: () => boolean) {
    this.game = new Game(token);
    this.decision = new Decision(this.game, thumb);
    this.lenses = new Lenses(this.game, (error) => this.decision.refuse(headed(error), reasonsOf(error)));
  }

  close(): void {
    clearTimeout(this.resting);
    this.game.close();
  }

  name(id: string): string {
    const picks = this.decision.draft?.trail.flatMap((question) => question.picks) ?? [];
    const word = picks.find((pick) => pick.id === id); // "march" has its name there alone
    return word?.name ?? nameOf(id, this.scene, this.game.shown?.view ?? null);
  }

  /** Those a group stands for that was picked; none where no groups are asked for. */
  unitsOf(id: string): string[] {
    const { draft, question } = this.decision;
    return draft && question?.kind === "group" ? unitsIn(groupsOffered(draft), id) : [];
  }

  /** A sentence of the server, as one. */
  say(text: string, stop = "."): string {
    return sentence(text, stop);
  }

  /** "Attack · 3227 · DAK · CAM": the draft so far. A verb that was the only choice has no name of its own. */
  get drafted(): string {
    return this.spoken(this.decision.question?.picked ?? []);
  }

  spoken(picked: string[]): string {
    const names = picked.filter((id) => id !== DONE).map((id) => this.name(id));
    return names.map((name, nth) => (nth > 0 ? name : name.charAt(0).toUpperCase() + name.slice(1))).join(" · ");
  }

  /** How a whole answer is told. */
  get readiness(): "game.whole" | "game.sending" {
    return this.game.doing === "answer" ? "game.sending" : "game.whole";
  }

  /** Does a hex, or a unit in one, go by this id? */
  onMap(id: string): boolean {
    const at = this.game.shown?.view.units[id]?.at ?? id;
    return this.scene?.hexes.some((hex) => hex.id === at) ?? false;
  }

  side(id: string): ReturnType<typeof sideOf> {
    const name = this.game.known?.seats.find((seat) => seat.side === id)?.name ?? id;
    return sideOf(id, this.scene, name);
  }

  /** "Movement phase": the innermost step being played. */
  get phase(): string {
    return this.game.shown?.sequence.filter((step) => step.now).at(-1)?.name ?? "";
  }

  /** What was written beside each pick of this draft. */
  get hints(): Map<string, string> {
    const trail = this.decision.draft?.trail ?? [];
    return new Map(trail.flatMap((question) => question.picks.map((pick) => [pick.id, pick.hint])));
  }

  open(tab: Tab): void {
    this.tab = tab;
    this.panel = true;
  }

  /** By a key: the focus goes along. */
  private async enter(tab: Tab): Promise<void> {
    this.open(tab);
    await tick();
    document.getElementById(`tab-${tab}`)?.focus();
  }

  // ------------------------------------------------------------ the map

  click(spot: Spot & { at?: string }, kind: "hex" | "unit"): void {
    clearTimeout(this.resting);
    this.lenses.leave();
    void this.lenses.look(kind, spot.id);
    void this.decision.click(spot.id, this.name(spot.id), spot.x, spot.y, spot.at);
  }

  hover(spot: HoverSpot | null): void {
    clearTimeout(this.resting);
    this.lenses.leave();
    this.decision.hover(spot?.at ?? null);
    if (!spot || spot.by === "touch" || this.game.past !== null) return;
    this.resting = setTimeout(() => this.card(spot), spot.by === "keys" ? REST / 2 : REST);
  }

  card(spot: HoverSpot): void {
    void this.lenses.hover(spot.kind === "unit" ? "unit" : "hex", spot.id);
  }

  /** A stack was spread out on the map. */
  spread(at: string): void {
    this.look("stack", [at]);
    void this.lenses.add(at);
  }

  /** All counters of a place, one under the other: over the map on a phone, beside it where there is room. */
  list(at: string): void {
    this.decision.ways = null;
    this.decision.whyNot = null;
    if (narrow.current && !this.panel) void this.lenses.hover("hex", at);
    else {
      void this.lenses.look("hex", at);
      this.open("look");
    }
  }

  /** How many lie where a menu or a refusal is about. */
  height(at: string | undefined): number {
    return this.game.shown?.view.stacks[at ?? ""]?.length ?? 0;
  }

  /** Light what a line is about; a press flies there. */
  point(names: Names | null): void {
    this.pointed = names && names.hexes.length + names.units.length > 0 ? names : null;
  }

  fly(names: Names): void {
    this.point(names);
    this.board?.show([...names.hexes, ...names.units]);
  }

  // ------------------------------------------------------------ time

  async goTo(at: number | null): Promise<void> {
    const { game } = this;
    this.timeline = true;
    await game.goTo(at);
    if (game.known) replace({ page: "game", game: game.known.game, at: game.past });
  }

  /** From the step that is looked at. */
  async playFrom(at: number): Promise<void> {
    const { known } = this.game;
    await this.game.playFrom(at);
    if (known) replace({ page: "game", game: known.game, at: null });
  }

  /** From a sheet about the whole game to a step of it. */
  lookAt(at: number): void {
    this.lookingBack = "";
    void this.goTo(at);
  }

  /** "2.4 points for Axis": what is told in points of the first side. */
  worth(sides: string[], points: number): string {
    const said = Math.abs(points).toFixed(1);
    const side = this.side(sides[points > 0 ? 0 : 1] ?? "").name;
    return Number(said) === 0 ? t("game.lookback.nothing") : t("game.lookback.worth", { points: said, side });
  }

  /** A private game from a step: for whoever only looks on at the side that is named. */
  async tryFrom(at: number, side: string): Promise<void> {
    const { known } = this.game;
    if (!known) return;
    const mine = known.seats.some((seat) => seat.side === known.seat) ? known.seat : side;
    await enter(await fork(known.game, keyOf(known.game, known.seat), at, mine, known.assist));
  }

  earlier(): void {
    const stop = this.game.stop(-1);
    if (stop !== null) void this.goTo(stop);
  }

  later(): void {
    if (this.game.past !== null) void this.goTo(this.game.stop(1));
  }

  // ------------------------------------------------------------ questions to the computer

  async askHint(): Promise<void> {
    const asked = this.game.asked;
    const hint = await this.tried(t("game.hint"), this.game.socket.ask("hint", asked));
    if (!hint || !this.isAsked(asked)) return;
    this.hint = hint;
    this.fly({ hexes: hint.picked, units: hint.picked });
  }

  /** Is it still about the question that is asked? */
  private isAsked(asked: { n: number; mark: number }): boolean {
    const { n, mark } = this.game.asked;
    return n === asked.n && mark === asked.mark;
  }

  /** What the server answers; null if it says no, which is shown, or nobody knows. */
  private async tried<T>(what: string, answer: Promise<T>): Promise<T | null> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Lost) this.decision.lost(error);
      else this.decision.refuse(headed(error, what), reasonsOf(error));
      return null;
    }
  }

  /** A plan for the turn, which takes a while. */
  async askPlan(): Promise<void> {
    if (this.game.planning !== null) return;
    const asked = this.game.asked;
    this.hint = null;
    this.plan = null;
    this.game.planning = 0;
    const plan = await this.tried(t("game.plan"), this.game.socket.ask("plan", asked));
    const wanted = this.game.planning !== null;
    this.game.planning = null;
    if (!plan || !wanted) return;
    this.plan = this.isAsked(asked) ? plan : { ...plan, hint: null, next: [] };
    this.planned = this.game.asked.mark;
    if (this.plan.hint) this.fly({ hexes: this.plan.hint.picked, units: this.plan.hint.picked });
  }

  /** Something has happened: what of the plan is past goes. */
  keepUp(): void {
    const { known, replied, asked } = this.game;
    if (!this.plan || asked.mark === this.planned) return;
    const picked = replied?.mark === this.planned ? replied.picked : null;
    this.plan = followed(this.plan, picked, known?.question?.form ?? null);
    this.planned = asked.mark;
  }

  /** It is told as far as it is. */
  enough(): void {
    void this.tried(t("game.plan"), this.game.socket.ask("enough", {}));
  }

  /** Nobody wants to hear of it any more. */
  stopPlan(): void {
    this.game.planning = null;
    this.enough();
  }

  /** By the key that decides who plays a side. */
  private about<K extends "seat" | "orders" | "order">(side: string, type: K, wanting: Wanting[K]): Promise<Reply<K>> {
    const { known } = this.game;
    const here = !known || known.seat === side || known.seat === "host";
    return here ? this.game.socket.ask(type, wanting) : askOnce(seatingKey(known.game, side), type, wanting);
  }

  askOrders(side: string): Promise<Replies["orders"] | null> {
    return this.tried(t("game.refused"), this.about(side, "orders", { side }));
  }

  /** What a computer is to do, in words; nothing if it does as it likes, or nobody tells. */
  async ordersOf(side: string): Promise<string> {
    this.ordered[side] = await this.about(side, "orders", { side }).then(
      ({ text }) => text,
      () => "",
    );
    return this.ordered[side];
  }

  /** What a computer is to do. False if that is refused, or nobody knows. */
  async order(side: string, orders: OrderGiven[]): Promise<boolean> {
    if ((await this.tried(t("game.refused"), this.about(side, "order", { side, orders }))) === null) return false;
    const text = await this.ordersOf(side);
    const who = this.side(side).name;
    this.told = text ? this.say(t("game.order.taken", { side: who, text })) : t("game.order.none", { side: who });
    return true;
  }

  /** A question that was answered for this seat is asked again. */
  async revoke(form: string): Promise<void> {
    await this.tried(t("game.refused"), this.game.socket.ask("revoke", { form }));
  }

  /** A person plays a side, the usual computer, or the one that is named. False if that is refused, or nobody knows. */
  async seat(side: string, by: string): Promise<boolean> {
    const seated = async () => {
      const player = by === "computer" ? usual(await computers()) : by;
      return this.about(side, "seat", { side, player });
    };
    const taken = (await this.tried(t("game.refused"), seated())) !== null;
    if (taken && by === "person") delete this.ordered[side]; // whoever plays there next is asked anew
    return taken;
  }

  /** In a lesson: something was looked at of which the server hears nothing else. */
  look(what: string, words: string[]): void {
    if (this.game.known?.lesson) void this.game.socket.ask("looked", { what, words }).catch(() => {});
  }

  act(act: Act): void {
    const { game, decision, lenses } = this;
    const acts: Record<Act, () => void> = {
      undo: () => void decision.undo(),
      redo: () => void decision.redo(),
      confirm: () => void decision.goOn(),
      again: () => void decision.again(),
      rest: () => void decision.endAll(),
      back: () => this.back(),
      hint: () => void this.askHint(),
      plan: () => void this.askPlan(),
      supply: () => void lenses.toggle("supply"),
      threat: () => void lenses.toggle("threat"),
      card: () => void this.enter("look"),
      control: () => {
        this.control = !this.control;
      },
      next: () => this.board?.next(),
      more: () => this.board?.more(),
      fit: () => this.board?.whole(),
      earlier: () => this.earlier(),
      later: () => this.later(),
      now: () => (game.film.frames.length > 0 ? game.playNow() : void this.goTo(null)),
      pause: () => game.setPaused(!game.film.paused),
      step: () => game.stepFilm(),
      choices: () => void this.enter("choices"),
      log: () => void this.enter("log"),
      look: () => void this.enter("look"),
      talk: () => void this.enter("talk"),
      panel: () => {
        this.panel = !this.panel;
      },
      menu: () => {
        this.menu = !this.menu;
      },
      briefing: () => void this.brief(),
      rules: () => openRule(decision.question?.rule ?? ""),
      charts: () => openChart(decision.foresight.odds?.chart?.name, decision.foresight.odds?.chart?.column),
      sequence: openSequence,
      legend: openLegend,
      help: openHelp,
    };
    acts[act]();
  }

  /** What the game is about, as it stands. */
  async brief(): Promise<void> {
    await this.lenses.askBriefing();
    this.menu = false;
    this.briefing = this.lenses.briefing !== null;
  }

  /** It has been read: the game does not begin with it again. */
  unbrief(): void {
    this.briefing = false;
    if (this.game.known) setBriefed(this.game.known.game);
  }

  /** Places that the briefing speaks of, on the map. */
  show(hexes: string[]): void {
    this.unbrief();
    this.fly({ hexes, units: [] });
  }

  private back(): void {
    if (this.menu) this.menu = false;
    else if (this.hint) this.hint = null;
    else if (this.game.planning !== null) this.stopPlan();
    else if (this.plan) this.plan = null;
    else if (this.decision.back()) return;
    else if (this.lenses.lens) void this.lenses.toggle(this.lenses.lens);
    else if (this.game.past !== null) void this.goTo(null);
  }
}

export function named(line: LogLine): Names {
  return { hexes: line.hexes, units: line.units };
}
