import { describe, expect, it } from "vitest";
import { address, parse, type Route } from "./router";

describe("addresses", () => {
  const routes: Route[] = [
    { page: "first" },
    { page: "new", rest: ["computer", "gew:north-africa-1941"] },
    { page: "join", token: "abc.def-_" },
    { page: "game", game: "k3x", at: null },
    { page: "game", game: "k3x", at: 412 },
    { page: "learn" },
    { page: "mine" },
    { page: "settings" },
  ];

  it.each(routes)("reads what it writes: $page", (route) => {
    expect(parse(address(route))).toEqual(route);
  });

  it("knows no other pages", () => {
    for (const hash of ["#/game", "#/game/x/at/y", "#/game/x/y", "#/join", "#/learn/x", "#/elsewhere"])
      expect(parse(hash)).toEqual({ page: "nowhere", hash });
  });

  it("survives a stray percent sign", () => {
    expect(parse("#/join/%zz")).toEqual({ page: "join", token: "%zz" });
  });
});
