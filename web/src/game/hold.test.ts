import { describe, expect, it } from "vitest";
import type { Kept } from "../wire/keys";
import { handedTo, linkedSeats, seatOf } from "./hold";

const held = (more: Partial<Kept>): Kept => ({
  game: "g",
  title: "",
  keys: {},
  seat: "",
  at: "",
  table: false,
  lesson: "",
  links: [],
  ...more,
});

describe("where one sits", () => {
  it("is the seat used last", () => {
    expect(seatOf(held({ keys: { axis: "a", allied: "b" }, seat: "allied" }))).toBe("allied");
  });

  it("is a side rather than the gallery", () => {
    expect(seatOf(held({ keys: { watch: "w", host: "h", axis: "a" } }))).toBe("axis");
    expect(seatOf(held({ keys: { host: "h" }, seat: "axis" }))).toBe("host");
  });
});

describe("two players here", () => {
  const keys = { axis: "a", allied: "b" };
  const seats = (allied = "person") =>
    [
      ["axis", "person"],
      ["allied", allied],
    ].map(([side = "", player = ""]) => ({
      side,
      name: side,
      player,
      computer: "",
      who: "",
      joined: true,
      present: true,
    }));

  it("are one where the computer has the other side", () => {
    expect(handedTo(held({ keys, table: true }), "axis", "allied", seats("greedy"))).toBeNull();
  });

  it("hand the screen to the side that is asked", () => {
    expect(handedTo(held({ keys, table: true }), "axis", "allied", seats())).toBe("allied");
    expect(handedTo(held({ keys, table: true }), "axis", "axis", seats())).toBeNull();
    expect(handedTo(held({ keys, table: true }), "axis", "", seats())).toBeNull();
  });

  it("are not one player with two keys", () => {
    expect(handedTo(held({ keys }), "axis", "allied", seats())).toBeNull();
  });
});

describe("links", () => {
  const seat = { name: "", computer: "", who: "", joined: true, present: true };
  const seats = [
    { ...seat, side: "axis", player: "person" as const },
    { ...seat, side: "allied", player: "person" as const },
    { ...seat, side: "neutral", player: "greedy" as const },
  ];

  it("are offered for every person's seat to the host, whose keys he has or not", () => {
    expect(linkedSeats({ axis: "a", host: "h" }, seats)).toEqual(["axis", "allied", "watch"]);
  });

  it("are those of one's own keys for others", () => {
    expect(linkedSeats({ allied: "b" }, seats)).toEqual(["allied"]);
  });
});
