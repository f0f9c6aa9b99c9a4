import { describe, expect, it } from "vitest";
import { first, isPlayable, levels, mine, people, playing, seated } from "./chairs";
import { COMPUTERS } from "./examples";

describe("who sits where", () => {
  it("begins so that one can start at once", () => {
    expect(first("computer", ["axis", "allied"], COMPUTERS)).toEqual({ axis: "me", allied: "officer" });
    expect(first("table", ["axis", "allied"], COMPUTERS)).toEqual({ axis: "me", allied: "me" });
    expect(first("link", ["axis", "west", "soviet"], COMPUTERS)).toEqual({
      axis: "me",
      west: "friend",
      soviet: "friend",
    });
  });

  it("offers a seat to friends by link", () => {
    expect(people("computer")).toEqual(["me"]);
    expect(people("link")).toEqual(["me", "friend"]);
  });

  it("has one side for oneself against the computer: taking another gives the first away", () => {
    expect(seated("computer", { axis: "me", allied: "recruit" }, "allied", "me")).toEqual({
      axis: "recruit",
      allied: "me",
    });
    expect(seated("computer", { axis: "me", allied: "officer" }, "axis", "recruit")).toEqual({
      axis: "recruit",
      allied: "me",
    });
    expect(seated("link", { axis: "me", west: "friend", soviet: "friend" }, "soviet", "officer")).toEqual({
      axis: "me",
      west: "friend",
      soviet: "officer",
    });
  });

  it("lets two at one table sit as they like", () => {
    expect(seated("table", { axis: "me", allied: "me" }, "allied", "officer")).toEqual({
      axis: "me",
      allied: "officer",
    });
  });

  it("wants somebody to invite, or somebody to play", () => {
    expect(isPlayable("link", { axis: "me", allied: "officer" })).toBe(false);
    expect(isPlayable("link", { axis: "me", allied: "friend" })).toBe(true);
    expect(isPlayable("table", { axis: "recruit", allied: "officer" })).toBe(false);
  });

  it("tells the server who is a person", () => {
    const chairs = { axis: "me", west: "friend", soviet: "recruit" } as const;
    expect(playing(chairs)).toEqual({ axis: "person", west: "person", soviet: "recruit" });
    expect(mine(chairs)).toEqual(["axis"]);
  });

  it("tells which computer plays whom", () => {
    const sides = [
      { id: "axis", name: "Axis" },
      { id: "allied", name: "Allied" },
    ];
    expect(levels({ axis: "me", allied: "officer" }, sides, COMPUTERS)).toEqual(["Allied: ‹Officer›"]);
    expect(levels({ axis: "me", allied: "friend" }, sides, COMPUTERS)).toEqual([]);
  });
});
