// The game as this browser knows it: what the server told, what of it is on the table, and the film between the two.
import type { Move } from "../map/model";
import { set, settings } from "../settings.svelte";
import { type Line, Lost, Refused, Socket, socketAddress } from "../wire/socket";
import type { Change, FromServer, Hello, LogLine, LookupName, Reason } from "../wire/types";
import { changed, greeted, type Known } from "./apply";
import * as film from "./film";
import { cameOf, newsSince, rolledSince } from "./log";
import { moves, ways } from "./overlays";
import { lastAnswered, lastSeen, setAnswered, setSeen } from "./seen";

export interface Hearer {
  asked(fresh: boolean): void; // a question is on the table, or none; not fresh: after an undo
  refused(code: string, reasons: Reason[]): void; // something nobody waits for any more
}

/** What a player does to a game. */
type Deed = "answer" | "undo" | "redo";

export class Game {
  line = $state.raw<Line>({ is: "connecting" });
  known = $state.raw<Known | null>(null);
  shown = $state.raw<film.Shown | null>(null);
  fresh = $state.raw<LogLine[]>([]); // what was just told: it is lit, its dice fall
  rolled = $state.raw<LogLine[]>([]); // the last dice, and what was told of them since
  own = $state.raw<LogLine[]>([]); // what dice have made of this seat's last answer: it stands while others play on
  moves = $state.raw<Move[]>([]); // what others moved since this seat answered last
  film = $state.raw<film.Film>(film.empty(settings.speed));
  past = $state<number | null>(null); // the step that is looked at instead of now
  missed = $state.raw<film.Frame[]>([]); // happened while nobody looked
  answers = $state(0); // of the computer that thinks now
  thought = $state<number | null>(null); // how far a computer is with its plan
  planning = $state<number | null>(null); // how far the plan is that was asked for here
  unread = $state(0); // lines of chat
  since = $state(0); // inputs when this seat answered last: what changed the war after that is news
  replied = $state.raw<{ mark: number; picked: string[] } | null>(null); // this seat's last answer; none after an undo
  doing = $state<Deed | null>(null); // it is on its way, or what has come of it has not been told yet
  behind = $state(false); // something was missed: how the game stands is told again

  readonly socket: Socket;
  private given = ""; // the stretch of the sequence in which this seat answered last, until it is left
  private rolling = false;
  private looking = false;
  private wake = () => {}; // ends the rest between two pictures
  private hearer: Hearer | null = null;
  private waiting: (() => void)[] = []; // for what is told next

  constructor(token: string) {
    this.socket = new Socket(socketAddress(token), token, {
      message: (message) => this.hear(message),
      line: (line) => {
        this.line = line;
        if (line.is !== "open") this.heardAll();
      },
    });
  }

  listen(hearer: Hearer): void {
    this.hearer = hearer;
  }

  close(): void {
    this.film = film.skipped(this.film);
    this.wake();
    this.socket.close();
  }

  /** Is now on the table, so that it can be decided? */
  get live(): boolean {
    return this.past === null && this.film.frames.length === 0 && this.shown?.n === this.known?.n;
  }

  /** Is this seat answered such a look-up? The server says so. */
  may(what: LookupName): boolean {
    return this.known?.may.includes(what) ?? false;
  }

  get mine(): boolean {
    return this.known?.question != null;
  }

  /** The question a message is about, by number and name. */
  get asked(): { n: number; mark: number } {
    return { n: this.known?.n ?? 0, mark: this.known?.mark ?? 0 };
  }

  /** Through when what has come of it is told, not when it is stored: until then the old question lies there. */
  async do(deed: Deed, about: { n: number; mark: number; standing?: true }, picked: string[] = []): Promise<void> {
    this.doing = deed;
    this.replied = deed === "answer" ? { mark: about.mark, picked } : null;
    try {
      await (deed === "answer" ? this.socket.ask(deed, { ...about, picked }) : this.socket.ask(deed, about));
      await this.told();
    } finally {
      this.doing = null;
    }
  }

