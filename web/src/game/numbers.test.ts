import { describe, expect, it } from "vitest";
import { bounds, count, numberAt, placeOf, read, stepped, stride } from "./numbers";

const one = [{ low: 0, high: 90000, by: 1 }];
const several = [
  { low: 0, high: 0, by: 1 },
  { low: 4, high: 12, by: 1 },
];
const thousands = [{ low: 1000, high: 6000, by: 1000 }];

describe("numbers within bounds", () => {
  it("are told as ranges", () => {
    expect(bounds(one)).toBe("0 to 90000");
    expect(bounds(several)).toBe("0 or 4 to 12");
    expect(bounds(thousands)).toBe("1000 to 6000 by 1000");
  });

  it("are counted, and found by their place", () => {
    expect([count(one), count(several), count(thousands)]).toEqual([90001, 10, 6]);
    for (const ranges of [several, thousands])
      for (let place = 0; place < count(ranges); place++) expect(placeOf(ranges, numberAt(ranges, place))).toBe(place);
    expect(numberAt(several, 99)).toBe(12);
    expect(numberAt(several, -3)).toBe(0);
    expect(placeOf(several, 99)).toBe(10);
  });

  it("are stepped over gaps, and from what is no number among them", () => {
    expect(stepped(several, 0, 1)).toBe(4);
    expect(stepped(several, 4, -1)).toBe(0);
    expect(stepped(several, 12, 1)).toBe(12);
    expect(stepped(thousands, 1500, 1)).toBe(2000);
    expect(stepped(thousands, 1500, -1)).toBe(1000);
    expect(stepped(thousands, 90000, -1)).toBe(6000);
    expect(stepped(thousands, 90000, 1)).toBe(6000);
  });

  it("are slid through by round numbers where they are many", () => {
    expect(stride(several)).toBe(1);
    expect(stride([{ low: 0, high: 9000, by: 1 }])).toBe(100);
    expect(stride(one)).toBe(1000);
  });

  it("are read where one is written", () => {
    expect(read(" 350 ")).toBe(350);
    expect(read("-4")).toBe(-4);
    for (const text of ["", "4.5", "many", "12345678901"]) expect(read(text)).toBeNull();
  });
});
