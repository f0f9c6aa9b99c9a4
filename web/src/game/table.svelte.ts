// The table one sits at: the game, the decision, the lenses, and what of the page is open.
import { tick } from "svelte";
import { openChart, openHelp, openLegend, openRule, openSequence } from "../books/open.svelte";
import type { BoardHandle, HoverSpot, Names, Spot } from "../map/model";
import { replace } from "../router";
import { t } from "../texts/texts";
import { computers, Refused as NotFetched } from "../wire/api";
import { askOnce, Lost, Refused } from "../wire/socket";
import type { LogLine, Pick, Replies, Scene } from "../wire/types";
import { Decision, said } from "./decide.svelte";
import { DONE, groupsOffered } from "./draft";
import { unitsIn } from "./groups";
import { seatingKey } from "./hold";
import { Lenses } from "./lenses.svelte";
import { sentence } from "./log";
import { nameOf, sideOf } from "./names";
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
  timeline = $state(false);
  control = $state(false);
  pointed = $state.raw<Names | null>(null); // by a line of the log, a reason
  hovered = $state.raw<Pick | null>(null); // a choice in a list
  hint = $state.raw<Replies["hint"] | null>(null);
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(token: string, thumb: () => boolean) {
    this.game = new Game(token);
    this.decision = new Decision(this.game, thumb);
    this.lenses = new Lenses(this.game, (reasons) => this.decision.refuse(t("game.refused"), reasons));
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
    const picked = this.decision.question?.picked ?? [];
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
    try {
      const hint = await this.game.socket.ask("hint", asked);
      const { n, mark } = this.game.asked;
      if (n !== asked.n || mark !== asked.mark) return; // it is about another question
      this.hint = hint;
      this.fly({ hexes: hint.picked, units: hint.picked });
    } catch (error) {
      if (error instanceof Refused) this.decision.refuse(t("game.hint"), error.reasons);
      else if (error instanceof Lost) this.decision.lost(error);
      else throw error;
    }
  }

  /** The computer takes a side over, or gives it back. False if that is refused, or nobody knows. */
  async seat(side: string, by: "person" | "computer"): Promise<boolean> {
    try {
      const player = by === "computer" ? ((await computers())[0]?.id ?? "") : by;
      const { known } = this.game;
      if (!known || known.seat === side || known.seat === "host") await this.game.socket.ask("seat", { side, player });
      else await askOnce(seatingKey(known.game, side), "seat", { side, player });
      return true;
    } catch (error) {
      if (error instanceof Refused) this.decision.refuse(t("game.refused"), error.reasons);
      else if (error instanceof NotFetched) this.decision.refuse(t("game.refused"), [said(error.message)]);
      else if (error instanceof Lost) this.decision.lost(error);
      else throw error;
      return false;
    }
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
      back: () => this.back(),
      hint: () => void this.askHint(),
      supply: () => void lenses.toggle("supply"),
      threat: () => void lenses.toggle("threat"),
      card: () => void this.enter("look"),
      control: () => {
        this.control = !this.control;
      },
      next: () => this.board?.next(),
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
      rules: () => openRule(decision.question?.rule ?? ""),
      charts: () => openChart(decision.foresight.odds?.chart?.name, decision.foresight.odds?.chart?.column),
      sequence: openSequence,
      legend: openLegend,
      help: openHelp,
    };
    acts[act]();
  }

  private back(): void {
    if (this.menu) this.menu = false;
    else if (this.hint) this.hint = null;
    else if (this.decision.back()) return;
    else if (this.lenses.lens) void this.lenses.toggle(this.lenses.lens);
    else if (this.game.past !== null) void this.goTo(null);
  }
}

export function named(line: LogLine): Names {
  return { hexes: line.hexes, units: line.units };
}
