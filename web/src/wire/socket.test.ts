import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askOnce, type Line, Lost, Refused, Socket, wait } from "./socket";
import type { FromServer } from "./types";

class FakeWebSocket {
  static readonly OPEN = 1;
  static all: FakeWebSocket[] = [];
  readyState = 0;
  sent: { type: string; ref?: number; token?: string }[] = [];
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = () => {};

  constructor(readonly url: string) {
    FakeWebSocket.all.push(this);
  }
  send(data: string) {
    this.sent.push(JSON.parse(data));
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const last = () => FakeWebSocket.all[FakeWebSocket.all.length - 1] as FakeWebSocket;

describe("the line to the server", () => {
  let messages: FromServer[];
  let lines: Line[];
  let socket: Socket;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeWebSocket.all = [];
    vi.stubGlobal("WebSocket", FakeWebSocket);
    messages = [];
    lines = [];
    socket = new Socket("ws://x/api/play", "key", {
      message: (message) => messages.push(message),
      line: (line) => lines.push(line),
    });
    last().open();
  });
  afterEach(() => {
    socket.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says hello with its key when the line is open", () => {
    expect(last().sent).toEqual([{ type: "hello", token: "key" }]);
  });

  it("gives each reply to who asked", async () => {
    last().say({ type: "game" });
    const first = socket.ask("hex", { hex: "3026" });
    const second = socket.ask("hex", { hex: "3027" });
    last().say({ type: "reply", ref: 2, body: "second" });
    last().say({ type: "reply", ref: 1, body: "first" });

    expect(await first).toBe("first");
    expect(await second).toBe("second");
  });

  it("throws what was refused, with its reasons", async () => {
    last().say({ type: "game" });
    const asked = socket.ask("answer", { n: 3, picked: ["march"] });
    const reason = { text: "it is not your turn", rule: "4.0", hexes: [], units: [] };
    last().say({ type: "refused", ref: 1, code: "stale", reasons: [reason] });

    await expect(asked).rejects.toEqual(new Refused("stale", [reason]));
    await expect(asked).rejects.toMatchObject({ code: "stale", reasons: [reason] });
  });

  it("comes back after a loss, waiting longer each time, and says hello again", async () => {
    last().say({ type: "game" });
    const asked = socket.ask("score", {});
    last().close();
    await expect(asked).rejects.toBeInstanceOf(Lost);
    expect(lines.at(-1)).toEqual({ is: "lost", tries: 1 });

    vi.advanceTimersByTime(wait(0) * 1.3);
    expect(FakeWebSocket.all.length).toBe(2);
    last().close();
    vi.advanceTimersByTime(wait(0) * 1.3);
    expect(FakeWebSocket.all.length).toBe(2);
    vi.advanceTimersByTime(wait(1) * 1.3);
    expect(FakeWebSocket.all.length).toBe(3);
    last().open();
    expect(last().sent).toEqual([{ type: "hello", token: "key" }]);
    last().say({ type: "game" });
    expect(lines.at(-1)).toEqual({ is: "open" });
  });

  it("says of what would change the game alone that it may have been heard", async () => {
    last().say({ type: "game" });
    const drafted = socket.ask("draft", { n: 3, picked: ["march"] });
    const answered = socket.ask("answer", { n: 3, picked: ["march"] });
    last().close();

    await expect(drafted).rejects.toMatchObject({ sent: false });
    await expect(answered).rejects.toMatchObject({ sent: true });
    await expect(socket.ask("answer", { n: 3, picked: ["march"] })).rejects.toMatchObject({ sent: false });
  });

  it("sends nothing before it is told how the game stands: by then it may be about something else", async () => {
    await expect(socket.ask("draft", { n: 3, picked: ["march"] })).rejects.toMatchObject({ sent: false });
    last().say({ type: "game" });
    const drafted = socket.ask("draft", { n: 3, picked: ["march"] });
    expect(last().sent.map((each) => each.type)).toEqual(["hello", "draft"]);
    last().close();
    await expect(drafted).rejects.toBeInstanceOf(Lost);
    vi.advanceTimersByTime(wait(0) * 1.3);
    last().open();
    await expect(socket.ask("answer", { n: 3, picked: ["march"] })).rejects.toMatchObject({ sent: false });
    expect(last().sent.map((each) => each.type)).toEqual(["hello"]);
  });

  it("asks for everything again once, however often something is missed meanwhile", () => {
    last().say({ type: "game" });
    socket.hello();
    socket.hello();
    expect(last().sent).toHaveLength(2);
    last().say({ type: "game" });
    socket.hello();
    expect(last().sent).toHaveLength(3);
  });

  describe("one request by another key", () => {
    const seat = () => askOnce("other", "seat", { side: "axis", player: "greedy" });

    it("is asked once, and hangs up", async () => {
      const asked = seat();
      last().open();
      last().say({ type: "game" });
      last().say({ type: "game" });
      last().say({ type: "answered", ref: 1, n: 0 });

      await asked;
      await vi.advanceTimersByTimeAsync(0);
      expect(last().sent.map((each) => each.type)).toEqual(["hello", "seat"]);
      expect(last().readyState).toBe(3);
    });

    it("was not sent if the line was lost before", async () => {
      const asked = seat();
      last().close();

      await expect(asked).rejects.toMatchObject({ sent: false });
    });

    it("may have been heard if the line was lost after", async () => {
      const asked = seat();
      last().open();
      last().say({ type: "game" });
      last().close();

      await expect(asked).rejects.toMatchObject({ sent: true });
    });

    it("says why it was not let in", async () => {
      const asked = seat();
      last().open();
      last().say({ type: "closed", text: "This key was revoked." });

      await expect(asked).rejects.toMatchObject({ message: "This key was revoked." });
    });
  });

  it("does not come back when the key was revoked", () => {
    last().say({ type: "closed", text: "This key was revoked." });
    vi.advanceTimersByTime(60000);

    expect(FakeWebSocket.all.length).toBe(1);
    expect(lines.at(-1)).toEqual({ is: "closed", text: "This key was revoked." });
  });

  const refusal = (code: string, ref = 0) => ({
    type: "refused",
    ref,
    code,
    reasons: [{ text: "No.", rule: "", hexes: [], units: [] }],
  });

  it("ends when its hello is refused", () => {
    last().say(refusal("malformed"));
    vi.advanceTimersByTime(60000);

    expect(FakeWebSocket.all.length).toBe(1);
    expect(lines.at(-1)).toEqual({ is: "closed", text: "No." });
  });

  it("comes again later when it said hello too fast", () => {
    last().say(refusal("too fast"));
    expect(lines.at(-1)).toEqual({ is: "lost", tries: 1 });
    vi.advanceTimersByTime(wait(0) * 1.3);

    expect(FakeWebSocket.all.length).toBe(2);
  });

  it("stays open when something is refused that nobody waits for, and hands it on", () => {
    last().say({ type: "game" });
    last().say(refusal("malformed"));
    last().say(refusal("stale", 77));

    expect(lines.at(-1)).toEqual({ is: "open" });
    expect(messages.slice(1)).toEqual([refusal("malformed"), refusal("stale", 77)]);
  });

  it("hangs up on a line that has gone silent", () => {
    last().say({ type: "game" });
    vi.advanceTimersByTime(20000);
    expect(last().sent.at(-1)?.type).toBe("ping");
    vi.advanceTimersByTime(10000);

    expect(lines.at(-1)).toEqual({ is: "lost", tries: 1 });
  });

  it("never waits longer than eight seconds", () => {
    expect(wait(0)).toBeLessThan(wait(1));
    expect(wait(50)).toBe(8000);
  });
});
