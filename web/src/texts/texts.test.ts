import { afterEach, describe, expect, it } from "vitest";
import { known, t } from "./texts";

describe("texts", () => {
  afterEach(() => localStorage.clear());

  it("fills in names and counts", () => {
    expect(t("game.chosen", { n: 3 })).toBe("3 chosen");
    expect(t("game.chosen", { n: 1 })).toBe("one chosen");
  });

  it("falls back for what it does not know", () => {
    expect(known("game.no-such-key", "as it was")).toBe("as it was");
  });

  it("disguises every text in the pseudo-language, but not what is filled in", () => {
    localStorage.setItem("sandtable.language", "pseudo");
    expect(t("game.chosen", { n: 30 })).toBe("[30 chósén]");
  });
});
