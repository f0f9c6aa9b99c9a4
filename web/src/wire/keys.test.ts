import { beforeEach, describe, expect, it } from "vitest";
import { all, forget, keep, kept } from "./keys";

describe("keys", () => {
  beforeEach(() => localStorage.clear());

  it("keeps the keys of a game and adds to them", () => {
    keep({ game: "a", title: "North Africa", keys: { axis: "1" }, seat: "axis" });
    keep({ game: "a", keys: { allied: "2" } });

    expect(kept("a")).toMatchObject({ title: "North Africa", keys: { axis: "1", allied: "2" }, seat: "axis" });
  });

  it("forgets a game", () => {
    keep({ game: "a", keys: { axis: "1" } });
    forget("a");

    expect(kept("a")).toBeNull();
    expect(all()).toEqual([]);
  });

  it("does not stumble over what it did not write", () => {
    localStorage.setItem("sandtable.game.b", "{");

    expect(kept("b")).toBeNull();
    expect(all()).toEqual([]);
  });
});
