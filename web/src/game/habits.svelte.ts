// What need not be said each time: nothing is done, now and later; the same once more; the end of all that is asked; those
// whom most would take.
import type { Pick, Question } from "../wire/types";
import * as drafts from "./draft";
import type { Foresight } from "./foresight.svelte";
import type { Game } from "./state.svelte";

/** By a button that says so, by picking the thing itself, by nothing that the player has said to this question; or by
 * what he has said of all that follows. */
export type Clear = "sure" | "picked" | "unsaid" | "passed";

/** Whatever is asked in a stretch of the sequence is ended, from so many inputs on. */
interface Passing {
  stretch: string;
  from: number; // lines with this number were told before it began
  last: number; // the question that was ended last, by its number
}

export abstract class Habits {
  draft = $state.raw<drafts.Draft | null>(null);
  resting = $state(-1); // the question at which all that is asked would be ended by one more press
  asking = $state(false); // are lists asked for that are left as proposed by most?

  protected passing: Passing | null = null; // the rest of a stretch is ended without a word

  abstract readonly foresight: Foresight;
  abstract readonly busy: boolean;

  constructor(protected readonly game: Game) {}

  get question(): Question | null {
    return this.draft && drafts.asked(this.draft);
  }

  abstract pick(picks: string[], how?: Clear, forGood?: boolean): Promise<void>;
  protected abstract picking(picks: string[], how: Clear, forGood?: boolean): Promise<void>;
  protected abstract follow(question: Question, how: Clear): Promise<void>;
  protected abstract ask(picked: string[]): Promise<Question>;
  protected abstract guarded(act: () => Promise<void>): Promise<void>;
  protected abstract clear(): void;

  // ------------------------------------------------------------ nothing, the same, and the end of it all

  /** May this question be answered by doing nothing, now and later? */
  get spared(): boolean {
    const { question } = this;
    return question !== null && question.ends !== "" && question.picked.length === 0 && !this.game.known?.lesson;
  }

  /** Nothing is done, and such a question is not asked again unless something changed. */
  async never(): Promise<void> {
    const { question } = this;
    if (question && this.spared) await this.pick([question.ends], "picked", true);
  }

  /** Nothing is done, nor in what follows for this side in the same stretch of the sequence: whatever can be ended is,
   * until something would be left undone, or somebody else is asked. A phase without moves may be what he forgot, so
   * it takes a second press. */
  async endAll(): Promise<void> {
    const { question, stretch } = this;
    if (!question?.ends || !this.spared || this.busy) return;
    if (this.resting !== question.n) {
      this.resting = question.n;
      return;
    }
    const ended = this.pick([question.ends]);
    this.passing = { stretch, from: question.n, last: question.n };
    await ended;
  }

  /** Is this to be ended too? Not after dice: who has seen them may think better of it. Nor what is asked a second
   * time: the line was lost over it. */
  protected passes(question: Question | null): boolean {
    const { passing, stretch } = this;
    if (passing?.stretch !== stretch) return false;
    if (this.game.known?.log.some((line) => line.dice && line.n > passing.from)) return false;
    return !question || (question.ends !== "" && question.n > passing.last);
  }

  /** Whose part of which part of the sequence is played. */
  private get stretch(): string {
    const { view, sequence, to_play } = this.game.known ?? {};
    const outer = sequence?.find(({ now, depth }) => now && depth === 0);
    return [to_play, view?.when, outer?.name].join(" ");
  }

  /** What this side did the last time, where nothing is picked yet; else nothing. */
  get last(): string[] {
    const { question } = this;
    return question && question.picked.length === 0 && question.kind === "word" ? question.again : [];
  }

  /** The same once more; held where it has a price, which the button does not tell. */
  again(): Promise<void> {
    return this.guarded(async () => {
      const { last } = this;
      const menu = this.draft?.trail[0];
      if (!menu || last.length === 0) return;
      this.clear();
      this.draft = drafts.begun(menu);
      const price =
        drafts.offered(menu, last[0] ?? "")?.hint || (await this.foresight.priceOf({ ...menu, picked: last }));
      if (this.question === menu) await this.picking(last, price ? "unsaid" : "picked");
    });
  }

  /** It is ended as was said; not where something would be left undone. */
  protected async passOn(question: Question): Promise<void> {
    if (this.passing) this.passing = { ...this.passing, last: question.n };
    const next = await this.ask([question.ends]);
    if (!this.draft || this.question !== question || !this.passing) return; // he was told to stop
    this.draft = drafts.continued(this.draft, next);
    await this.follow(next, "passed");
  }

  // ------------------------------------------------------------ those whom most would take

  /** Of those who were taken because most would take them, one is let go; or one more is taken. */
  protected toggleMember(id: string): Promise<void> {
    return this.guarded(async () => {
      const { draft, question } = this;
      const list = draft?.list;
      if (!draft || !question || !list) return;
      const next = await this.ask(drafts.toggled(question, list, id));
      if (this.draft !== draft) return;
      this.clear();
      const trail = [...draft.trail.slice(0, -1), next];
      if (!drafts.whole(next) && next.chosen.length === 0 && next.slot === list.slot) {
        this.asking = true; // nobody is left: they are asked for one by one
        this.draft = { trail, told: "" };
        return;
      }
      this.draft = { ...draft, trail };
      await this.follow(next, "unsaid");
    });
  }

  /** What is picked for the player: the only choice; or what is proposed, unless he wants to be asked. */
  protected unasked(question: Question): Pick | null {
    if (question.proposed && this.asking) return question.picks.length === 1 ? drafts.onlyPick(question) : null;
    return drafts.onlyPick(question) ?? drafts.proposedPick(question);
  }

  /** Lists that are left as they are proposed are asked for after all, or no longer. Where they were passed over, they
   * are asked for now. */
  async askAll(): Promise<void> {
    this.asking = !this.asking;
    const draft = this.draft;
    const question = this.question;
    if (!draft || !question || !this.asking || !drafts.whole(question)) return;
    const { list } = draft;
    if (list)
      return this.guarded(async () => {
        this.clear();
        this.draft = { trail: [...draft.trail.slice(0, -1), list], told: "" };
        await this.follow(list, "picked");
      });
    const before = draft.trail.at(-2);
    const pick = before && question.picked[before.picked.length];
    if (!pick) return;
    this.clear();
    this.draft = drafts.stepBack(draft);
    await this.pick([pick]);
  }
}
