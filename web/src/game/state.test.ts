import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aChange, aKnown, aLine, aQuestion, aUnit, aView } from "./examples";
import { FakeServer, pretend } from "./fake";
import { setSeen } from "./seen";
import { Game } from "./state.svelte";

describe("the game as the browser knows it", () => {
  let game: Game;
  let server: FakeServer;

  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    pretend();
    game = new Game("key");
    server = FakeServer.last;
    server.open();
  });
  afterEach(() => {
    game.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const begin = (more: Parameters<typeof aKnown>[0] = {}) =>
    server.say({ type: "game", ...aKnown({ n: 4, steps: [0, 2, 4], ...more }) });
  const theirs = (from: number) =>
    aChange({ from, n: from + 1, log: [aLine(from)], to_play: "allied", thinking: true });

  it("has on the table what the server tells", async () => {
    await begin();

    expect(game.shown?.n).toBe(4);
    expect(game.live).toBe(true);
  });

  it("asks for everything again when a change does not follow", async () => {
    await begin();
    await server.say(aChange({ from: 7, n: 8 }));

    expect(server.sent.filter((one) => one.type === "hello").length).toBe(2);
    expect(game.known?.n).toBe(4);
  });

  it("shows one's own answer at once", async () => {
    await begin({ question: aQuestion() });
    await server.say(aChange({ from: 4, n: 5, log: [aLine(4)] }));

    expect(game.shown?.n).toBe(5);
    expect(game.fresh.length).toBe(1);
  });

  it("shows what others do one after the other", async () => {
    await begin({ to_play: "allied" });
    for (const from of [4, 5, 6]) await server.say(theirs(from));

    expect(game.shown?.n).toBe(5);
    expect(game.live).toBe(false);
    expect(game.answers).toBe(3);
    await vi.advanceTimersByTimeAsync(1100);
    expect(game.shown?.n).toBe(6);
    await vi.advanceTimersByTimeAsync(1100);
    expect(game.shown?.n).toBe(7);
    expect(game.live).toBe(true);
  });

  it("can be paused, stepped and told to play now", async () => {
    await begin({ to_play: "allied" });
    for (const from of [4, 5, 6, 7]) await server.say(theirs(from));
    game.setPaused(true);
    await vi.advanceTimersByTimeAsync(9000);
    expect(game.shown?.n).toBe(5);

    game.stepFilm();
    await vi.advanceTimersByTimeAsync(9000);
    expect(game.shown?.n).toBe(6);

    game.playNow();
    expect(game.shown?.n).toBe(8);
    expect(game.live).toBe(true);
  });

  it("remembers how others moved until one answers", async () => {
    const at = (hex: string) => aView({ units: { bri: aUnit(hex, { side: "allied" }) } }).units;
    await begin({ to_play: "allied", view: aView({ units: at("3001") }) });
    await server.say({ ...theirs(4), view: { units: at("3002") }, question: aQuestion() });
    expect(game.moves).toEqual([{ hexes: ["3001", "3002"], side: "allied" }]);

    await server.say(aChange({ from: 5, n: 6 }));
    expect(game.moves).toEqual([]);
  });

  describe("dice over one's own answer", () => {
    const phase = (name: string) => [{ depth: 0, name, rule: "19.0", now: true }];
    const dice = { dice: "1d6", reads: [5] };
    const attacked = aLine(4, { text: "the attack on 3026", dice });
    const texts = () => game.own.map((line) => line.text);
    beforeEach(() => begin({ question: aQuestion(), sequence: phase("Ground Combat") }));
    const answer = (sequence = phase("Movement")) =>
      server.say(aChange({ from: 4, n: 5, log: [attacked], to_play: "allied", thinking: true, sequence }));

    it("stand until the next answer, however quickly others play on", async () => {
      await answer();
      for (const from of [5, 6]) await server.say({ ...theirs(from), log: [aLine(from, { dice })] });
      expect(texts()).toEqual(["the attack on 3026"]);
      await vi.advanceTimersByTimeAsync(9000);
      expect(game.shown?.n).toBe(7); // the film has not waited
      expect(texts()).toEqual(["the attack on 3026"]);

      await server.say({ ...theirs(7), log: [], question: aQuestion({ n: 8, mark: 8 }) });
      await server.say(aChange({ from: 8, n: 9, log: [aLine(8)] }));
      expect(game.own).toEqual([]);
    });

    it("may fall when another has replied to it; what he does afterwards is his", async () => {
      await server.say(aChange({ from: 4, n: 5, log: [aLine(4)], to_play: "allied", thinking: true }));
      await server.say({ ...theirs(5), log: [{ ...attacked, n: 5 }], sequence: phase("Movement") });
      await server.say({ ...theirs(6), log: [aLine(6, { dice })] });
      game.playNow();
      expect(texts()).toEqual(["the attack on 3026"]);
    });

    it("end where others fall, though the phase goes on", async () => {
      await answer(phase("Ground Combat"));
      await server.say({ ...theirs(5), log: [aLine(5, { text: "a retreat" })], sequence: phase("Ground Combat") });
      await server.say({ ...theirs(6), log: [aLine(6, { text: "their attack", dice })] });
      game.playNow();
      expect(texts()).toEqual(["the attack on 3026", "a retreat"]);
    });

    it("are known again when one comes back from the past", async () => {
      await answer();
      void game.goTo(2);
      await game.goTo(null);
      expect(texts()).toEqual(["the attack on 3026"]);
    });

    it("are nobody's after an undo", async () => {
      await answer();
      await server.say(aChange({ from: 5, n: 4, step: false, to_play: "allied", thinking: true }));
      expect(game.own).toEqual([]);
      await server.say({ ...theirs(4), log: [aLine(4, { dice })] });
      game.playNow();
      expect(game.own).toEqual([]);
    });
  });

  it("drops what was undone", async () => {
    await begin({ question: aQuestion(), log: [aLine(1), aLine(3)] });
    await server.say(aChange({ from: 4, n: 2, step: false, question: aQuestion({ n: 2 }) }));

    expect(game.known?.steps).toEqual([0, 2]);
    expect(game.shown?.log.map((line) => line.n)).toEqual([1]);
  });

  it("offers what happened since one was here, and shows it as a film", async () => {
    setSeen("g", "axis", 0);
    await begin();
    expect(game.missed.map((frame) => frame.n)).toEqual([2, 4]);

    game.showMissed();
    const look = (n: number) => ({ n, view: aView(), looks: {}, log: [], sequence: [], to_play: "", text: "" });
    for (const n of [0, 2, 4]) {
      expect(server.asked("look")?.at).toBe(n);
      await server.reply("look", look(n));
      expect(game.shown?.n).toBe(n);
      await vi.advanceTimersByTimeAsync(1100);
    }
    expect(game.live).toBe(true);
  });

  it("looks at the stop before where nobody was asked", async () => {
    await begin();
    void game.goTo(3);
    expect(game.past).toBe(2);
    expect(server.asked("look")).toMatchObject({ at: 2 });
  });

  it("goes to any step of the past and back to now", async () => {
    await begin();
    void game.goTo(2);
    await server.reply("look", {
      n: 2,
      view: aView({ when: "then" }),
      looks: {},
      log: [],
      sequence: [],
      to_play: "",
      text: "",
    });
    expect(game.shown?.view.when).toBe("then");
    expect(game.live).toBe(false);
    expect([game.stop(-1), game.stop(1)]).toEqual([0, 4]);

    await game.goTo(null);
    expect(game.live).toBe(true);
    expect(game.shown?.n).toBe(4);
  });

  it("asks for the last place alone while the timeline is dragged", async () => {
    await begin({ n: 9, steps: [0, 1, 2, 3, 9] });
    for (const at of [3, 2, 1, 0]) void game.goTo(at);
    const look = { view: aView(), looks: {}, log: [], sequence: [], to_play: "", text: "" };
    await server.reply("look", { n: 3, ...look });
    await server.reply("look", { n: 0, ...look });

    expect(server.sent.filter((one) => one.type === "look").map((one) => (one as { at: number }).at)).toEqual([3, 0]);
    expect(game.shown?.n).toBe(0);
  });
});
