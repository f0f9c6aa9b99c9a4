import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { set } from "../settings.svelte";
import type { LookupName, Odds, Question } from "../wire/types";
import { Decision } from "./decide.svelte";
import * as drafts from "./draft";
import { aChange, aKnown, aLine, aQuestion } from "./examples";
import { FakeServer, pretend, settled } from "./fake";
import { said } from "./refusal";
import { Game } from "./state.svelte";

const pick = (id: string) => ({ id, name: id, hint: "" });
const seats = [
  { side: "axis", name: "Axis", player: "person" as const, computer: "", who: "", joined: true, present: true },
];

const menu = aQuestion({
  picks: [pick("march"), pick("rail"), pick("end")],
  opens: {
    march: { kind: "unit", many: false, picks: ["dak", "arm"] },
    rail: { kind: "unit", many: false, picks: ["dak"] },
    end: { kind: "", many: false, picks: [] },
  },
  ends: "end",
});
const whole = (...picked: string[]) => aQuestion({ picked, slot: "", kind: "" });

describe("a decision", () => {
  let game: Game;
  let decision: Decision;
  let server: FakeServer;
  let thumb: boolean;

  beforeEach(() => {
    localStorage.clear();
    pretend();
    thumb = false;
    game = new Game("key");
    decision = new Decision(game, () => thumb);
    server = FakeServer.last;
    server.open();
  });
  afterEach(() => {
    game.close();
    vi.unstubAllGlobals();
  });

  async function begin(question: Question | null, may: LookupName[] = []): Promise<void> {
    await server.say({ type: "game", ...aKnown({ n: 4, steps: [0, 4], question, seats, may }) });
  }

  it("takes the one verb a unit can begin", async () => {
    await begin(menu);
    void decision.click("arm", "Armour", 0, 0);
    await settled();

    expect(server.asked("draft")).toMatchObject({ n: 4, picked: ["march", "arm"] });
  });

  it("lights what its verbs can begin with when that comes, and lets whoever is quicker wait for it", async () => {
    const untold = Object.entries(menu.opens).map(([verb, { kind, many }]) => [verb, { kind, many }]);
    await begin({ ...menu, opens: Object.fromEntries(untold) });
    expect(server.asked("opens")).toMatchObject({ n: 4, mark: 4 });
    expect(decision.question?.picks.map((one) => one.id)).toEqual(["march", "rail", "end"]);
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(server.asked("draft")).toBeUndefined();
    expect(server.asked("why")).toBeUndefined();

    await server.reply("opens", menu.opens);
    expect(decision.question?.opens).toEqual(menu.opens);
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "arm"] });
  });

  it("asks nothing more of a menu whose verbs begin with nothing on the map", async () => {
    await begin(aQuestion({ picks: [pick("commit"), pick("hold")], opens: { commit: bare, hold: bare } }));
    expect(server.asked("opens")).toBeUndefined();
  });

  /** What each verb asks after a unit: hexes, or nothing on the map. */
  async function tellAfter(unit: string, hexes: Record<string, string[]>): Promise<void> {
    for (const { ref, picked } of server.sent.flatMap((one) => (one.type === "draft" ? [one] : []))) {
      const [verb = "", what] = picked;
      const offered = what === unit && hexes[verb];
      if (!offered) continue;
      const kind = offered.length > 0 ? "hex" : "word";
      const body = aQuestion({
        picked,
        kind,
        slot: "to",
        picks: offered.map((id) => ({ ...pick(id), hint: `${id} MF` })),
      });
      await server.say({ type: "reply", ref, body });
    }
  }

  it("marches a unit that is chosen to the lit hex that is clicked, and asks for a verb only where two fit", async () => {
    await begin(menu);
    void decision.click("dak", "DAK", 10, 20);
    await settled();
    await tellAfter("dak", { march: ["1", "2"], rail: ["2", "3"] });
    expect(decision.ways).toBeNull();
    expect(drafts.clickable(decision.question as Question).hexes).toEqual(new Set(["1", "2", "3"]));

    void decision.click("1", "1", 10, 20);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "dak", "1"] });
    await server.reply("draft", whole("march", "dak", "1"));
    expect(server.asked("answer")).toMatchObject({ picked: ["march", "dak", "1"] });
  });

  it("asks which verb is meant by a hex that two verbs of a chosen unit reach", async () => {
    await begin(menu);
    void decision.click("dak", "DAK", 10, 20);
    await settled();
    await tellAfter("dak", { march: ["1", "2"], rail: ["2", "3"] });
    void decision.click("2", "2", 10, 20);
    await settled();
    expect(decision.ways?.choices.map((choice) => choice.picks)).toEqual([
      ["march", "2"],
      ["rail", "2"],
    ]);
    expect(server.asked("draft")).toMatchObject({ picked: ["rail", "dak"] }); // their prices
    void decision.pick(["rail", "2"]);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["rail", "dak", "2"] });
  });

  it("lets another unit be chosen instead, takes a word for it, and goes back to the menu", async () => {
    await begin(menu);
    void decision.click("dak", "DAK", 10, 20);
    await settled();
    await tellAfter("dak", { march: ["1"], rail: ["3"] });
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    await server.reply("draft", where);
    expect(decision.question?.picked).toEqual(["march", "arm"]);
    decision.stepBack();

    void decision.click("dak", "DAK", 10, 20);
    await settled();
    await tellAfter("dak", { march: ["1"], rail: ["3"] });
    expect(decision.question?.text).toContain("DAK");
    decision.back();
    expect(decision.question).toEqual(menu);
  });

  it("opens a menu at the unit when its verbs go to no hex, the last one first", async () => {
    await begin(menu);
    void decision.click("dak", "DAK", 10, 20);
    await settled();
    await tellAfter("dak", { march: [], rail: [] });

    expect(decision.ways?.choices.map((choice) => choice.picks)).toEqual([
      ["march", "dak"],
      ["rail", "dak"],
    ]);
    void decision.pick(["rail", "dak"]);
    await server.reply(
      "draft",
      aQuestion({ picked: ["rail", "dak"], kind: "hex", slot: "to", picks: [pick("1"), pick("2")] }),
    );
    expect(decision.ways).toBeNull();
    decision.stepBack();
    void decision.click("dak", "DAK", 10, 20);
    await settled();
    await tellAfter("dak", { march: [], rail: [] });
    expect(decision.ways?.choices[0]?.picks).toEqual(["rail", "dak"]);
  });

  it("never begins what destroys one's own by a click alone, and always asks before it is sent", async () => {
    const blow = { kind: "hex" as const, many: false, picks: ["13.7"], deliberate: true };
    const dumps = aQuestion({ picks: [pick("blow"), pick("end")], opens: { blow, end: bare }, ends: "end" });
    await begin(dumps);
    void decision.click("13.7", "13.7", 10, 20);
    await settled();
    expect(decision.question?.picked).toEqual([]);
    expect(decision.ways).toBeNull();
    expect(decision.whyNot?.instead.map((one) => one.id)).toEqual(["blow"]);
    void decision.click("blow", "Blow a dump", 10, 20);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["blow"] });
    await server.reply(
      "draft",
      aQuestion({ picked: ["blow"], kind: "hex", slot: "dump", picks: [pick("13.7"), pick("1")] }),
    );
    decision.stepBack();

    void decision.pick(["blow", "13.7"], "sure");
    await server.reply("draft", whole("blow", "13.7"));
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();
  });

  it("switches off at first those of a group whom most would leave", async () => {
    await begin({ ...stacks, picks: [{ ...stack, usual: ["r3"] }, ...stacks.picks.slice(1)] });
    expect([...decision.off]).toEqual(["r1", "r2"]);
    decision.toggle("r1");
    void decision.choose(0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["r1+r3"] });
  });

  const stack = { id: "0402", name: "0402", hint: "", units: ["r1", "r2", "r3"] };
  const alone = (id: string) => ({ ...pick(id), units: [id], of: "0402" });
  const stacks = aQuestion({ kind: "group", slot: "stack", picks: [stack, ...["r1", "r2", "r3"].map(alone)] });

  it("takes a group without the units that are switched off, by its digit too", async () => {
    await begin(stacks);
    decision.toggle("r2");
    void decision.choose(0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["r1+r3"] });
    await server.reply("draft", aQuestion({ picked: ["r1+r3"], kind: "hex", picks: [pick("1"), pick("2")] }));
    expect(decision.off.size).toBe(0);
    decision.stepBack();
    void decision.choose(0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["0402"] });
  });

  const rounds = aQuestion({
    kind: "number",
    slot: "rounds",
    picks: [pick("0"), pick("9000")],
    numbers: { ranges: [{ low: 0, high: 9000, by: 1 }], proposal: 4000 },
  });

  it("proposes a number, and what was named when it is asked for again", async () => {
    await begin(rounds);
    expect(decision.proposed(rounds)).toBe("4000");
    await decision.choose(0); // digits are written into the field
    expect(server.asked("draft")).toBeUndefined();
    void decision.pick(["350"]);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["350"] });
    expect(decision.proposed(rounds)).toBe("350");
    expect(decision.proposed({ ...rounds, mark: 5 })).toBe("4000");
  });

  it("says what the server refuses of a number", async () => {
    await begin(rounds);
    void decision.pick(["12000"]);
    await settled();
    await server.refuse("draft", "9000 rounds are left");
    expect(decision.whyNot?.reasons[0]?.text).toBe("9000 rounds are left");
    expect(decision.question).toMatchObject({ kind: "number" });
  });

  const where = aQuestion({ picked: ["march", "arm"], kind: "hex", slot: "to", picks: [pick("1"), pick("2")] });

  async function ready(): Promise<void> {
    thumb = true;
    await begin(menu);
    void decision.click("arm", "Armour", 0, 0);
    await server.reply("draft", where);
    void decision.click("1", "1", 0, 0);
    await server.reply("draft", whole("march", "arm", "1"));
    expect(decision.holding).toBe("confirm");
  }

  it("aims a ready answer elsewhere when something else is pointed at", async () => {
    await ready();
    void decision.click("2", "2", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "arm", "2"] });
    await server.reply("draft", whole("march", "arm", "2"));
    expect(decision.holding).toBe("confirm");
    expect(decision.question?.picked).toEqual(["march", "arm", "2"]);

    void decision.click("dak", "DAK", 0, 0); // from the beginning, with another counter
    await settled();
    await tellAfter("dak", { march: [], rail: [] });
    expect(decision.ways?.choices.map((choice) => choice.picks[0])).toEqual(["march", "rail"]);
  });

  it("tells why a ready answer cannot be aimed there, by what was asked before it was ready", async () => {
    await ready();
    void decision.click("3", "3", 0, 0);
    await settled();
    expect(server.asked("why")).toMatchObject({ picked: ["march", "arm"], pick: "3" });
    await server.reply("why", { may: false, reasons: [said("a zone of control")], instead: [] });
    expect(decision.whyNot?.reasons[0]?.text).toBe("a zone of control");
    expect(decision.question?.picked).toEqual(["march", "arm", "1"]);

    decision.stepBack(); // whatever card is open
    expect(decision.whyNot).toBeNull();
    expect(decision.question?.picked).toEqual(["march", "arm"]);
  });

  it("shows the way to a hex that a click would take by the one verb there is", async () => {
    const operations = aQuestion({
      picks: [pick("move"), pick("attack"), pick("assault")],
      opens: {
        move: { kind: "hex", many: false, picks: ["1"] },
        attack: { kind: "hex", many: false, picks: ["2"] },
        assault: { kind: "hex", many: false, picks: ["2"] },
      },
    });
    await begin(operations, ["path"]);
    decision.hover("2");
    expect(server.asked("path")).toBeUndefined(); // it could be either
    decision.hover("1");
    expect(server.asked("path")).toMatchObject({ picked: ["move"], pick: "1" });
  });

  const operations = aQuestion({
    picks: [pick("attack"), pick("assault")],
    opens: {
      attack: { kind: "hex", many: false, picks: ["2"] },
      assault: { kind: "hex", many: false, picks: ["2"] },
    },
  });
  const hexes = (verb: string, hint: string) =>
    aQuestion({ picked: [verb], kind: "hex", slot: "hex", picks: [{ ...pick("2"), hint }, pick("3")] });

  it("tells in the menu at a hex what each verb costs there", async () => {
    await begin(operations);
    void decision.click("2", "0711 Sedan", 0, 0);
    await settled();
    for (const { ref, ...said } of server.sent.filter((one) => one.type === "draft")) {
      const [verb = ""] = (said as { picked: string[] }).picked;
      await server.say({ type: "reply", ref, body: hexes(verb, verb === "attack" ? "−4 MP" : "−3 MP") });
    }
    expect(decision.ways?.choices.map(({ name, hint }) => [name, hint])).toEqual([
      ["attack", "−4 MP"],
      ["assault", "−3 MP"],
    ]);
  });

  it("tells what is held costs, and its way, however it was picked", async () => {
    await begin(operations, ["path"]);
    thumb = true;
    void decision.pick(["attack", "2"]);
    await server.reply("draft", whole("attack", "2"));
    expect(decision.holding).toBe("confirm");
    expect(server.asked("draft")).toMatchObject({ picked: ["attack"] });
    await server.reply("draft", hexes("attack", "−4 MP"));
    expect(decision.foresight.price).toBe("−4 MP");
    expect(server.asked("path")).toMatchObject({ picked: ["attack"], pick: "2" });
    decision.stepBack();
    expect(decision.foresight.price).toBe("");
  });

  it("sends a free answer at once, also where the click did not say the verb", async () => {
    await begin(menu);
    void decision.click("arm", "Armour", 0, 0);
    await server.reply("draft", whole("march", "arm"));
    expect(decision.holding).toBe("no");
    expect(server.asked("answer")).toMatchObject({ picked: ["march", "arm"] });
  });

  it("holds what costs something where the click did not say the verb", async () => {
    await begin({ ...menu, picks: [{ ...pick("march"), hint: "2 MP" }, pick("rail"), pick("end")] });
    void decision.click("arm", "Armour", 0, 0);
    await server.reply("draft", whole("march", "arm"));
    expect(decision.holding).toBe("confirm");
  });

  it("does nothing, now and later, where it is told not to ask again", async () => {
    await begin(menu);
    expect(decision.spared).toBe(true);
    void decision.never();
    await server.reply("draft", { ...whole("end"), warning: [said("DAK has not moved")] });
    expect(decision.holding).toBe("warning");
    decision.back();
    void decision.never();
    await server.reply("draft", whole("end"));
    expect(server.asked("answer")).toMatchObject({ n: 4, picked: ["end"], standing: true });
  });

  it("never rolls what was filled in by itself: its odds are shown first", async () => {
    await begin(menu, ["odds"]);
    const units = aQuestion({
      picked: ["rail"],
      kind: "unit",
      slot: "unit",
      many: true,
      picks: [pick("dak"), pick("done")],
    });
    void decision.pick(["rail"]);
    await server.reply("draft", { ...units, picks: [pick("dak")] });
    await server.reply("draft", { ...units, picked: ["rail", "dak"], chosen: ["dak"], picks: [pick("done")] });
    await server.reply("draft", whole("rail", "dak", "done"));
    await server.reply("odds", combat);
    expect(server.asked("answer")).toBeUndefined();
    expect(decision.holding).toBe("confirm");
    expect(decision.foresight.odds).not.toBeNull();
  });

  it("takes what is the only choice, and tells it", async () => {
    await begin(aQuestion({ kind: "unit", slot: "unit", picks: [pick("dak")] }));
    expect(server.asked("draft")).toMatchObject({ picked: ["dak"] });
    await server.reply("draft", aQuestion({ picked: ["dak"], kind: "hex", slot: "to", picks: [pick("1"), pick("2")] }));

    expect(decision.question?.picked).toEqual(["dak"]);
    expect(decision.draft?.told).toContain("dak");
  });

  it("holds what was filled in for the player, with its name and price", async () => {
    await begin(menu);
    void decision.pick(["rail"]);
    await server.reply(
      "draft",
      aQuestion({ picked: ["rail"], kind: "unit", slot: "unit", picks: [{ id: "dak", name: "DAK", hint: "3 MP" }] }),
    );
    await server.reply("draft", whole("rail", "dak"));

    expect(server.asked("answer")).toBeUndefined();
    expect(decision.holding).toBe("confirm");
    expect(decision.draft?.told).toContain("DAK (3 MP)");
    expect(decision.question?.picked).toEqual(["rail", "dak"]);
  });

  it("sends an answer picked from a menu", async () => {
    await begin(menu);
    void decision.pick(["march", "arm"]);
    await server.reply("draft", whole("march", "arm"));
    expect(server.asked("answer")).toMatchObject({ picked: ["march", "arm"] });
  });

  it("picks nothing unasked after an undo", async () => {
    await begin(menu);
    const only = aQuestion({ n: 3, kind: "unit", slot: "unit", picks: [pick("dak")] });
    await server.say(aChange({ from: 4, n: 3, step: false, question: only }));

    expect(server.asked("draft")).toBeUndefined();
    expect(decision.question).toEqual(only);
  });

  it("sends a whole answer under the pointer, and holds it under a thumb", async () => {
    await begin(menu);
    void decision.pick(["march", "arm", "3026"]);
    await server.reply("draft", whole("march", "arm", "3026"));
    expect(server.asked("answer")).toMatchObject({ n: 4, picked: ["march", "arm", "3026"] });
    await server.say({ type: "answered", ref: server.asked("answer")?.ref ?? 0, n: 5 });

    thumb = true;
    await server.say(aChange({ from: 4, n: 5, question: { ...menu, n: 5 } }));
    void decision.pick(["march", "dak", "3026"]);
    await server.reply("draft", { ...whole("march", "dak", "3026"), n: 5 });
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toMatchObject({ n: 4 });
    void decision.goOn();
    await settled();
    expect(server.asked("answer")).toMatchObject({ n: 5, picked: ["march", "dak", "3026"] });
  });

  it("sends the end of a list under the pointer, but holds it under a thumb", async () => {
    const list = aQuestion({
      picked: ["attack", "dak"],
      kind: "unit",
      many: true,
      chosen: ["dak"],
      picks: [pick("arm"), pick("done")],
    });
    thumb = true;
    await begin(list);
    void decision.goOn();
    await server.reply("draft", whole("attack", "dak", "done"));
    expect(decision.holding).toBe("confirm");

    thumb = false;
    await begin(list);
    void decision.goOn();
    await server.reply("draft", whole("attack", "dak", "done"));
    expect(server.asked("answer")).toMatchObject({ picked: ["attack", "dak", "done"] });
  });

  it("holds an answer for which dice are rolled, with its odds", async () => {
    await begin(menu, ["odds"]);
    void decision.pick(["march", "arm", "3026"]);
    await server.reply("draft", whole("march", "arm", "3026"));
    const result = (share: number) => ({ result: "D1", chance: "1/2", share, means: "", courses: [], given: "" });
    const odds = {
      title: "",
      rule: "",
      terms: [],
      assumed: [],
      chart: null,
      expected: [],
      results: [result(0.5), result(0.5)],
      later: "",
      again: false,
      sequel: null,
    };
    await server.reply("odds", odds);

    expect(decision.foresight.odds).toEqual(odds);
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();
  });

  const [term] = [{ label: "German unit", figure: "+2", rule: "5.3", group: "attacker" }];
  const bare = { kind: "" as const, many: false, picks: [] };
  const sealed = aQuestion({ picks: [pick("commit"), pick("hold")], opens: { commit: bare, hold: bare } });
  const combat = {
    title: "",
    rule: "",
    terms: [term],
    assumed: [],
    chart: null,
    expected: [],
    results: [{ result: "D1", chance: "1", share: 1, means: "", courses: [], given: "" }],
    later: "",
    again: false,
    sequel: null,
  };

  it("holds a word after which dice are rolled, or that prepares them, whoever has a word before", async () => {
    for (const [odds, holding] of [
      [combat, "confirm"],
      [{ ...combat, again: true }, "confirm"],
      [{ ...combat, later: "DAK leads it" }, "confirm"],
      [{ ...combat, terms: [] }, "no"],
    ] satisfies [Odds, string][]) {
      await begin(sealed, ["odds"]);
      void decision.pick(["hold"]);
      await server.reply("draft", whole("hold"));
      await server.reply("odds", odds);
      expect(decision.holding).toBe(holding);
      expect(decision.foresight.odds).toEqual(odds.terms.length > 0 ? odds : null);
      if (holding === "no") await server.reply("answer", null);
    }
  });

  it("lets a word roll at once beside which its odds are written, not before they are", async () => {
    await begin(sealed, ["odds"]);
    const asked = server.sent.filter((one) => one.type === "odds");
    expect(asked).toMatchObject([{ picked: ["commit"] }, { picked: ["hold"] }]);
    void decision.pick(["hold"]); // quicker than they come
    await server.reply("draft", whole("hold"));
    await server.reply("odds", combat);
    expect(decision.holding).toBe("confirm");

    await begin(sealed, ["odds"]);
    for (const { ref } of server.sent.filter((one) => one.type === "odds").slice(-2))
      await server.say({ type: "reply", ref, body: combat });
    expect(decision.chance("hold")).toBe("D1 100%");
    void decision.pick(["hold"]);
    await server.reply("draft", whole("hold"));
    await server.reply("odds", combat);
    expect(decision.holding).toBe("no");
    expect(server.asked("answer")).toMatchObject({ picked: ["hold"] });
  });

  it("holds a word that was pressed before its odds were written, though they come before the reply", async () => {
    await begin(sealed, ["odds"]);
    void decision.pick(["hold"]);
    for (const { ref } of server.sent.filter((one) => one.type === "odds"))
      await server.say({ type: "reply", ref, body: combat });
    await server.reply("draft", whole("hold"));
    await server.reply("odds", combat);
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();
  });

  it("holds the end of a list that was pressed before its odds were shown", async () => {
    const list = aQuestion({ picked: ["march"], kind: "unit", many: true, picks: [pick("arm"), pick("done")] });
    await begin(menu, ["odds"]);
    void decision.pick(["march"]);
    await server.reply("draft", list);
    void decision.goOn();
    await server.reply("odds", combat);
    await server.reply("draft", whole("march", "done"));
    await server.reply("odds", combat);
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();
  });

  const at = { kind: "hex" as const, many: false, picks: ["0505"] };
  const both = aQuestion({ picks: [pick("attack"), pick("assault")], opens: { attack: at, assault: at } });

  it("holds what was pressed in the menu at a hex while its odds were known and not written there", async () => {
    await begin(both, ["odds"]);
    void decision.click("0505", "0505", 0, 0);
    await settled();
    for (const { ref } of server.sent.filter((one) => one.type === "odds"))
      await server.say({ type: "reply", ref, body: combat });
    expect(decision.ways?.choices.map(({ hint }) => hint)).toEqual(["", ""]); // the prices are not there yet
    void decision.pick(["attack", "0505"]);
    await server.reply("draft", whole("attack", "0505"));
    await server.reply("odds", combat);
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();
  });

  it("asks no odds of the end, and weighs for the side that is asked", async () => {
    await begin({ ...sealed, picks: [pick("commit"), pick("hold")], ends: "hold" }, ["odds"]);
    expect(server.sent.filter((one) => one.type === "odds")).toMatchObject([{ picked: ["commit"] }]);

    await begin({ ...both, side: "allied" }, ["odds"]);
    void decision.click("0505", "0505", 0, 0);
    await settled();
    const half = { result: "D1", chance: "1/2", share: 0.5, means: "", courses: [], given: "" };
    const assumed = [{ side: "allied", text: "", rule: "" }];
    for (const { ref } of server.sent.filter((one) => one.type === "odds").slice(-2))
      await server.say({ type: "reply", ref, body: { ...combat, terms: [], results: [half, half], assumed } });
    expect(decision.foresight.ahead).toEqual({});
  });

  it("writes the odds into the menu at a hex, and what is pressed there rolls", async () => {
    await begin(both, ["odds"]);
    void decision.click("0505", "0505", 0, 0);
    await settled();
    for (const { ref, picked } of server.sent.flatMap((one) => (one.type === "draft" ? [one] : [])))
      await server.say({
        type: "reply",
        ref,
        body: aQuestion({ picked, kind: "hex", slot: "to", picks: [pick("0505")] }),
      });
    for (const { ref } of server.sent.filter((one) => one.type === "odds"))
      await server.say({ type: "reply", ref, body: combat });
    expect(decision.ways?.choices.map(({ hint }) => hint)).toEqual(["D1 100%", "D1 100%"]);
    void decision.pick(["attack", "0505"]);
    await server.reply("draft", whole("attack", "0505"));
    await server.reply("odds", combat);
    expect(server.asked("answer")).toMatchObject({ picked: ["attack", "0505"] });
  });

  const targets = { kind: "hex" as const, many: false, picks: ["3026"] };
  const battle = aQuestion({
    picks: [pick("attack"), pick("end")],
    opens: { attack: targets, end: bare },
    ends: "end",
  });
  const attackers = aQuestion({
    picked: ["attack", "3026"],
    kind: "unit",
    slot: "units",
    many: true,
    picks: [pick("dak"), pick("arm")],
    usual: ["dak", "arm"],
  });

  it("takes all who can attack a hex that is clicked, with their odds, and lets single ones go", async () => {
    await begin(battle, ["odds"]);
    void decision.click("3026", "3026", 0, 0);
    await server.reply("draft", attackers);
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "3026", "dak", "arm", "done"] });
    await server.reply("draft", whole("attack", "3026", "dak", "arm", "done"));
    await server.reply("odds", combat);
    expect(decision.holding).toBe("confirm");
    expect(decision.draft?.told).toContain("press one to leave it out");
    const aim = drafts.aimed(decision.draft as drafts.Draft);
    expect(drafts.clickable(aim)).toEqual({ hexes: new Set(["3026"]), units: new Set(["dak", "arm"]) });
    expect(drafts.wanted(aim)).toBe("any"); // a click on a stack is about its counters

    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "3026", "dak", "done"] });
    await server.reply("draft", whole("attack", "3026", "dak", "done"));
    await server.reply("odds", combat);
    expect(decision.holding).toBe("confirm");
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "3026", "dak", "arm", "done"] });
    await server.reply("draft", whole("attack", "3026", "dak", "arm", "done"));
    await server.reply("odds", combat);
    expect(server.asked("answer")).toBeUndefined();
    void decision.confirm();
    await settled();
    expect(server.asked("answer")).toMatchObject({ picked: ["attack", "3026", "dak", "arm", "done"] });
  });

  it("holds those who are taken because most would, also where no dice fall, and asks for each where it is told to", async () => {
    await begin(battle);
    void decision.click("3026", "3026", 0, 0);
    await server.reply("draft", attackers);
    await server.reply("draft", whole("attack", "3026", "dak", "arm", "done"));
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();

    void decision.askAll();
    await settled();
    expect(decision.question).toEqual(attackers); // the hex is not asked for again
    expect(decision.holding).toBe("no");
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "3026", "arm"] });
  });

  it("asks for each when the last of them was let go", async () => {
    await begin(battle);
    void decision.click("3026", "3026", 0, 0);
    await server.reply("draft", { ...attackers, usual: ["dak"] });
    await server.reply("draft", whole("attack", "3026", "dak", "done"));
    void decision.click("dak", "DAK", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "3026"] });
    await server.reply("draft", attackers);
    expect(decision.question?.slot).toBe("units");
    expect(decision.holding).toBe("no");
  });

  it("takes not all again when the last was let go of a list that may be ended", async () => {
    const list = { ...attackers, picks: [pick("dak"), pick("done")], usual: ["dak"] };
    await begin(battle);
    void decision.click("3026", "3026", 0, 0);
    await server.reply("draft", list);
    await server.reply("draft", whole("attack", "3026", "dak", "done"));
    void decision.click("dak", "DAK", 0, 0);
    await server.reply("draft", list);
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "3026"] });
    expect(decision.question).toEqual(list);
    expect(decision.holding).toBe("no");
  });

  const once = { ...menu, again: ["march", "dak", "1"] };
  const aims = (hint: string) =>
    aQuestion({ picked: ["march", "dak"], kind: "hex", slot: "to", picks: [{ ...pick("1"), hint }, pick("2")] });

  async function onceMore(hint = ""): Promise<void> {
    void decision.again();
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "dak"] }); // its price
    await server.reply("draft", aims(hint));
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "dak", "1"] });
    await server.reply("draft", whole("march", "dak", "1"));
  }

  it("does once more what was answered the last time, and shows its odds first where dice fall", async () => {
    await begin(once);
    await onceMore();
    expect(server.asked("answer")).toMatchObject({ picked: ["march", "dak", "1"] });
    await server.reply("answer", null);

    await begin(once, ["odds"]);
    await onceMore();
    await server.reply("odds", combat);
    expect(decision.holding).toBe("confirm");
  });

  it("holds what is done once more where it has a price, of the last pick or of the verb", async () => {
    await begin(once);
    await onceMore("3 MP");
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();

    await begin({ ...once, picks: [{ ...pick("march"), hint: "2 MP" }, pick("rail"), pick("end")] });
    void decision.again();
    await server.reply("draft", whole("march", "dak", "1"));
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();
  });

  it("does nothing once more when something is picked, by the key neither; a unit that was given is no matter", async () => {
    await begin(once);
    expect(decision.last).toEqual(once.again);
    void decision.pick(["march", "arm"]);
    await server.reply("draft", where);
    expect(decision.last).toEqual([]);
    await decision.again();
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "arm"] });
    expect(decision.question).toEqual(where);

    await begin({ ...last, again: ["march", "dak", "1"] });
    await tellAfter("dak", { march: ["1", "2"], rail: ["2"] });
    expect(drafts.isChosen(decision.question as Question)).toBe(true);
    expect(decision.last).toEqual(once.again);
    await onceMore();
    expect(server.asked("answer")).toMatchObject({ picked: ["march", "dak", "1"] });
  });

  it("takes a price for seen that was written beside the verb that was pressed", async () => {
    await begin({ ...menu, picks: [pick("march"), { ...pick("rail"), hint: "DAK, 3 MP" }, pick("end")] });
    void decision.pick(["rail"]);
    const only = [{ id: "dak", name: "DAK", hint: "3 MP" }];
    await server.reply("draft", aQuestion({ picked: ["rail"], kind: "unit", slot: "unit", picks: only }));
    await server.reply("draft", whole("rail", "dak"));
    expect(server.asked("answer")).toMatchObject({ picked: ["rail", "dak"] });
  });

  it("takes no price for seen that another one ends with", async () => {
    await begin({ ...menu, picks: [pick("march"), { ...pick("rail"), hint: "DAK, 13 MP" }, pick("end")] });
    void decision.pick(["rail"]);
    const only = [{ id: "dak", name: "DAK", hint: "3 MP" }];
    await server.reply("draft", aQuestion({ picked: ["rail"], kind: "unit", slot: "unit", picks: only }));
    await server.reply("draft", whole("rail", "dak"));
    expect(decision.holding).toBe("confirm");
  });

  const last = {
    ...menu,
    opens: {
      march: { kind: "unit" as const, many: false, picks: ["dak"] },
      rail: { kind: "unit" as const, many: false, picks: ["dak"] },
      end: bare,
    },
  };

  it("chooses the only unit that anything can be begun with: a lit hex is the march, and the end is still there", async () => {
    await begin(last);
    await tellAfter("dak", { march: ["1", "2"], rail: ["2"] });
    expect(drafts.clickable(decision.question as Question).hexes).toEqual(new Set(["1", "2"]));
    expect(decision.question?.ends).toBe("end");
    expect(drafts.canStepBack(decision.draft as drafts.Draft)).toBe(false); // undo is not for what nobody has picked
    void decision.click("1", "1", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "dak", "1"] });
    decision.stepBack();

    await begin(last);
    await tellAfter("dak", { march: ["1", "2"], rail: ["2"] });
    void decision.pick(["end"]);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["end"] });
  });

  it("undoes the answer before it, though a unit was chosen since", async () => {
    await begin(last);
    await tellAfter("dak", { march: ["1"], rail: ["2"] });
    expect(drafts.isChosen(decision.question as Question)).toBe(true);
    void decision.undo();
    await settled();
    expect(server.asked("undo")).toMatchObject({ n: 4 });
  });

  it("chooses none where there are two, or after an undo", async () => {
    await begin(menu);
    await settled();
    expect(server.asked("draft")).toBeUndefined();
    await server.say(aChange({ from: 4, n: 3, step: false, question: { ...last, n: 3 } }));
    expect(server.asked("draft")).toBeUndefined();
  });

  describe("the rest of a turn", () => {
    const sequence = [
      { depth: 0, name: "Impulse", rule: "15.0", now: true },
      { depth: 1, name: "Movement", rule: "17.0", now: true },
    ];
    const later = (n: number, more = {}) => ({ ...menu, n, mark: n, form: `later ${n}`, ...more });
    async function ended(n: number): Promise<void> {
      await server.reply("draft", { ...whole("end"), n, mark: n });
      expect(server.asked("answer")).toMatchObject({ n, picked: ["end"] });
      await server.answered("answer", n + 1);
    }
    async function endRest(n: number): Promise<void> {
      void decision.endAll();
      void decision.endAll(); // sure
      await settled();
      await ended(n);
    }
    async function goesOn(n: number): Promise<void> {
      await server.say(aChange({ from: n - 1, n, mark: n, question: later(n) }));
      expect(server.asked("draft")).toMatchObject({ n, picked: ["end"] });
    }

    beforeEach(async () => {
      await begin(menu);
      await server.say(aChange({ from: 4, n: 5, mark: 5, sequence, question: later(5) }));
      await endRest(5);
    });

    it("is ended question by question, until something would be left undone", async () => {
      await server.say(aChange({ from: 5, n: 6, mark: 6, question: later(6) }));
      expect(server.asked("draft")).toMatchObject({ n: 6, picked: ["end"] });
      await ended(6);
      await server.say(aChange({ from: 6, n: 7, mark: 7, question: later(7) }));
      await server.reply("draft", { ...whole("end"), n: 7, mark: 7, warning: [said("DAK could attack")] });
      expect(decision.holding).toBe("warning");
      expect(server.asked("answer")).toMatchObject({ n: 6 });
      void decision.confirm(); // end anyway
      await settled();
      await server.answered("answer", 8);
      await server.say(aChange({ from: 7, n: 8, mark: 8, question: later(8) }));
      expect(server.asked("draft")).toMatchObject({ n: 8, picked: ["end"] });
    });

    it.each([
      ["somebody else has been asked", { to_play: "allied", question: null }],
      ["another part of the sequence begins", { sequence: [{ depth: 0, name: "Logistics", rule: "10.0", now: true }] }],
      ["dice have fallen", { log: [aLine(6, { dice: { dice: "2d6", reads: [1, 2] } })] }],
    ])("is over when %s", async (_, more) => {
      await server.say(aChange({ from: 5, n: 6, mark: 6, question: later(6), ...more }));
      await server.say(aChange({ from: 6, n: 7, mark: 7, sequence, question: later(7) }));
      expect(server.asked("draft")).toMatchObject({ n: 5 });
    });

    it("is over after an undo", async () => {
      await server.say(aChange({ from: 5, n: 4, mark: 9, step: false, question: later(4) }));
      expect(server.asked("draft")).toMatchObject({ n: 5 });
    });

    const answers = () => server.sent.flatMap((one) => (one.type === "answer" ? [one.n] : []));
    const six = () => server.say(aChange({ from: 5, n: 6, mark: 6, question: later(6) }));
    const greet = (n: number, log: ReturnType<typeof aLine>[] = []) =>
      server.say({ type: "game", ...aKnown({ n, mark: n, question: later(n), seats, sequence, log, may: [] }) });
    const dice = { dice: "2d6", reads: [1, 2] };

    it("is over after dice on a page that nobody looks at", async () => {
      const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
      await server.say(aChange({ from: 5, n: 6, mark: 6, question: later(6), log: [aLine(6, { dice })] }));
      hidden.mockRestore();
      expect(server.asked("draft")).toMatchObject({ n: 5 });
    });

    it("is over after dice that are told with all the rest, and goes on after older ones", async () => {
      await server.say(aChange({ from: 6, n: 7, mark: 7 })); // something was missed
      await greet(7, [aLine(6, { dice }), aLine(7, { dice })]); // the last ones led to this question
      expect(server.asked("draft")).toMatchObject({ n: 5 });
      await endRest(7);
      await goesOn(8);
    });

    it("is over when the line is lost over a question, or over what came of an answer", async () => {
      await again();
      await greet(6);
      expect(server.asked("draft")).toBeUndefined();

      await endRest(6);
      await goesOn(7);
      await again();
      await greet(8);
      expect(server.asked("draft")).toBeUndefined();
    });

    it("does not end what is held when the line comes back", async () => {
      await six();
      await server.reply("draft", { ...whole("end"), n: 6, mark: 6, warning: [said("DAK could attack")] });
      expect(decision.holding).toBe("warning");
      await again();
      await greet(6);
      expect(server.asked("draft")).toBeUndefined();
    });

    it("is over when something is refused", async () => {
      await six();
      await server.refuse("draft", "not now");
      await server.say(aChange({ from: 6, n: 7, mark: 7, question: later(7) }));
      expect(server.asked("draft")).toMatchObject({ n: 6 });
    });

    it("is stopped by Escape, while an answer is on its way and before one is", async () => {
      decision.back();
      await six();
      expect(server.asked("draft")).toMatchObject({ n: 5 });

      await endRest(6);
      await goesOn(7);
      decision.back();
      await server.reply("draft", { ...whole("end"), n: 7, mark: 7 });
      expect(answers()).toEqual([5, 6]);
      expect(decision.question).toEqual(later(7));
      expect(decision.busy).toBe(false);
    });

    it("is stopped by an undo, which takes the last of it back", async () => {
      void decision.undo();
      await six();
      expect(server.asked("draft")).toMatchObject({ n: 5 });
      expect(server.asked("undo")).toMatchObject({ n: 6 });
    });

    it("is stopped by an undo while it is asked what the end of a question would be", async () => {
      await six();
      void decision.undo();
      await server.reply("draft", { ...whole("end"), n: 6, mark: 6 });
      expect(answers()).toEqual([5]);
      expect(server.asked("undo")).toMatchObject({ n: 6 });
    });

    it("is over where something has to be decided", async () => {
      await server.say(aChange({ from: 5, n: 6, mark: 6, question: later(6, { ends: "" }) }));
      expect(server.asked("draft")).toMatchObject({ n: 5 });
    });
  });

  it("ends the first of the rest of a turn under a thumb only when that is confirmed, then all", async () => {
    thumb = true;
    await begin(menu);
    void decision.endAll();
    void decision.endAll(); // sure
    await server.reply("draft", whole("end"));
    expect(decision.holding).toBe("confirm");
    expect(server.asked("answer")).toBeUndefined();
    void decision.confirm();
    await server.answered("answer", 5);
    await next();
    expect(server.asked("draft")).toMatchObject({ n: 5, picked: ["end"] });
    await server.reply("draft", { ...whole("end"), n: 5, mark: 5 });
    expect(server.asked("answer")).toMatchObject({ n: 5, picked: ["end"] });
  });

  async function attack(): Promise<void> {
    void decision.pick(["march", "arm"]);
    await server.reply("draft", whole("march", "arm"));
    await server.reply("odds", combat);
    void decision.confirm();
    await server.reply("answer", null);
  }

  it("keeps the odds of what was sent in sight until its dice have fallen", async () => {
    const dice = { dice: "2d6", reads: [1, 2] };
    await begin(menu, ["odds"]);
    await attack();
    const asked = { ...sealed, form: "commitment", n: 5 };
    await server.say(aChange({ n: 5, from: 4, question: asked, log: [aLine(5)] }));
    expect(decision.foresight.odds).toEqual(combat);
    void decision.pick(["hold"]);
    await server.reply("draft", { ...asked, picked: ["hold"], slot: "", kind: "", picks: [] });
    await server.reply("odds", { ...combat, title: "hold", again: true });
    expect(server.asked("answer")).toMatchObject({ n: 5, picked: ["hold"] }); // he is asked again before dice fall
    await server.refuse("answer", "not now");
    await server.say(aChange({ n: 6, from: 5, question: { ...asked, n: 6 }, log: [aLine(6, { dice })] }));
    expect(decision.foresight.odds).toBeNull();
  });

  it("lets them go where the same is asked as before", async () => {
    await begin(menu, ["odds"]);
    await attack();
    await server.say(aChange({ n: 5, from: 4, question: { ...menu, n: 5 } }));
    expect(decision.foresight.odds).toBeNull();
  });

  it("shows no way to a hex that a thumb touched for another question", async () => {
    const to = aQuestion({ picked: ["march", "dak"], kind: "hex", slot: "to", picks: [pick("3026"), pick("3027")] });
    await begin(to, ["path"]);
    thumb = true;
    decision.hover("3026");
    await server.reply("path", { hexes: ["3025", "3026"], costs: [], total: "2", left: "4" });
    await server.say(aChange({ n: 5, from: 4, question: { ...to, n: 5 } }));
    decision.hover();
    expect(decision.foresight.path).toBeNull();
    thumb = false;
    decision.hover("3026");
    expect(server.asked("path")).toMatchObject({ n: 5 });
  });

  it("shows the way under the pointer, and of what a thumb has picked", async () => {
    const to = aQuestion({ picked: ["march", "dak"], kind: "hex", slot: "to", picks: [pick("3026"), pick("3027")] });
    const path = (hex: string) => ({ hexes: ["3025", hex], costs: [], total: "2", left: "4" });
    await server.say({ type: "game", ...aKnown({ n: 4, question: to, seats, may: ["path"] }) });
    decision.hover("3026");
    await server.reply("path", path("3026"));
    expect(decision.foresight.path).toEqual(path("3026"));
    decision.hover("3099");
    expect(decision.foresight.path).toBeNull();

    thumb = true;
    void decision.pick(["3027"]);
    await server.reply("draft", whole("march", "dak", "3027"));
    expect(server.asked("path")).toMatchObject({ picked: ["march", "dak"], pick: "3027" });
    await server.reply("path", path("3027"));
    decision.hover("3099");
    expect(decision.foresight.path).toEqual(path("3027"));
  });

  it("hears whoever is quicker than the server, and takes a double click for one", async () => {
    const list = (...chosen: string[]) =>
      aQuestion({
        picked: ["attack", ...chosen],
        kind: "unit",
        many: true,
        chosen,
        picks: ["dak", "arm", "cam"].filter((id) => !chosen.includes(id)).map(pick),
      });
    await begin(list(), ["odds"]);
    void decision.click("dak", "DAK", 0, 0);
    void decision.click("dak", "DAK", 0, 0);
    void decision.click("arm", "Armour", 0, 0);
    void decision.choose(0);
    await settled();
    expect(server.sent.filter((sent) => sent.type === "draft")).toHaveLength(1);

    await server.reply("draft", list("dak"));
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "dak", "arm"] });
    await server.reply("draft", list("dak", "arm"));
    expect(server.asked("draft")).toMatchObject({ picked: ["attack", "dak", "arm", "cam"] });
    expect(server.sent.filter((sent) => sent.type === "draft")).toHaveLength(3);
  });

  it("hears a click on the place of the last one while something else is on its way", async () => {
    const to = aQuestion({ picked: ["march", "arm"], kind: "hex", picks: [pick("3026"), pick("3027")] });
    await begin(menu);
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    await server.reply("draft", to);
    void decision.pick(["3026"]);
    void decision.click("arm", "Armour", 0, 0);
    await server.refuse("draft", "no");

    expect(server.asked("why")).toMatchObject({ pick: "arm" });
  });

  it("lets nobody wait for the odds of a list that is still open", async () => {
    await begin(menu, ["odds"]);
    void decision.pick(["march", "arm"]);
    await server.reply("draft", aQuestion({ picked: ["march", "arm"], kind: "hex", picks: [pick("1"), pick("2")] }));

    expect(server.asked("odds")).toMatchObject({ picked: ["march", "arm"] });
    expect(decision.busy).toBe(false);
  });

  it("says what is left undone once a phase, and not at all where it is told so", async () => {
    const warning = [{ text: "DAK has not moved", rule: "17.0", hexes: [], units: ["dak"] }];
    const end = async () => {
      void decision.pick(["end"]);
      await server.reply("draft", { ...whole("end"), warning });
    };
    await begin(menu);
    await end();
    expect(decision.holding).toBe("warning");
    decision.back();
    await end();
    expect(decision.holding).toBe("no");
    expect(server.asked("answer")).toMatchObject({ picked: ["end"] });
    await server.reply("answer", null);

    const view = { when: "turn 2" };
    await server.say(aChange({ n: 5, from: 4, question: { ...menu, n: 5 }, view }));
    await end();
    expect(decision.holding).toBe("warning");
    decision.quiet(warning[0] as (typeof warning)[0]);
    expect(decision.undone).toEqual([]);
    set("quiet", {});
  });

  it("leaves it to a lesson to say what is to be done", async () => {
    const step = { id: "l", nth: 1, of: 2, title: "", told: "", text: "", rule: "", hexes: [], units: [], done: false };
    const lesson = (...words: string[]) => server.say({ type: "lesson", lesson: { ...step, wants: "answer", words } });
    await begin(menu);
    expect(decision.taught).toBe(false);
    await lesson("march", "*");
    expect(decision.taught).toBe(true); // to end is not what it wants: no big button
    await lesson("end");
    expect(decision.taught).toBe(false);
    void decision.pick(["end"]);
    await server.reply("draft", { ...whole("end"), warning: [said("DAK has not moved")] });
    expect(decision.holding).toBe("no");
    expect(server.asked("answer")).toMatchObject({ picked: ["end"] });
  });

  it("says what is left undone before a phase is ended", async () => {
    const warning = [{ text: "DAK has not moved", rule: "17.0", hexes: [], units: ["dak"] }];
    await begin(menu);
    void decision.pick(["end"]);
    await server.reply("draft", { ...whole("end"), warning });
    expect(decision.holding).toBe("warning");
    expect(decision.undone).toEqual(warning);

    void decision.confirm();
    await settled();
    expect(server.asked("answer")).toMatchObject({ picked: ["end"] });
  });

  it("asks why not for anything that is not offered, also when nobody is asked", async () => {
    await begin(menu);
    void decision.click("3099", "3099", 0, 0);
    await settled();
    expect(server.asked("why")).toMatchObject({ n: 4, picked: [], pick: "3099" });
    await server.reply("why", {
      may: false,
      reasons: [{ text: "too far", rule: "17.1", hexes: [], units: [] }],
      instead: [pick("3026")],
    });
    expect(decision.whyNot?.reasons[0]?.text).toBe("too far");
    expect(decision.whyNot?.instead).toEqual([pick("3026")]);

    await begin(null);
    void decision.click("dak", "DAK", 0, 0);
    await server.refuse("why", "it is not your turn");
    expect(decision.whyNot?.reasons[0]?.text).toBe("it is not your turn");
  });

  it("never stays silent, even if the server finds no reason", async () => {
    await begin(menu);
    void decision.click("3099", "3099", 0, 0);
    await server.reply("why", { may: false, reasons: [], instead: [] });

    expect(decision.whyNot?.reasons[0]?.text).not.toBe("");
  });

  it("goes back one choice at a time, and undoes only what was answered", async () => {
    await begin(menu);
    void decision.pick(["march", "arm"]);
    await server.reply(
      "draft",
      aQuestion({ picked: ["march", "arm"], kind: "hex", slot: "to", picks: [pick("1"), pick("2")] }),
    );
    void decision.undo();
    expect(decision.question).toEqual(menu);
    expect(server.asked("undo")).toBeUndefined();

    void decision.undo();
    await settled();
    expect(server.asked("undo")).toMatchObject({ n: 4 });
  });

  it("says why nothing can be undone", async () => {
    await server.say({ type: "game", ...aKnown({ n: 4, question: menu, undo: "a die was rolled" }) });
    void decision.undo();
    await settled();

    expect(server.asked("undo")).toBeUndefined();
    expect(decision.whyNot?.reasons[0]?.text).toBe("a die was rolled");
  });

  it("shows what the server refuses and keeps the draft", async () => {
    await begin(menu);
    void decision.pick(["march", "arm"]);
    await server.refuse("draft", "DAK has no ammunition");

    expect(decision.whyNot?.reasons[0]?.text).toBe("DAK has no ammunition");
    expect(decision.question).toEqual(menu);
    expect(decision.busy).toBe(false);
  });

  it("calls a failure of the server one: only a rule refuses", async () => {
    await begin(menu);
    void decision.pick(["march", "arm"]);
    await server.refuse("draft", "DAK has no ammunition");
    expect(decision.whyNot?.title).toBe("This was refused");

    for (const code of ["bug", "not stored"]) {
      void decision.pick(["march", "arm"]);
      const reasons = [said("the server failed over this")];
      await server.say({ type: "refused", ref: server.asked("draft")?.ref ?? 0, code, reasons });
      expect(decision.whyNot?.title).toBe("The server failed");
      expect(decision.whyNot?.reasons).toEqual(reasons);
    }
    void decision.why("arm", "DAK");
    await server.say({ type: "refused", ref: server.asked("why")?.ref ?? 0, code: "bug", reasons: [said("a bug")] });
    expect(decision.whyNot?.title).toBe("The server failed");
    decision.whyNot = null;
    await server.say({ type: "refused", ref: 99, code: "bug", reasons: [said("a bug")] });
    expect(decision.whyNot).toMatchObject({ title: "The server failed" });
  });

  it("shows a refusal that nobody waits for", async () => {
    await begin(menu);
    await server.say({ type: "refused", ref: 99, code: "malformed", reasons: [said("it cannot be read")] });

    expect(decision.whyNot?.reasons[0]?.text).toBe("it cannot be read");
    expect(decision.question).toEqual(menu);
    expect(game.line).toEqual({ is: "open" });
  });

  it("says clearly that nothing was sent while the line is down", async () => {
    await server.say({ type: "game", ...aKnown({ question: menu, seats }) });
    server.readyState = 3;
    await decision.pick(["end"]);
    await settled();

    expect(decision.whyNot?.title).toBe("This was not sent");
    expect(decision.whyNot?.reasons[0]?.text).toContain("nothing was played");
  });

  it("says so too when the line breaks over a draft, which changes nothing", async () => {
    await begin(menu);
    void decision.pick(["march", "arm"]);
    server.onclose();
    await settled();

    expect(decision.whyNot?.title).toBe("This was not sent");
  });

  it("does not claim to know what became of an answer over which the line broke", async () => {
    await begin(whole("end"));
    void decision.confirm();
    server.onclose();
    await settled();

    expect(decision.whyNot?.title).toBe("The connection broke");
  });

  // ------------------------------------------------------------ whoever is quicker than the server

  const untold = Object.fromEntries(
    Object.entries(menu.opens).map(([verb, { kind, many }]) => [verb, { kind, many }]),
  ) as Question["opens"];
  const next = (more: Partial<Question> = {}) =>
    server.say(aChange({ from: 4, n: 5, mark: 5, question: { ...menu, n: 5, mark: 5, ...more } }));
  const count = (type: string) => server.sent.filter((sent) => sent.type === type).length;

  async function send(): Promise<void> {
    void decision.pick(["march", "arm", "3026"]);
    await server.reply("draft", whole("march", "arm", "3026"));
    expect(server.asked("answer")).toMatchObject({ n: 4 });
  }

  async function again(): Promise<void> {
    server.onclose();
    await settled();
    dispatchEvent(new Event("online"));
    server = FakeServer.last;
    server.open();
  }

  it("lets a click wait for the next question when the answer is stored and that has not been told yet", async () => {
    await begin(menu);
    await send();
    await server.answered("answer", 5);
    expect(decision.busy).toBe(true);
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(count("draft")).toBe(1);

    await next();
    expect(server.asked("draft")).toMatchObject({ n: 5, mark: 5, picked: ["march", "arm"] });
    await server.reply("draft", { ...where, n: 5, mark: 5 });
    expect(decision.whyNot).toBeNull();
    expect(decision.question).toMatchObject({ n: 5, picked: ["march", "arm"] });
    expect(decision.busy).toBe(false);
  });

  it("carries clicks out in their order, those before the answer was stored too", async () => {
    await begin(menu);
    await send();
    void decision.click("arm", "Armour", 0, 0);
    await server.answered("answer", 5);
    void decision.click("2", "2", 0, 0);
    await next();
    expect(server.asked("draft")).toMatchObject({ n: 5, picked: ["march", "arm"] });
    await server.reply("draft", { ...where, n: 5, mark: 5 });
    expect(server.asked("draft")).toMatchObject({ n: 5, picked: ["march", "arm", "2"] });
  });

  it("holds what was clicked for another question than the one that came", async () => {
    await begin(menu);
    await send();
    await server.answered("answer", 5);
    void decision.click("arm", "Armour", 0, 0);
    const loss = aQuestion({ n: 5, mark: 5, form: "loss", kind: "unit", picks: [pick("arm"), pick("dak")] });
    await next(loss);
    await server.reply("draft", { ...loss, picked: ["arm"], slot: "", kind: "", picks: [] });
    expect(count("answer")).toBe(1);
    expect(decision.holding).toBe("confirm");
  });

  it("takes the hex of a unit that was clicked where the next question asks for hexes", async () => {
    await begin(menu);
    await send();
    void decision.click("bri", "British", 0, 0, "3027");
    await server.answered("answer", 5);
    await next({ kind: "hex", picks: [pick("3026"), pick("3027")] });
    expect(server.asked("draft")).toMatchObject({ n: 5, picked: ["3027"] });
  });

  it("says why not of a click that fits nothing any more", async () => {
    await begin(menu);
    await send();
    void decision.click("arm", "Armour", 0, 0);
    await server.answered("answer", 5);
    await server.say(aChange({ from: 4, n: 5, mark: 5, to_play: "allied" }));
    expect(server.asked("why")).toMatchObject({ n: 5, mark: 5, pick: "arm" });
  });

  it("takes no digit for a list that the player has not seen", async () => {
    await begin(menu);
    await send();
    await server.answered("answer", 5);
    void decision.choose(0);
    await next();
    expect(count("draft")).toBe(1);
  });

  it("presses nothing twice, and steps not back, while an answer is on its way", async () => {
    await begin(menu);
    await send();
    await server.answered("answer", 5);
    void decision.confirm();
    void decision.goOn();
    decision.back();
    await settled();
    expect(count("answer")).toBe(1);
    expect(decision.question?.picked).toEqual(["march", "arm", "3026"]);
  });

  it("undoes what is on its way when it has come", async () => {
    await begin(menu);
    await send();
    void decision.undo();
    void decision.undo();
    await server.answered("answer", 5);
    expect(server.asked("undo")).toBeUndefined();
    await next();
    expect(server.asked("undo")).toMatchObject({ n: 5, mark: 5 });
    expect(count("undo")).toBe(1);

    await server.answered("undo", 4);
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(count("draft")).toBe(1);
    await server.say(aChange({ from: 5, n: 4, mark: 6, step: false, question: { ...menu, mark: 6 } }));
    expect(server.asked("draft")).toMatchObject({ n: 4, mark: 6, picked: ["march", "arm"] });
  });

  it("waits too while all is told again because something was missed", async () => {
    await begin(menu);
    await server.say(aChange({ from: 6, n: 7, mark: 7 }));
    expect(decision.busy).toBe(true);
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(count("draft")).toBe(0);
    const question = { ...menu, n: 7, mark: 7 };
    await server.say({ type: "game", ...aKnown({ n: 7, mark: 7, question, seats }) });
    expect(server.asked("draft")).toMatchObject({ n: 7, mark: 7 });
  });

  it("says that a click was not sent if the line broke before what came of the answer was told", async () => {
    await begin(menu);
    await send();
    await server.answered("answer", 5);
    void decision.click("arm", "Armour", 0, 0);
    server.onclose();
    await settled();
    expect(count("draft")).toBe(1);
    expect(decision.whyNot?.title).toBe("This was not sent");
    expect(decision.busy).toBe(false);
  });

  it("says of the answer, not of a click after it, that the line broke over it", async () => {
    await begin(menu);
    await send();
    void decision.click("arm", "Armour", 0, 0);
    server.onclose();
    await settled();
    expect(decision.whyNot?.title).toBe("The connection broke");
  });

  it("sends nothing about the old question over a new line before that has told how the game stands", async () => {
    await begin(menu);
    await again();
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(server.sent.map((sent) => sent.type)).toEqual(["hello"]);
    expect(decision.whyNot?.title).toBe("This was not sent");
  });

  it("takes a second press for the same while it is asked what the verbs can begin with", async () => {
    await begin({ ...menu, opens: untold });
    void decision.click("arm", "Armour", 0, 0);
    void decision.click("arm", "Armour", 0, 0);
    expect(decision.busy).toBe(true);
    await server.reply("opens", menu.opens);
    await server.reply("draft", where);
    await settled();
    expect(count("draft")).toBe(1);
    expect(count("why")).toBe(0);
    expect(decision.question?.picked).toEqual(["march", "arm"]);
  });

  it("tells who presses a key on the map when that is known, if the same is asked then", async () => {
    await begin({ ...menu, opens: untold });
    expect(decision.unknown).toBe(true);
    const told = decision.known();
    await server.reply("opens", menu.opens);
    expect(await told).toBe(true);
    expect(decision.unknown).toBe(false);

    await next({ opens: untold });
    const other = decision.known();
    const old = server.asked("opens")?.ref ?? 0;
    await server.say(aChange({ from: 5, n: 6, mark: 6, question: { ...menu, n: 6, mark: 6 } }));
    await server.say({ type: "refused", ref: old, code: "stale", reasons: [said("stale")] });
    expect(await other).toBe(false);
  });

  it("lets nobody wait for that who has a verb already", async () => {
    await begin({ ...menu, opens: untold });
    void decision.pick(["march", "arm"]);
    await server.reply("draft", where);
    void decision.click("1", "1", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "arm", "1"] });
  });

  it("asks again what the verbs can begin with when that was refused, and says so if it is again", async () => {
    await begin({ ...menu, opens: untold });
    await server.refuse("opens", "messages come too fast");
    expect(decision.whyNot).toBeNull();
    expect(count("opens")).toBe(1);
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(count("opens")).toBe(2);
    await server.refuse("opens", "messages come too fast");
    expect(decision.whyNot?.reasons[0]?.text).toBe("messages come too fast");
    expect(count("why")).toBe(0);
    expect(decision.busy).toBe(false);

    void decision.click("arm", "Armour", 0, 0);
    await server.reply("opens", menu.opens);
    expect(count("opens")).toBe(3);
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "arm"] });
  });

  it("asks again for whoever has waited for it", async () => {
    await begin({ ...menu, opens: untold });
    void decision.click("arm", "Armour", 0, 0);
    await server.refuse("opens", "messages come too fast");
    expect(count("opens")).toBe(2);
    await server.reply("opens", menu.opens);
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "arm"] });
  });

  it("asks again what the verbs can begin with after the line was lost", async () => {
    await begin({ ...menu, opens: untold });
    void decision.click("arm", "Armour", 0, 0);
    await again();
    expect(decision.whyNot?.title).toBe("This was not sent");
    await begin({ ...menu, opens: untold });
    await server.reply("opens", menu.opens);
    expect(decision.question?.opens).toEqual(menu.opens);
    void decision.click("arm", "Armour", 0, 0);
    await settled();
    expect(server.asked("draft")).toMatchObject({ picked: ["march", "arm"] });
  });

  it("carries a click out on the question that came while it was asked what the old one's verbs can begin with", async () => {
    await begin({ ...menu, opens: untold });
    void decision.click("arm", "Armour", 0, 0);
    const old = server.asked("opens")?.ref ?? 0;
    await next({ opens: untold });
    await server.say({ type: "refused", ref: old, code: "stale", reasons: [said("stale")] });
    expect(decision.whyNot).toBeNull();
    await server.reply("opens", menu.opens);
    expect(server.asked("draft")).toMatchObject({ n: 5, picked: ["march", "arm"] });
  });

  it("shows nothing that was asked about an older question", async () => {
    await begin(menu, ["odds", "path"]);
    void decision.click("3099", "3099", 0, 0);
    void decision.pick(["march", "arm"]);
    await server.reply("draft", where);
    decision.hover("1");
    await next();
    await server.reply("odds", { ...combat, title: "old" });
    await server.reply("why", { may: false, reasons: [said("old")], instead: [] });
    await server.reply("path", { hexes: ["3025", "1"], costs: [], total: "2", left: "4" });
    expect(decision.foresight.odds).toBeNull();
    expect(decision.foresight.path).toBeNull();
    expect(decision.whyNot).toBeNull();
  });

  it("does not send what an old question's odds were awaited for, and is free for the new one", async () => {
    await begin(menu, ["odds"]);
    void decision.pick(["march", "arm", "3026"]);
    await server.reply("draft", whole("march", "arm", "3026"));
    expect(decision.busy).toBe(true);
    await next();
    expect(decision.busy).toBe(false);
    await server.reply("odds", { ...combat, terms: [] });
    expect(count("answer")).toBe(0);
    expect(decision.holding).toBe("no");
  });

  it("holds an answer whose odds could not be told: there may be dice", async () => {
    await begin(menu, ["odds"]);
    void decision.pick(["march", "arm", "3026"]);
    await server.reply("draft", whole("march", "arm", "3026"));
    await server.refuse("odds", "too much at once");
    expect(count("answer")).toBe(0);
    expect(decision.holding).toBe("confirm");
  });

  it("is free when the player has stepped back, whatever is still awaited", async () => {
    await begin(menu, ["odds"]);
    void decision.pick(["march", "arm", "3026"]);
    await server.reply("draft", whole("march", "arm", "3026"));
    decision.stepBack();
    expect(decision.busy).toBe(false);
    await server.reply("odds", { ...combat, terms: [] });
    expect(count("answer")).toBe(0);
  });

  it("does not let go of the next question's warning when an older press is refused late", async () => {
    await begin(menu);
    void decision.pick(["march", "arm"]);
    const old = server.asked("draft")?.ref ?? 0;
    await next();
    void decision.pick(["end"]);
    await server.reply("draft", { ...whole("end"), n: 5, mark: 5, warning: [said("DAK has not moved")] });
    expect(decision.holding).toBe("warning");
    await server.say({ type: "refused", ref: old, code: "stale", reasons: [said("stale")] });
    expect(decision.holding).toBe("warning");
  });

  it("closes the menu at a unit as soon as one of its verbs is picked", async () => {
    await begin(menu);
    void decision.click("dak", "DAK", 10, 20);
    void decision.pick(["rail", "dak"]);
    expect(decision.ways).toBeNull();
  });

  it("fills in only choices one after the other, and nothing is pressed beside it", async () => {
    await begin(
      aQuestion({ kind: "unit", many: true, chosen: ["dak"], picked: ["attack", "dak"], picks: [pick("done")] }),
    );
    expect(decision.busy).toBe(true);
    await server.reply("draft", whole("attack", "dak", "done"));
    void decision.confirm();
    await settled();
    expect(count("answer")).toBe(1);
  });
});
