// For tests: a canvas that is not there.
import type { Context } from "./paint";

/** A canvas that writes down what it is told. */
export function recorder(): { ctx: Context; told: string[] } {
  const told: string[] = [];
  const values: Record<string, unknown> = {};
  const ctx = new Proxy(
    {},
    {
      get: (_, name: string) => {
        if (name === "measureText") return (text: string) => ({ width: 10 * text.length });
        if (name in values) return values[name];
        return (...given: unknown[]) => void told.push(`${name}(${given.join(" ")})`);
      },
      set: (_, name: string, value) => {
        values[name] = value;
        told.push(`${name}=${value}`);
        return true;
      },
    },
  ) as Context;
  return { ctx, told };
}
