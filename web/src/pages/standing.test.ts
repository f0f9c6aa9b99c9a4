import { describe, expect, it } from "vitest";
import type { Kept } from "../wire/keys";
import { aGame } from "./examples";
import { standing } from "./standing";

describe("how a kept game stands", () => {
  it("says of a lesson that is done that it is, not that it is your turn", () => {
    const game = aGame();
    const kept = {
      game: game.game,
      keys: { [game.to_play]: "key" },
      table: false,
      lesson: "gew:move",
    } as unknown as Kept;
    expect(standing(kept, game).tone).toBe("turn");
    expect(standing(kept, { ...game, taught: true })).toEqual({
      text: "The lesson is done. You can play on.",
      tone: "quiet",
    });
  });
});
