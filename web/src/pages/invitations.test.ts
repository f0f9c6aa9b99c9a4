import { beforeEach, describe, expect, it } from "vitest";
import { invitations, invite, isHereAlone, linkTo, uninvite } from "./invitations";

describe("invitations", () => {
  beforeEach(() => localStorage.clear());

  it("keeps the keys for friends until they have come", () => {
    invite("g", { allied: "k1", soviet: "k2" });
    uninvite("g", "allied");
    expect(invitations("g")).toEqual({ soviet: "k2" });
    uninvite("g", "soviet");
    expect(localStorage.length).toBe(0);
    expect(invitations("other")).toEqual({});
  });

  it("puts the key behind the #, where no server sees it", () => {
    expect(linkTo("a.b/c", { origin: "http://club:8770", pathname: "/" })).toBe("http://club:8770/#/join/a.b%2Fc");
  });

  it("knows addresses that work on this computer alone", () => {
    expect(["localhost", "127.0.0.1", "[::1]"].every(isHereAlone)).toBe(true);
    expect(isHereAlone("192.168.1.7")).toBe(false);
  });
});
