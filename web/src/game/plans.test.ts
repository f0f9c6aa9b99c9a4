// Levels, plans and orders: what the menu, the cards and the sheet show, and what they ask the server.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keep } from "../wire/keys";
import { Refused } from "../wire/socket";
import type { Orders, PlanSeen, SeatSeen } from "../wire/types";
import ComputerSeats from "./ComputerSeats.svelte";
import { aChange, aKnown } from "./examples";
import { FakeServer, pretend, settled } from "./fake";
import OrderSheet from "./OrderSheet.svelte";
import PlanCard from "./PlanCard.svelte";
import PromptBar from "./PromptBar.svelte";
import { promptOf } from "./prompt";
import ToldCard from "./ToldCard.svelte";
import { Table } from "./table.svelte";

const LEVELS = [
  { id: "officer", title: "‹Officer›", text: "‹It counts.›", usual: true },
  { id: "planner", title: "‹Planner›", text: "‹It plans.›", usual: false },
];
const NOT_NOW = new Refused("illegal", [{ text: "not now", rule: "", hexes: [], units: [] }]);
const SEAT = { who: "", joined: true, present: true };
const SEATS: SeatSeen[] = [
  { ...SEAT, side: "axis", name: "Axis", player: "person", computer: "" },
  { ...SEAT, side: "allied", name: "Allied", player: "planner", computer: "‹Planner›" },
];
const PLAN: PlanSeen = {
  plan: "main effort 3526 Alexandria",
  expects: "expected +2.6 points over the usual plan",
  others: ["hold 3026 Tobruk: +1.0 points"],
  hint: { picked: ["march", "ger_dak", "3328"], text: "march DAK to 3328", why: "it expects to stand better" },
  next: [
    { form: "movement", picked: ["end"], text: "" },
    { form: "air operations", picked: ["support", "ita_5s", "3026"], text: "support 5S at 3026 Tobruk" },
  ],
};
const ORDERS: Orders = {
  fronts: [
    {
      name: "the South",
      efforts: [{ id: "3526", name: "3526 Alexandria" }],
      holds: [{ id: "3026", name: "3026 Tobruk" }],
      order: { efforts: [], holds: ["3026"], boldness: 0 },
    },
  ],
  manners: [{ boldness: 1, text: "attacks boldly" }],
  text: "hold 3026 Tobruk",
  plan: null,
};

