// What is looked at, not decided: supply, threat, the card of a hex or counter, the score, what counts.

import type { Sums } from "../map/model";
import { Lost, Refused } from "../wire/socket";
import type { Area, Card, Replies, SupplyLine } from "../wire/types";
import type { Game } from "./state.svelte";

export type Lens = "supply" | "threat" | null;

export interface Shown {
  id: string;
  kind: "hex" | "unit";
  card: Card;
}

export class Lenses {
  lens = $state<Lens>(null);
  supply = $state.raw<SupplyLine[] | null>(null);
  threat = $state.raw<Replies["threat"] | null>(null);
  hovered = $state.raw<Shown | null>(null); // over the map, while the pointer rests
  kept = $state.raw<Shown | null>(null); // in the panel
  starving = $state.raw<Replies["starving"] | null>(null); // who would, if the hex of the kept card fell
  areas = $state.raw<Area[]>([]); // what the counter or hex of the kept card reaches
  area = $state.raw<Area | null>(null); // the one that is shown on the map
  score = $state.raw<Replies["score"] | null>(null);
  briefing = $state.raw<Replies["briefing"] | null>(null); // what counts, as it stood when it was asked for
  sums = $state.raw<Sums | null>(null); // of the stack that was spread out last

  private wanted: { kind: Shown["kind"]; id: string } | null = null; // whose card is kept, or on its way
  private adding = ""; // the place whose counters are added
  private nth = 0;
  private round = 0; // of the latest position: what was asked about older ones is dropped

  constructor(
    private readonly game: Game,
    private readonly refuse: (error: Refused) => void,
  ) {}

  /** One key puts a lens on and takes it off. */
  async toggle(lens: NonNullable<Lens>): Promise<void> {
    this.lens = this.lens === lens ? null : lens;
    await this.refresh();
  }

  /** After every change: a lens tells of now. */
  async refresh(): Promise<void> {
    this.round += 1;
    const { lens, round } = this;
    const { socket } = this.game;
    this.starving = null;
    const supply = lens === "supply" ? await this.asked(socket.ask("supply", {})) : null;
    const threat = lens === "threat" ? await this.asked(socket.ask("threat", {})) : null;
    if (round !== this.round) return;
    this.supply = supply;
    this.threat = threat;
    if (this.sums) await this.add(this.sums.at);
    if (this.score) await this.askScore();
    if (this.wanted && round === this.round) await this.look(this.wanted.kind, this.wanted.id);
  }

  /** Keep a card in the panel: that of what was looked at last, in whatever order they come. */
  async look(kind: Shown["kind"], id: string): Promise<void> {
    this.wanted = { kind, id };
    const card = await this.card(kind, id);
    if (this.wanted?.kind !== kind || this.wanted.id !== id) return;
    if (!card) {
      this.wanted = this.kept;
      return;
    }
    if (this.kept?.id !== id) {
      this.starving = null;
      this.area = null;
    }
    this.kept = { id, kind, card };
    await this.askAreas(id);
  }

  /** One is shown at a time, and follows what it is about. */
  show(area: Area | null): void {
    this.area = this.area?.title === area?.title ? null : area;
  }

  private async askAreas(id: string): Promise<void> {
    const { round } = this;
    const areas = this.game.may("areas") ? await this.asked(this.game.socket.ask("areas", { of: id }), true) : null;
    if (round !== this.round || this.kept?.id !== id) return;
    this.areas = areas ?? [];
    const title = this.area?.title;
    this.area = this.areas.find((one) => one.title === title) ?? null;
  }

  /** Show a card as long as the pointer stays. */
  async hover(kind: Shown["kind"], id: string): Promise<void> {
    this.nth += 1;
    const nth = this.nth;
    const card = await this.card(kind, id);
    if (card && nth === this.nth) this.hovered = { id, kind, card };
  }

  /** What those of a stack come to together, as the card of the place tells it. */
  async add(at: string): Promise<void> {
    const { round } = this;
    if (this.sums?.at !== at) this.sums = null;
    this.adding = at;
    const card = await this.card("hex", at);
    if (round === this.round && this.adding === at)
      this.sums = { at, lines: card?.lines.filter((line) => line.sums) ?? [] };
  }

  private card(kind: Shown["kind"], id: string): Promise<Card | null> {
    const { socket } = this.game;
    return this.asked(kind === "hex" ? socket.ask("hex", { hex: id }) : socket.ask("unit", { unit: id }), true);
  }

  leave(): void {
    this.nth += 1;
    this.hovered = null;
  }

  async starve(hex: string): Promise<void> {
    const { round } = this;
    const starving = await this.asked(this.game.socket.ask("starving", { hex }));
    if (round === this.round && this.kept?.id === hex) this.starving = starving;
  }

  async askScore(): Promise<void> {
    const { round } = this;
    const score = await this.asked(this.game.socket.ask("score", {}));
    if (round === this.round) this.score = score;
  }

  async askBriefing(): Promise<void> {
    this.briefing = await this.asked(this.game.socket.ask("briefing", {}));
  }

  /** A refusal is shown, unless nobody asked aloud. */
  private async asked<T>(reply: Promise<T>, quietly = false): Promise<T | null> {
    try {
      return await reply;
    } catch (error) {
      if (error instanceof Refused) {
        if (!quietly) this.refuse(error);
        if (!quietly) this.lens = null;
      } else if (!(error instanceof Lost)) throw error;
      return null;
    }
  }
}
