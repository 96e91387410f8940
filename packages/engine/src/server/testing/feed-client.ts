/** A reader of the feed as a test needs it: it can stop reading its socket, and keeps all that it was sent. */
import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import { onTestFinished } from "vitest";
import { applyDelta, type FeedSnapshot, feedDelta, feedSnapshot } from "../../wire/index.ts";

interface FeedEvent {
  readonly id: string;
  readonly kind: string;
  readonly data: unknown;
}

interface Waiting {
  readonly condition: () => boolean;
  readonly resolve: () => void;
}

export class FeedClient {
  status = 0;
  headers: IncomingHttpHeaders = {};
  readonly events: FeedEvent[] = [];
  comments = 0;
  bytes = 0;
  ended = false;
  readonly #request: ClientRequest;
  #waiting: Waiting[] = [];
  #text = "";

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#request = request(`${url}/events`, { headers, agent: false }, (answer) => {
      this.status = answer.statusCode ?? 0;
      this.headers = answer.headers;
      answer.setEncoding("utf8");
      answer.on("data", (text: string) => this.#take(text));
      answer.on("close", () => this.#end());
      this.#look();
    });
    this.#request.on("error", () => this.#end());
    this.#request.end();
    onTestFinished(() => this.leave());
  }

  /** What the reader holds now, made of all that it was sent. Every delta must follow on. */
  held(): FeedSnapshot {
    let held: FeedSnapshot | undefined;
    for (const event of this.events) {
      if (event.kind === "snapshot") held = feedSnapshot.parse(event.data);
      else if (held !== undefined) held = applyDelta(held, feedDelta.parse(event.data));
      if (held === undefined) throw new Error(`the event ${event.id} does not follow on`);
    }
    if (held === undefined) throw new Error("no snapshot has come");
    return held;
  }

  get ids(): string[] {
    return this.events.map((event) => event.id);
  }

  get kinds(): string[] {
    return this.events.map((event) => event.kind);
  }

  /** Resolves when `condition` holds, looked at whenever something has come. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ condition, resolve });
      this.#look();
    });
  }

  untilEvents(count: number): Promise<void> {
    return this.until(() => this.events.length >= count);
  }

  /** Leaves what comes in the socket, so that the sender's writes are no longer taken. */
  stopReading(): void {
    this.#request.socket?.pause();
  }

  readOn(): void {
    this.#request.socket?.resume();
  }

  leave(): void {
    this.#request.destroy();
  }

  #take(text: string): void {
    this.bytes += text.length;
    this.#text += text;
    const blocks = this.#text.split("\n\n");
    this.#text = blocks.pop() ?? "";
    for (const block of blocks) this.#event(block);
    this.#look();
  }

  #event(block: string): void {
    if (block.startsWith(":")) this.comments++;
    const fields = new Map(block.split("\n").map((line) => splitAtColon(line)));
    const data = fields.get("data");
    if (data === undefined) return;
    this.events.push({
      id: fields.get("id") ?? "",
      kind: fields.get("event") ?? "",
      data: JSON.parse(data),
    });
  }

  #end(): void {
    this.ended = true;
    this.#look();
  }

  #look(): void {
    const met = this.#waiting.filter(({ condition }) => condition());
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting));
    for (const { resolve } of met) resolve();
  }
}

function splitAtColon(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
}
