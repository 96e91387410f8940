/** An engine's server on a real socket, whose every answer a test can bend. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type {
  FeedSnapshot,
  Hold,
  Incident,
  LateDrop,
  RecordBody,
  TopologyNode,
  Violation,
} from "@stoatflow/engine/wire";
import { deltaOf, envelopeOf, type SnapshotOf, snapshotOf } from "./bodies.ts";

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, heard: Heard) => void;

export class FakeEngine {
  readonly heard: Heard[] = [];
  readonly feeds = new Set<ServerResponse>();
  lateDrops: LateDrop[] = [];
  holds: Hold[] = [];
  violations: Violation[] = [];
  nodes: TopologyNode[] = [];
  /** Answered where it has the capability. */
  incident: Incident = {
    name: "late-burst",
    title: "Late burst",
    happens: "Old orders come all at once.",
    lookAt: "The late drops.",
    running: null,
  };
  /** Of every record that is read from its log, where it has the capability. ASCII. */
  wholeValue = '{"id":9007199254740993}';
  /** Entries that left the rings before anyone asked. */
  missed = 0;
  current: FeedSnapshot;
  /** The ticks that a feed can be resumed from. */
  #recent: FeedSnapshot[];
  readonly #bent = new Map<string, Answer>();
  #server: Server | undefined;
  #port = 0;

  private constructor(first: SnapshotOf) {
    this.current = snapshotOf(first);
    this.#recent = [this.current];
  }

  static async start(first: SnapshotOf = {}): Promise<FakeEngine> {
    const engine = new FakeEngine(first);
    await engine.listen();
    return engine;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** Requests to `path`. */
  asked(path: string): readonly Heard[] {
    return this.heard.filter((one) => one.path === path);
  }

  /** Answers `path` by hand from now on; `undefined`: as an engine does. */
  bend(path: string, answer: Answer | undefined): void {
    if (answer === undefined) this.#bent.delete(path);
    else this.#bent.set(path, answer);
  }

  /** The next tick, sent to every feed as a delta. */
  tick(change: SnapshotOf = {}): FeedSnapshot {
    const before = this.current;
    this.current = snapshotOf({
      bootId: before.bootId,
      sequence: Number(before.sequence) + 1,
      partitions: before.watermarks.partitions,
      ...before.rings,
      ...change,
    });
    this.#recent.push(this.current);
    for (const feed of this.feeds) send(feed, "delta", deltaOf(before, this.current));
    return this.current;
  }

  /** Sends `text` as it is to every feed. */
  sendRaw(text: string): void {
    for (const feed of this.feeds) feed.write(text);
  }

  /** Ends all feeds; another process, so to speak, goes on at the same address. */
  restart(first: SnapshotOf): void {
    this.current = snapshotOf(first);
    this.#recent = [this.current];
    this.lateDrops = [];
    this.holds = [];
    this.violations = [];
    this.hangUp();
  }

  hangUp(): void {
    for (const feed of this.feeds) feed.end();
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? "/", this.url);
    const one = { method: request.method ?? "", path: url.pathname, headers: request.headers, body };
    this.heard.push(one);
    const bent = this.#bent.get(one.path);
    if (bent !== undefined) return bent(response, one);
    const after = Number(url.searchParams.get("after"));
    const limit = Number(url.searchParams.get("limit"));
    if (one.path === "/events") return this.#feed(response, one.headers["last-event-id"]);
    if (one.path === "/late-drops") return json(response, 200, this.#page(this.lateDrops, after, limit));
    if (one.path === "/holds") return json(response, 200, this.#page(this.holds, after, limit));
    if (one.path === "/violations") return json(response, 200, this.#page(this.violations, after, limit));
    if (one.path === "/topology") {
      const { bootId, sequence } = this.current;
      return json(response, 200, { ...envelopeOf(bootId, Number(sequence)), nodes: this.nodes });
    }
    if (one.path === "/pause") return json(response, 200, controlled("pausing"));
    if (one.path === "/resume") return json(response, 200, controlled("resuming"));
    if (one.path === "/record" && this.current.capabilities.includes("read-record"))
      return json(response, 200, this.#record(url.searchParams));
    if (this.current.capabilities.includes("incidents") && this.#simulate(response, one)) return;
    json(response, 404, { error: { code: "not-found", message: "there is no such path" } });
  }

  #record(asked: URLSearchParams): RecordBody {
    const { bootId, sequence, instanceId } = this.current;
    return {
      ...envelopeOf(bootId, Number(sequence)),
      instanceId,
      topic: asked.get("topic") ?? "",
      partition: Number(asked.get("partition")),
      offset: asked.get("offset") ?? "",
      timestampMs: 1_790_000_000_000,
      key: { encoding: "utf8", text: "north", sizeBytes: 5, truncated: false },
      value: { encoding: "utf8", text: this.wholeValue, sizeBytes: this.wholeValue.length, truncated: false },
      headers: [["source", null]],
      headerCount: 1,
      sizeBytes: 5 + this.wholeValue.length,
      truncated: false,
    };
  }

  #simulate(response: ServerResponse, { method, path }: Heard): boolean {
    const { bootId, sequence, atMs } = this.current;
    if (path === "/incidents") {
      json(response, 200, { ...envelopeOf(bootId, Number(sequence)), items: [this.incident] });
      return true;
    }
    if (path !== `/incidents/${this.incident.name}`) return false;
    const begins = method === "POST";
    const running = begins ? { actor: "ana", sinceMs: atMs, endsAtMs: atMs + 60_000 } : null;
    this.incident = { ...this.incident, running };
    json(response, 200, { result: begins ? "begun" : "ended", incident: this.incident });
    return true;
  }

  #feed(response: ServerResponse, lastEventId: string | string[] | undefined): void {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("retry: 1000\n\n");
    this.feeds.add(response);
    response.on("close", () => this.feeds.delete(response));
    const known = this.#recent.findIndex((tick) => `${tick.bootId}-${tick.sequence}` === lastEventId);
    if (known < 0) {
      send(response, "snapshot", this.current);
      return;
    }
    const missed = this.#recent.slice(known);
    for (const [i, tick] of missed.slice(1).entries()) {
      send(response, "delta", deltaOf(missed[i] ?? tick, tick));
    }
  }

  #page<T extends { readonly id: string }>(ring: readonly T[], after: number, limit: number) {
    const items = ring.filter(({ id }) => Number(id) > after).slice(0, limit);
    const newest = Number(ring.at(-1)?.id ?? 0);
    return {
      ...envelopeOf(this.current.bootId, Number(this.current.sequence)),
      items,
      next: items.at(-1)?.id ?? String(after),
      missed: this.missed,
      total: newest,
      retained: ring.length,
      limit: 2000,
    };
  }
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export function send(feed: ServerResponse, event: string, body: { bootId: string; sequence: string }): void {
  feed.write(`id: ${body.bootId}-${body.sequence}\nevent: ${event}\ndata: ${JSON.stringify(body)}\n\n`);
}

function controlled(result: "pausing" | "resuming") {
  return {
    result,
    generation: 4,
    lifecycle: { kind: result, ...(result === "pausing" ? { waitingFor: [] } : {}) },
  };
}
