// The line to the server: hello, questions with their replies, and getting back when the line is lost.
import type { FromServer, Reason, Replies, ToServer } from "./types";

/** closed: for good, the server said why. */
export type Line = { is: "open" | "connecting" } | { is: "lost"; tries: number } | { is: "closed"; text: string };

/** The server said no: nothing was changed. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly reasons: Reason[],
  ) {
    super(reasons.map((reason) => reason.text).join("; ") || code);
  }
}
/** The line was down, or broke before the reply came. `sent`: what would change the game went out, and nobody knows
 * whether it was heard. */
export class Lost extends Error {
  constructor(readonly sent: boolean) {
    super();
  }
}

export type Wanting = { [K in ToServer["type"]]: Omit<Extract<ToServer, { type: K }>, "ref" | "type"> };
type Request = Exclude<ToServer["type"], "hello">;
export type Reply<K> = K extends keyof Replies ? Replies[K] : undefined;

export interface Heard {
  message(message: FromServer): void;
  line(line: Line): void;
}

interface Waiting {
  type: Request;
  resolve(body: unknown): void;
  reject(error: Error): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const PING_WITHIN = 10000;
const CHANGES: ReadonlySet<Request> = new Set<Request>(["answer", "undo", "redo", "revoke", "seat", "order"]); // nothing else changes a game
const TOO_FAST = "too fast"; // of all that a hello can be refused for, this passes

/** How long to wait before trying again, in ms. */
export function wait(tries: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10));
}

export class Socket {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private ref = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;
  private greeting = false; // hello was said and not answered yet
  private letIn = false; // by this line: before that nobody knows what the game is about by now

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly heard: Heard,
  ) {
    addEventListener("online", this.hurry);
    this.connect();
  }

  /** Send a request; its reply, or Refused, or Lost. */
  ask<K extends Request>(type: K, wanting: Wanting[K]): Promise<Reply<K>> {
    const socket = this.socket;
    if (!socket || !this.letIn || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost(false));
    this.ref += 1;
    const ref = this.ref;
    socket.send(JSON.stringify({ type, ref, ...wanting }));
    return new Promise((resolve, reject) =>
      this.waiting.set(ref, { type, resolve: resolve as Waiting["resolve"], reject }),
    );
  }

  /** Ask for everything again, if that is not done already. */
  hello(): void {
    if (this.socket?.readyState === WebSocket.OPEN && !this.greeting) this.greet(this.socket);
  }

  close(): void {
    this.over = true;
    removeEventListener("online", this.hurry);
    clearTimeout(this.timer);
    this.socket?.close();
    this.drop();
  }

  private connect = (): void => {
    clearTimeout(this.timer);
    if (this.over) return;
    if (this.tries === 0) this.heard.line({ is: "connecting" });
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.letIn = false;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = () => this.lost(socket);
  };

  private greet(socket: WebSocket): void {
    this.greeting = true;
    socket.send(JSON.stringify({ type: "hello", token: this.token } satisfies ToServer));
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case "reply":
        this.settle(message.ref)?.resolve(message.body);
        break;
      case "answered":
        this.settle(message.ref)?.resolve(undefined);
        break;
      case "refused": {
        const asked = this.settle(message.ref);
        if (asked) asked.reject(new Refused(message.code, message.reasons));
        else if (message.ref === 0 && this.greeting) this.notLetIn(new Refused(message.code, message.reasons));
        else this.heard.message(message); // of what nobody waits for any more: it is shown
        break;
      }
      case "closed":
        this.heard.message(message);
        this.end(message.text);
        break;
      case "game":
        this.greeting = false;
        this.letIn = true;
        this.tries = 0;
        this.heard.line({ is: "open" });
        this.heard.message(message);
        this.ping();
        break;
      default:
        this.heard.message(message);
    }
  }

  /** The hello, which has no number, was refused: whoever came too fast comes again later. */
  private notLetIn(refused: Refused): void {
    this.greeting = false;
    if (refused.code === TOO_FAST) this.socket?.close();
    else this.end(refused.message);
  }

  private settle(ref: number): Waiting | undefined {
    const asked = this.waiting.get(ref);
    this.waiting.delete(ref);
    return asked;
  }

  private end(text: string): void {
    this.close();
    this.heard.line({ is: "closed", text });
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.over) return;
    this.socket = null;
    this.drop();
    this.tries += 1;
    this.heard.line({ is: "lost", tries: this.tries });
    clearTimeout(this.timer);
    this.timer = setTimeout(this.connect, wait(this.tries - 1) * (0.75 + Math.random() / 2));
  }

  private drop(): void {
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of asked) one.reject(new Lost(CHANGES.has(one.type)));
  }

  /** A line can die without a word: who does not hear an answer in time hangs up and calls again. */
  private ping(): void {
    const socket = this.socket;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const giveUp = setTimeout(() => socket?.close(), PING_WITHIN);
      const heard = () => {
        clearTimeout(giveUp);
        if (socket === this.socket && socket?.readyState === WebSocket.OPEN) this.ping();
      };
      this.ask("ping", {}).then(heard, heard);
    }, PING_EVERY);
  }

  private hurry = (): void => {
    if (!this.socket) this.connect();
  };
}

/** One request by another key than the one that is played with: called, asked, hung up. */
export function askOnce<K extends Request>(token: string, type: K, wanting: Wanting[K]): Promise<Reply<K>> {
  return new Promise((resolve, reject) => {
    let asked = false;
    const socket: Socket = new Socket(socketAddress(token), token, {
      line: (line) => {
        if (line.is === "closed") reject(new Refused("closed", [{ text: line.text, rule: "", hexes: [], units: [] }]));
        if (line.is !== "lost") return;
        reject(new Lost(asked && CHANGES.has(type)));
        socket.close();
      },
      message: (message) => {
        if (message.type !== "game" || asked) return; // the game may be told again
        asked = true;
        socket
          .ask(type, wanting)
          .then(resolve, reject)
          .finally(() => socket.close());
      },
    });
  });
}

/** Where a game is played. Its name stands in the address: a server of several processes tells by it who has the game. */
export function socketAddress(token: string): string {
  const address = new URL("api/play", location.href.split("#")[0]);
  const game = gameOf(token);
  if (game) address.searchParams.set("game", game);
  return address.href.replace(/^http/, "ws");
}

/** The game that a key says it opens. */
function gameOf(token: string): string {
  try {
    const written = token.split(".")[0].replaceAll("-", "+").replaceAll("_", "/");
    const [game] = JSON.parse(atob(written)) as unknown[];
    return typeof game === "string" ? game : "";
  } catch {
    return ""; // the server will say that it is no key
  }
}
