import { beforeEach, describe, expect, it } from "vitest";
import { back, close, openChart, opened, openRule } from "./open.svelte";

describe("the open book", () => {
  beforeEach(close);

  it("goes back the way one came, then closes", () => {
    openRule("19.0");
    openRule("21.2");
    openRule("21.2");
    openChart("gew.crt", "4 to 5");
    expect(opened.now).toEqual({ book: "charts", name: "crt", column: "4 to 5", row: "" });
    back();
    expect(opened.now).toEqual({ book: "rules", number: "21.2" });
    back();
    expect(opened.now).toEqual({ book: "rules", number: "19.0" });
    back();
    expect(opened.now).toBeNull();
  });

  it("forgets the way when it is closed", () => {
    openRule("19.0");
    openRule("21.2");
    close();
    openRule("1.0");
    expect(opened.trail).toEqual([]);
  });
});
