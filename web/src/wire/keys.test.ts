import { beforeEach, describe, expect, it } from "vitest";
import { lastSeen, setSeen } from "../game/seen";
import { invitations, invite } from "../pages/invitations";
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

  it("forgets what was seen of it from every seat, and who was invited, but nothing of another", () => {
    keep({ game: "a", keys: { axis: "1" } });
    for (const game of ["a", "ab"]) {
      for (const seat of ["axis", "watch"]) setSeen(game, seat, 7);
      invite(game, { allied: "2" });
    }
    forget("a");

    expect(["axis", "watch"].map((seat) => lastSeen("a", seat))).toEqual([null, null]);
    expect(invitations("a")).toEqual({});
    expect(lastSeen("ab", "axis")).toBe(7);
    expect(invitations("ab")).toEqual({ allied: "2" });
  });

  it("does not stumble over what it did not write", () => {
    localStorage.setItem("sandtable.game.b", "{");

    expect(kept("b")).toBeNull();
    expect(all()).toEqual([]);
  });
});