describe("computers that plan", () => {
  let table: Table;
  let shown: Record<string, unknown> | null = null;

  beforeEach(async () => {
    pretend();
    localStorage.clear();
    keep({ game: "g", keys: { axis: "a", host: "h" } });
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(LEVELS)));
    table = new Table("key", () => false);
    FakeServer.last.open();
    await FakeServer.last.say({ type: "game", ...aKnown({ seats: SEATS, may: ["hint", "plan"] }) });
  });
  afterEach(() => {
    if (shown) void unmount(shown);
    shown = null;
    table.close();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  function show(component: unknown, props: Record<string, unknown>): void {
    shown = mount(component as typeof PlanCard, { target: document.body, props: props as { table: Table } });
    flushSync();
  }
  const button = (text: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === text);

  it("tell how far they are, until something has happened", async () => {
    const server = FakeServer.last;
    show(PromptBar, { table });
    table.game.setPaused(true);
    await server.say(aChange({ thinking: true, to_play: "allied", n: 1 }));
    await server.say({ type: "thinking", side: "allied", share: 0.25 });
    expect(table.game.thought).toBe(0.25);
    flushSync();
    expect(document.body.textContent).toContain("You are watching what has happened."); // and told all the same
    expect(document.querySelector(".thinks")?.textContent).toMatch(/‹Planner› makes its plan for Allied\.\s+0 s/);
    table.game.playNow();
    flushSync();
    expect(document.querySelector(".thinks")?.textContent?.trim()).toBe("0 s");
    expect(promptOf(table.game, () => "Allied").text).toBe("‹Planner› makes its plan for Allied.");
    await server.say(aChange({ from: 1, n: 2, mark: 2, thinking: true, to_play: "allied" }));
    expect(table.game.thought).toBeNull();
  });

  it("are told of without a count until they have answered", async () => {
    const server = FakeServer.last;
    await server.say(aChange({ thinking: true, to_play: "allied", n: 1, step: false }));
    const { known, film } = table.game;
    const said = (answers: number) =>
      promptOf({ known, film, shown: null, past: null, live: true, thought: null, answers }, () => "Allied").text;
    expect(said(0)).toBe("The computer plays Allied.");
    expect(said(2)).toContain("2 answers so far");
  });

  it("make a plan for a person, and tell it in words", async () => {
    const server = FakeServer.last;
    show(PlanCard, { table });
    table.act("plan");
    flushSync();
    expect(document.querySelector("progress")?.value).toBe(0);
    await server.say({ type: "planning", ref: server.asked("plan")?.ref ?? 0, share: 0.5 });
    flushSync();
    expect(document.querySelector("progress")?.value).toBe(0.5);
    button("That is enough")?.click();
    expect(server.asked("enough")).toBeDefined();
    await server.reply("plan", PLAN);
    flushSync();
    const said = document.body.textContent ?? "";
    expect(said).toContain("Main effort 3526 Alexandria.");
    expect(said).toContain("Expected +2.6 points over the usual plan.");
    expect(said).toMatch(/Now: March DAK to 3328\. It expects to stand better\.\s+Then: Support 5S at 3026 Tobruk\./);
    expect(said).toContain("One other plan was weighed");
    expect(table.game.planning).toBeNull();
  });

  it("stop when nobody wants the plan any more", async () => {
    const server = FakeServer.last;
    void table.askPlan();
    table.act("back");
    expect(server.asked("enough")).toBeDefined();
    await server.reply("plan", PLAN);
    expect(table.plan).toBeNull();
  });

  it("are changed in the menu: another level, orders, a person", async () => {
    const away = (act: () => void) => act();
    const asked = vi.spyOn(table, "ordersOf").mockImplementation(async (side) => {
      table.ordered[side] = "hold 3026 Tobruk";
      return "hold 3026 Tobruk";
    });
    const seat = vi.spyOn(table, "seat").mockResolvedValue(true);
    show(ComputerSeats, { table, away });
    await settled();
    await vi.waitFor(() => expect(document.querySelectorAll("option")).toHaveLength(2));
    expect(document.body.textContent).toContain("‹It plans.›");
    const level = document.querySelector("select") as HTMLSelectElement;
    level.value = "officer";
    level.dispatchEvent(new Event("change", { bubbles: true }));
    expect(seat).toHaveBeenCalledWith("allied", "officer");
    await vi.waitFor(() => expect(document.body.textContent).toContain("Ordered: Hold 3026 Tobruk."));
    expect(asked).toHaveBeenCalledTimes(1);
    button("Orders for Allied")?.click();
    expect(table.ordering).toBe("allied");
  });

  it("have taken their orders: that is told until this seat answers", async () => {
    vi.spyOn(table.game.socket, "ask").mockResolvedValue(ORDERS);
    show(ToldCard, { table });
    table.game.known = { ...aKnown({ seats: SEATS }), seat: "host" };
    expect(await table.order("allied", [])).toBe(true);
    flushSync();
    expect(document.querySelector("section p")?.textContent).toBe("Allied has its orders: hold 3026 Tobruk.");
    vi.mocked(table.game.socket.ask).mockResolvedValue({ ...ORDERS, text: "" });
    await table.order("allied", []);
    flushSync();
    expect(document.querySelector("section p")?.textContent).toContain("Allied has no orders");
    void table.game.do("answer", table.game.asked);
    flushSync();
    expect(document.querySelector("section")).toBeNull();
  });

  it("keep their orders until a person has sat down in their place", async () => {
    const ask = vi.spyOn(table.game.socket, "ask").mockRejectedValueOnce(NOT_NOW);
    table.game.known = { ...aKnown({ seats: SEATS }), seat: "host" };
    table.ordered.allied = "hold 3026 Tobruk";
    expect(await table.seat("allied", "person")).toBe(false);
    expect(table.ordered.allied).toBe("hold 3026 Tobruk");
    ask.mockResolvedValue(undefined);
    expect(await table.seat("allied", "person")).toBe(true);
    expect(table.ordered.allied).toBeUndefined();
  });

  it("take orders, front by front", async () => {
    vi.spyOn(table, "askOrders").mockResolvedValue(ORDERS);
    const order = vi.spyOn(table, "order").mockResolvedValue(true);
    HTMLDialogElement.prototype.showModal ??= () => {};
    table.ordering = "allied";
    show(OrderSheet, { table, side: "allied" });
    await vi.waitFor(() => expect(document.querySelectorAll("select")).toHaveLength(2));
    flushSync();
    expect(document.body.textContent).toContain("Ordered: Hold 3026 Tobruk.");
    expect(document.querySelector<HTMLInputElement>("input[type=checkbox]")?.checked).toBe(true);
    const [effort, manner] = [...document.querySelectorAll("select")];
    for (const [field, value] of [
      [effort, "3526"],
      [manner, "1"],
    ] as const) {
      if (field) field.value = value;
      field?.dispatchEvent(new Event("change", { bubbles: true }));
    }
    button("Give these orders")?.click();
    expect(order).toHaveBeenCalledWith("allied", [{ efforts: ["3526"], holds: ["3026"], boldness: 1 }]);
    await vi.waitFor(() => expect(table.ordering).toBe(""));
  });
});
