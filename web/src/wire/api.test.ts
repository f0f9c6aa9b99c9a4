import { afterEach, describe, expect, it, vi } from "vitest";
import { bring, info, make, Refused, salt, take } from "./api";

function answering(status: number, body: string) {
  const fetched = vi.fn(async (_path: string, _asked?: RequestInit) => new Response(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

describe("the REST part of the wire", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("sends the key in a header, never in the address", async () => {
    const fetched = answering(200, "{}");
    await info("g1", "secret");

    const [path, asked] = fetched.mock.calls[0] ?? [];
    expect(path).toBe("/api/games/g1");
    expect(asked?.headers).toMatchObject({ Authorization: "Bearer secret" });
  });

  it("takes a seat with sixteen random bytes", async () => {
    const fetched = answering(200, '{"started": true, "key": "own"}');
    expect(await take("g1", "axis", "secret", "Ann")).toEqual({ started: true, key: "own" });

    const sent = JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)) as { salt: string; name: string };
    expect(sent.name).toBe("Ann");
    expect(sent.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(salt()).not.toBe(salt());
  });

  it("refuses in the server's words", async () => {
    answering(422, '{"detail": "no scenario is called x"}');
    const wanted = { scenario: "x", options: {}, seats: {}, assist: "full" as const };
    await expect(make(wanted)).rejects.toMatchObject({ status: 422, message: "No scenario is called x." });
  });

  it("has a sentence where the server has none", async () => {
    answering(502, "<html>");
    await expect(bring("x")).rejects.toMatchObject({ status: 502, message: expect.stringContaining("502") });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    await expect(bring("x")).rejects.toBeInstanceOf(Refused);
    await expect(bring("x")).rejects.toMatchObject({ status: 0 });
  });
});
