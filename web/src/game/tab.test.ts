import { beforeEach, describe, expect, it } from "vitest";
import { keepTab, lastTab } from "./tab";

describe("the tab of the panel", () => {
  beforeEach(() => sessionStorage.clear());

  it("is the one chosen last in the same game", () => {
    keepTab("g1", "log");
    keepTab("g1", "look");
    keepTab("g1", "talk"); // where one's notes are
    expect([lastTab("g1"), lastTab("g2")]).toEqual(["look", "choices"]);
  });

  it("is the first one where nobody knows what was kept", () => {
    sessionStorage.setItem("sandtable.tab.g1", "supply");
    expect(lastTab("g1")).toBe("choices");
  });
});
