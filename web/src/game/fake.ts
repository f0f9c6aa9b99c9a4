// A server for the tests: it hears what is sent, and says what a test lets it say.
import { vi } from "vitest";
import type { FromServer, ReplyBody, ToServer } from "../wire/types";

type Sent = ToServer & { ref: number };

export class FakeServer {
  static readonly OPEN = 1;
  static last: FakeServer;
  readyState = 0;
  sent: Sent[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor() {
    FakeServer.last = this;
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  async say(message: FromServer): Promise<void> {
    this.onmessage({ data: JSON.stringify(message) });
    await settled();
  }
  /** Reply to the latest request of a kind. */
  async reply(type: Sent["type"], body: ReplyBody | null): Promise<void> {
    await this.say({ type: "reply", ref: this.asked(type)?.ref ?? 0, body });
  }
  /** It is stored; what has come of it is told by the change that follows. */
  async answered(type: Sent["type"], n: number): Promise<void> {
    await this.say({ type: "answered", ref: this.asked(type)?.ref ?? 0, n });
  }
  async refuse(type: Sent["type"], text: string): Promise<void> {
    const reasons = [{ text, rule: "17.0", hexes: ["3026"], units: [] }];
    await this.say({ type: "refused", ref: this.asked(type)?.ref ?? 0, code: "illegal", reasons });
  }
  asked<K extends Sent["type"]>(type: K): (Sent & { type: K }) | undefined {
    return this.sent.filter((one) => one.type === type).at(-1) as (Sent & { type: K }) | undefined;
  }
}

/** Until all that follows from a reply has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export function pretend(): void {
  vi.stubGlobal("WebSocket", FakeServer);
}
