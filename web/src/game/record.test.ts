import { expect, it } from "vitest";
import { fileName } from "./record";

it("names the file of a record after its game", () => {
  expect(fileName("North Africa, 1941")).toBe("north-africa-1941.game");
  expect(fileName("…")).toBe("sandtable.game");
});
