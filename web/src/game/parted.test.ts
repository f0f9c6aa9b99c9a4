import { describe, expect, it } from "vitest";
import { parted } from "./parted";

describe("a text", () => {
  it("is cut at the names in it", () => {
    expect(parted("From Brest to Brest-Litovsk.", ["Brest", "Brest-Litovsk"])).toEqual([
      "From ",
      "Brest",
      " to ",
      "Brest-Litovsk",
      ".",
    ]);
    expect(parted("Nowhere (12.14)", [])).toEqual(["Nowhere (12.14)"]);
    expect(parted("Hold 12.14, not 12014", ["12.14"])).toEqual(["Hold ", "12.14", ", not 12014"]);
  });
});
