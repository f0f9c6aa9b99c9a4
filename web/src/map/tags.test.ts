import { expect, test } from "vitest";
import type { Look } from "../wire/types";
import type { Piece } from "./pieces";
import { recorder } from "./recorder";
import { paintTag, tagOf } from "./tags";

const piece = { kind: "marker", id: "marker 0", x: 100, y: 50, width: 25, look: "d", at: "h1" } as unknown as Piece;
const look = (near: string[], far: string[] = []): Look => {
  const face = (words: string[]) => [
    { s: "p", d: [0, 0, 1, 0, 1, 1], fill: "#2a2118" },
    { s: "p", d: [0, 0, 1, 0, 1, 1], fill: "#b98a3c" },
    ...words.map((text) => ({ s: "t", x: 0, y: 0, text, size: 0.4, fill: "#fff", font: "bold" })),
  ];
  return { near: face(near), far: far.length > 0 ? face(far) : [], values: [] } as unknown as Look;
};

test("the size of a dump stands on a tag where it could not be read", () => {
  expect(tagOf(piece, look(["1SP", "2T"]), false, 0.5, 100)).toEqual({ text: "1SP 2T", ground: "#b98a3c" });
  expect(tagOf(piece, look(["1SP", "2T"], ["1SP"]), true, 0.5, 100)?.text).toBe("1SP");
  expect(tagOf(piece, look(["1SP", "2T"]), false, 1, 100)).toBeNull(); // ten pixels high
  expect(tagOf(piece, look(["1SP"]), false, 0.2, 100)).toBeNull(); // no room between hexes
});

test("one figure, and a counter, have none", () => {
  expect(tagOf(piece, look(["2"]), false, 0.5, 100)).toBeNull();
  expect(tagOf({ ...piece, kind: "unit" }, look(["12SP"]), false, 0.5, 100)).toBeNull();
});

test("letters of a tag are as large from afar as from near", () => {
  const drawn = (k: number) => {
    const { ctx, told } = recorder();
    paintTag(ctx, { k, x: 0, y: 0 }, piece, { text: "8SP", ground: "#b98a3c" });
    expect(told.filter((each) => each.includes("8SP"))).toHaveLength(1);
    return told.filter((each) => each.startsWith("font="));
  };
  expect(drawn(0.3)).toEqual(drawn(3));
});