  /** Until how the game stands is told, or nobody can be heard. */
  told(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private heardAll(): void {
    this.behind = false;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case "game":
        this.greet(message);
        break;
      case "change":
        this.change(message);
        break;
      case "chat":
        if (this.known) this.known = { ...this.known, chat: [...this.known.chat, message.line] };
        this.unread += 1;
        break;
      case "lesson":
        if (this.known) this.known = { ...this.known, lesson: message.lesson };
        break;
      case "seats":
        if (this.known) this.known = { ...this.known, seats: message.seats };
        break;
      case "thinking":
        this.thought = message.share;
        break;
      case "planning":
        if (this.planning !== null) this.planning = message.share;
        break;
      case "refused":
        this.hearer?.refused(message.code, message.reasons);
        break;
    }
  }

  private greet(hello: Hello): void {
    const known = greeted(hello);
    if (this.known?.n !== known.n) this.forget();
    this.known = known;
    this.thought = null;
    this.film = film.skipped(this.film);
    this.since = lastAnswered(known.game, known.seat);
    const seen = lastSeen(known.game, known.seat);
    this.missed = seen === null ? [] : film.since(known.steps, seen, known.n);
    this.heardAll();
    if (this.past === null) this.arrive(true);
    else void this.goTo(this.past);
  }

  private change(change: Change): void {
    const before = this.known;
    const after = before && changed(before, change);
    if (!before || !after) {
      this.behind = true;
      this.socket.hello();
      return;
    }
    this.known = after;
    this.thought = null;
    this.heardAll();
    this.answers = after.thinking ? this.answers + 1 : 0;
    const told = change.log.filter((line) => line.n >= change.from);
    const mine = before.question !== null || !change.step;
    if (mine) this.heed(change.step ? change.from : change.n);
    if (this.past !== null) return;
    if (document.hidden) {
      if (mine) this.forget();
      this.missed = film.since(after.steps, lastSeen(after.game, after.seat) ?? change.from, after.n);
      this.film = film.skipped(this.film);
      this.arrive(change.step);
    } else if (mine) {
      this.film = film.skipped(this.film);
      this.missed = [];
      this.fresh = change.step ? told : [];
      this.rolled = rolledSince(this.fresh.some((line) => line.rank !== undefined) ? this.rolled : [], this.fresh);
      this.own = this.rolled;
      this.given = change.step && before.question !== null ? film.phaseOf(before) : "";
      this.moves = [];
      this.arrive(change.step);
    } else {
      this.hearer?.asked(false);
      this.film = film.added(this.film, { n: after.n, fresh: told, shown: film.asShown(after) });
      void this.roll();
    }
  }

  /** This seat has answered, or taken back: older news are read. */
  private heed(n: number): void {
    this.since = n;
    if (this.known) setAnswered(this.known.game, this.known.seat, n);
  }

  /** What changed the war since this seat answered last, the gravest first, as far as it has been shown. */
  get news(): LogLine[] {
    return this.past === null ? newsSince(this.shown?.log ?? [], this.since) : [];
  }

  /** What is known is on the table. */
  private arrive(fresh: boolean): void {
    if (!this.known) return;
    this.shown = film.asShown(this.known);
    if (!document.hidden && this.missed.length === 0) setSeen(this.known.game, this.known.seat, this.known.n);
    this.hearer?.asked(fresh);
  }

  // ------------------------------------------------------------ the film

  private async roll(): Promise<void> {
    if (this.rolling) return;
    this.rolling = true;
    while (this.film.frames.length > 0 && !this.film.paused && this.past === null) {
      const frame = await this.project();
      if (frame) await this.rest(film.rest(frame, this.film.speed));
    }
    this.rolling = false;
  }

  /** Put the next picture on the table; null if the film was stopped meanwhile. */
  private async project(): Promise<film.Frame | null> {
    const [frame, left] = film.next(this.film);
    if (!frame) return null;
    const shown = frame.shown ?? (await this.look(frame.n));
    if (this.film.frames[0] !== frame) return null;
    const before = this.shown?.n ?? 0;
    this.film = { ...this.film, frames: left.frames };
    if (!shown) return null;
    this.fresh = frame.shown ? frame.fresh : shown.log.filter((line) => line.n > before);
    this.rolled = rolledSince(this.rolled, this.fresh);
    this.follow(this.shown, this.fresh);
    const went = this.shown ? moves(this.shown.view.units, shown.view.units, ways(this.fresh)) : [];
    this.moves = [...this.moves, ...went];
    this.shown = shown;
    if (left.frames.length === 0) this.arrive(true);
    return { ...frame, fresh: this.fresh };
  }

