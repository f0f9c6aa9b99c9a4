import { describe, expect, it } from "vitest";
import { may } from "./assist";
import { aKnown } from "./examples";

const seats = [{ side: "axis", name: "Axis", player: "person" as const, who: "", joined: true, present: true }];

describe("the level of assistance", () => {
  it("gives everything, no forecasts, or nothing", () => {
    const at = (assist: "full" | "hints" | "bare") =>
      (["odds", "threat", "hint", "supply", "path"] as const).filter((help) => may(aKnown({ assist, seats }), help));

    expect(at("full")).toEqual(["odds", "threat", "hint", "supply", "path"]);
    expect(at("hints")).toEqual(["supply", "path"]);
    expect(at("bare")).toEqual([]);
  });

  it("helps those who play; who watches sees the score", () => {
    const watching = aKnown({ seats, seat: "watch" });

    expect(may(watching, "supply")).toBe(false);
    expect(may(watching, "score")).toBe(true);
  });
});
