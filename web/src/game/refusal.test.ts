import { expect, it } from "vitest";
import { Refused as NotFetched } from "../wire/api";
import { Refused } from "../wire/socket";
import { headed } from "./refusal";

it("heads a failure of the server as one, and a refusal by what was tried", () => {
  expect(headed(new Refused("illegal", []))).toBe("This was refused");
  expect(headed(new Refused("illegal", []), "Hint")).toBe("Hint");
  expect(headed(new Refused("bug", []), "Hint")).toBe("The server failed");
  expect(headed(new NotFetched(409, "taken"), "Orders")).toBe("Orders");
  expect(headed(new NotFetched(500, "no"), "Orders")).toBe("The server failed");
  expect(headed(new NotFetched(0, "no answer"), "Orders")).toBe("The server failed");
});