  /** Of what others have answered: what belongs to this seat's own answer, such as the reply to its attack. */
  private follow(before: film.Shown | null, fresh: LogLine[]): void {
    const more = before && film.phaseOf(before) === this.given ? cameOf(this.own, fresh) : null;
    if (more) this.own = more;
    else this.given = "";
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  setSpeed(speed: film.Speed): void {
    set("speed", speed);
    this.film = { ...this.film, speed };
  }

  setPaused(paused: boolean): void {
    this.film = { ...this.film, paused };
    this.wake();
    void this.roll();
  }

  stepFilm(): void {
    this.setPaused(true);
    void this.project();
  }

  playNow(): void {
    let before = this.shown;
    for (const { fresh, shown } of this.film.frames) {
      this.rolled = rolledSince(this.rolled, fresh);
      this.follow(before, fresh);
      before = shown;
    }
    this.film = film.skipped(this.film);
    this.fresh = [];
    this.arrive(true);
  }

  /** "Since you were last here." */
  showMissed(): void {
    if (this.known) void this.playFrom(lastSeen(this.known.game, this.known.seat) ?? 0);
  }

  /** What happened from a step on, as a film that ends now. */
  async playFrom(at: number): Promise<void> {
    const { known } = this;
    if (!known) return;
    this.past = null;
    this.missed = [];
    this.moves = [];
    this.forget();
    this.film = film.added(film.empty(this.film.speed), ...film.since(known.steps, at, known.n));
    this.hearer?.asked(false);
    const [first] = this.film.frames;
    const shown = await this.look(at);
    if (shown && first && this.film.frames[0] === first) this.shown = shown;
    void this.roll();
  }

  /** Whatever dice have done is told no more. */
  private forget(): void {
    this.rolled = [];
    this.own = [];
    this.given = "";
  }

  forgetMissed(): void {
    this.missed = [];
    if (this.known) setSeen(this.known.game, this.known.seat, this.known.n);
  }

  // ------------------------------------------------------------ the past

  async look(at: number): Promise<film.Shown | null> {
    try {
      return film.lookedUp(await this.socket.ask("look", { at }), this.known?.looks ?? {});
    } catch (error) {
      if (error instanceof Refused || error instanceof Lost) return null;
      throw error;
    }
  }

  async goTo(at: number | null): Promise<void> {
    if (at === null || !this.known || at >= this.known.n) {
      if (this.live) return; // what is half picked stays
      this.past = null;
      this.fresh = [];
      this.rolled = [];
      this.arrive(true);
      return;
    }
    this.rolled = []; // dice of now are not told over another time
    this.given = "";
    this.past = this.stopBefore(at + 1) ?? 0; // between two stops nobody was asked: it is the one before
    this.film = film.skipped(this.film);
    this.hearer?.asked(false);
    if (!this.looking) await this.lookBack();
  }

  /** One look at a time: while the timeline is dragged only the last place is asked for. */
  private async lookBack(): Promise<void> {
    this.looking = true;
    for (let at = -1; this.past !== null && this.past !== at; ) {
      at = this.past;
      const shown = await this.look(at);
      if (!shown || this.past === null) break;
      this.shown = shown;
      this.fresh = shown.log.filter((line) => line.n > (this.stop(-1) ?? -1));
      this.rolled = rolledSince([], this.fresh);
    }
    this.looking = false;
  }

  /** The stop of the timeline before (-1) or behind (1) the one on the table. */
  stop(way: -1 | 1): number | null {
    const at = this.past ?? this.known?.n ?? 0;
    return way < 0 ? this.stopBefore(at) : (this.known?.steps.find((step) => step > at) ?? null);
  }

  /** The last stop before so many inputs. */
  stopBefore(n: number): number | null {
    return this.known?.steps.filter((step) => step < n).at(-1) ?? null;
  }
}
