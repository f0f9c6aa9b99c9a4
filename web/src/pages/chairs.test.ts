import { describe, expect, it } from "vitest";
import { allowed, first, isPlayable, mine, playing, seated } from "./chairs";
import { COMPUTERS } from "./examples";

describe("who sits where", () => {
  it("begins so that one can start at once", () => {
    expect(first("computer", ["axis", "allied"], COMPUTERS)).toEqual({ axis: "me", allied: "greedy" });
    expect(first("table", ["axis", "allied"], COMPUTERS)).toEqual({ axis: "me", allied: "me" });
    expect(first("link", ["axis", "west", "soviet"], COMPUTERS)).toEqual({
      axis: "me",
      west: "friend",
      soviet: "friend",
    });
  });

  it("offers the server's computer players, and friends by link", () => {
    expect(allowed("computer", COMPUTERS)).toEqual(["me", "greedy", "random"]);
    expect(allowed("link", COMPUTERS)).toEqual(["me", "friend", "greedy", "random"]);
  });

  it("has one side for oneself against the computer: taking another gives the first away", () => {
    expect(seated("computer", { axis: "me", allied: "random" }, "allied", "me")).toEqual({
      axis: "random",
      allied: "me",
    });
    expect(seated("computer", { axis: "me", allied: "greedy" }, "axis", "random")).toEqual({
      axis: "random",
      allied: "me",
    });
    expect(seated("link", { axis: "me", west: "friend", soviet: "friend" }, "soviet", "greedy")).toEqual({
      axis: "me",
      west: "friend",
      soviet: "greedy",
    });
  });

  it("lets two at one table sit as they like", () => {
    expect(seated("table", { axis: "me", allied: "me" }, "allied", "greedy")).toEqual({ axis: "me", allied: "greedy" });
  });

  it("wants somebody to invite, or somebody to play", () => {
    expect(isPlayable("link", { axis: "me", allied: "greedy" })).toBe(false);
    expect(isPlayable("link", { axis: "me", allied: "friend" })).toBe(true);
    expect(isPlayable("table", { axis: "random", allied: "greedy" })).toBe(false);
  });

  it("tells the server who is a person", () => {
    const chairs = { axis: "me", west: "friend", soviet: "random" } as const;
    expect(playing(chairs)).toEqual({ axis: "person", west: "person", soviet: "random" });
    expect(mine(chairs)).toEqual(["axis"]);
  });
});
