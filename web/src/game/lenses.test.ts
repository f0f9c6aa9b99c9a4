import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SupplyLine } from "../wire/types";
import { aChange, aKnown } from "./examples";
import { FakeServer, pretend, settled } from "./fake";
import { Lenses } from "./lenses.svelte";
import { Game } from "./state.svelte";

describe("a lens", () => {
  let game: Game;
  let lenses: Lenses;
  let server: FakeServer;

  beforeEach(async () => {
    localStorage.clear();
    pretend();
    game = new Game("key");
    lenses = new Lenses(game, () => {});
    server = FakeServer.last;
    server.open();
    await server.say({ type: "game", ...aKnown({ n: 4, mark: 4 }) });
  });
  afterEach(() => {
    game.close();
    vi.unstubAllGlobals();
  });

  const line = (to: string) => ({ hexes: ["3025", to] }) as unknown as SupplyLine;

  it("does not show the supply of an older position", async () => {
    void lenses.toggle("supply");
    await settled();
    const old = server.asked("supply")?.ref ?? 0;
    await server.say(aChange({ from: 4, n: 5, mark: 5 }));
    void lenses.refresh();
    await settled();
    await server.say({ type: "reply", ref: old, body: [line("3026")] });
    expect(lenses.supply).toBeNull();
    await server.reply("supply", [line("3027")]);
    expect(lenses.supply).toEqual([line("3027")]);
  });

  it("keeps the card of what was looked at last, in whatever order cards come", async () => {
    const card = (title: string) => ({ title, lines: [], units: [] }) as never;
    const hexes = () => server.sent.filter((one) => one.type === "hex");
    void lenses.look("hex", "3026");
    void lenses.look("hex", "3027");
    void lenses.refresh();
    await settled();
    expect(hexes().map((one) => one.hex)).toEqual(["3026", "3027", "3027"]);
    const [early, next, again] = hexes().map((one) => one.ref);
    await server.say({ type: "reply", ref: next ?? 0, body: card("3027") });
    await server.say({ type: "reply", ref: early ?? 0, body: card("3026") });
    expect(lenses.kept?.card.title).toBe("3027");
    await server.say({ type: "reply", ref: again ?? 0, body: card("3027 again") });
    expect(lenses.kept?.card.title).toBe("3027 again");
  });

  it("tells what a stack comes to by the lines of its card that say so, and again after a change", async () => {
    const line = (text: string, sums: boolean) => ({ label: "Strength", text, rule: "9.4", sums });
    void lenses.add("3026");
    await settled();
    await server.reply("hex", {
      title: "3026",
      lines: [line("attack 31, defence 33", true), line("clear", false)],
      units: [],
    });
    expect(lenses.sums).toEqual({ at: "3026", lines: [line("attack 31, defence 33", true)] });
    void lenses.refresh();
    await settled();
    await server.reply("hex", { title: "3026", lines: [line("attack 3, defence 5", true)], units: [] });
    expect(lenses.sums?.lines[0]?.text).toBe("attack 3, defence 5");
    void lenses.add("3027");
    expect(lenses.sums).toBeNull();
  });

  it("does not tell who would have starved in an older position, nor of another hex than the one on the card", async () => {
    const card = { title: "3026", lines: [] } as never;
    void lenses.look("hex", "3026");
    await server.reply("hex", card);
    void lenses.starve("3026");
    void lenses.refresh();
    await server.reply("starving", { text: "old", lines: [], units: [] });
    expect(lenses.starving).toBeNull();

    void lenses.starve("3026");
    void lenses.look("hex", "3027");
    await server.reply("hex", card);
    await server.reply("starving", { text: "of 3026", lines: [], units: [] });
    expect(lenses.starving).toBeNull();
  });
});
