/**
 * An engine that is only its feed: it serves the wire shapes over a loopback socket and moves when told. For tests and
 * screenshots of the console; nothing is processed.
 */
import http from "node:http";
import {
  type ControlAnswer,
  type ControlChange,
  type FeedSnapshot,
  type Hold,
  type LateDrop,
  type LeaderChange,
  type Lifecycle,
  leaderChangesMax,
  type PauseReason,
  type PauseRequest,
  type Refusal,
  type Violation,
  type WatermarksBody,
} from "@stoatflow/engine/wire";
import { holdOf, lateDropOf, violationOf } from "./fake/entries.ts";
import { FakeRecords } from "./fake/records.ts";
import { laneAt, nodes, partitionAt } from "./fake/story.ts";

export interface FakeEngineOptions {
  readonly app: string;
  readonly partitions?: number;
  /** Nothing is wrong with it: every partition keeps up. */
  readonly isWell?: boolean;
  /** How many late drops, holds and violations it keeps of each. @default 200 */
  readonly kept?: number;
}
const noDurations = { buckets: [], count: 0, sumSeconds: 0 };

export class FakeEngine {
  readonly #options: FakeEngineOptions;
  readonly #server: http.Server;
  readonly #readers = new Set<http.ServerResponse>();
  /** Every body told, by sequence: what a page is compared with. */
  readonly told = new Map<string, FeedSnapshot>();
  readonly lateDrops: LateDrop[] = [];
  readonly holds: Hold[] = [];
  readonly violations: Violation[] = [];
  readonly leaderChanges: LeaderChange[] = [];
  /** What is read of its log. */
  readonly records = new FakeRecords();
  /** An app of before a record could be read does not. */
  readsRecords = true;
  /** An app of before there were holds on the wire does not. */
  tellsHolds = true;
  /** What the watermark is held back by, in place of what the story says. */
  heldBackBy: FeedSnapshot["watermarks"]["heldBackBy"] | undefined;
  /** Records dropped for a reason other than being late. */
  undecodable = 0;
  /** The next control call is refused with this. */
  refuseNext: string | undefined;
  /** What a pause waits for before it is complete; `undefined`: it is complete at once. */
  draining = false;
  /** An app that does not compare generations carries out what it is asked for, whatever the caller saw. */
  comparesGenerations = true;
  /** How far the watermark of partition 0 is ahead of the clock; `undefined`: it is as the story has it. */
  aheadMs: number | undefined;
  /** How many partitions it has from the next tick on. */
  partitions: number;
  /** How long it says that it lets pass between two ticks; `undefined`: it does not say. */
  tickIntervalMs: number | undefined;
  bootId = "b0a1";
  /** Resolves when somebody reads the feed. */
  readonly read: Promise<void>;
  #onRead: () => void = () => {};
  #tick = 0;
  #startedMs: number | undefined;
  #pausedTick = 0;
  #generation = 1;
  #lifecycle: Lifecycle = { kind: "running" };
  #reasons: PauseReason[] = [];
  readonly #changes: ControlChange[] = [];
  #onHeld: ((answer: () => void) => void) | undefined;
  #current: FeedSnapshot | undefined;

  constructor(options: FakeEngineOptions) {
    this.#options = options;
    this.partitions = options.partitions ?? 6;
    this.read = new Promise((resolve) => {
      this.#onRead = resolve;
    });
    this.#server = http.createServer((request, response) => void this.#answer(request, response));
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the fake engine does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  get #kept(): number {
    return this.#options.kept ?? 200;
  }

  get current(): FeedSnapshot {
    return this.#current ?? this.tick(Date.now());
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Tells a lifecycle from the next tick on. */
  become(lifecycle: Lifecycle, reasons: readonly PauseReason[] = []): void {
    this.#lifecycle = lifecycle;
    this.#reasons = [...reasons];
  }

  dropLate(count: number, atMs: number): void {
    for (let i = 0; i < count; i += 1) this.lateDrops.push(lateDropOf(this.lateDrops.length + 1, atMs));
  }

  hold(count: number, atMs: number): void {
    for (let i = 0; i < count; i += 1) this.holds.push(holdOf(this.holds.length + 1, atMs));
  }

  violate(count: number, atMs: number): void {
    for (let i = 0; i < count; i += 1) this.violations.push(violationOf(this.violations.length + 1, atMs));
  }

  /** A record of a new leader of that partition is read. */
  elect(partition: number, readAtMs: number): void {
    const { length } = this.leaderChanges;
    const changed = { id: String(length + 1), topic: "orders", partition, fromEpoch: 4, toEpoch: 5 };
    this.leaderChanges.push({ ...changed, atOffset: String(1204 + length), readAtMs });
  }

  /** One beat: makes the next snapshot and tells it to every reader. */
  tick(atMs: number): FeedSnapshot {
    this.#tick += 1;
    this.#startedMs ??= atMs - 1000;
    if (this.#lifecycle.kind !== "paused") this.#pausedTick = this.#tick;
    if (this.#lifecycle.kind === "pausing" && !this.draining)
      this.#lifecycle = { kind: "paused", sinceMs: atMs };
    else if (this.#lifecycle.kind === "resuming") this.#lifecycle = { kind: "running" };
    const snapshot = this.#snapshot(atMs);
    this.#current = snapshot;
    this.told.set(snapshot.sequence, snapshot);
    for (const reader of this.#readers) this.#tell(reader, snapshot);
    return snapshot;
  }

  #snapshot(atMs: number): FeedSnapshot {
    const { partitions } = this;
    const paused = this.#lifecycle.kind === "paused";
    const still =
      this.#lifecycle.kind === "paused"
        ? { tick: this.#pausedTick, atMs: this.#lifecycle.sinceMs }
        : undefined;
    const startedMs = this.#startedMs ?? atMs;
    const { isWell = false } = this.#options;
    const isStuck = !isWell || (this.draining && this.#lifecycle.kind === "pausing");
    const story = { tick: this.#tick, atMs, partitions, isWell, startedMs, isStuck, still };
    const rows = Array.from({ length: partitions }, (_, partition) => partitionAt(story, partition));
    const [first] = rows;
    if (first !== undefined && this.aheadMs !== undefined)
      rows[0] = { ...first, watermarkMs: atMs + this.aheadMs };
    const counting = rows
      .filter((row) => row.idleSinceMs === null)
      .map((row) => ({ row, value: row.previewWatermarkMs ?? row.watermarkMs ?? Number.POSITIVE_INFINITY }));
    const [slowest] = counting.sort((a, b) => a.value - b.value);
    const count = (kind: string): number =>
      this.violations.filter((violation) => violation.kind === kind).length;
    return {
      app: this.#options.app,
      instanceId: `${this.#options.app}-1`,
      bootId: this.bootId,
      wireVersion: 1,
      sequence: String(this.#tick),
      atMs,
      capabilities: [
        "pause",
        "late-drops",
        ...(this.tellsHolds ? ["holds"] : []),
        "violations",
        ...(this.readsRecords ? ["read-record"] : []),
      ],
      status: {
        lifecycle: this.#lifecycle,
        pauseReasons: this.#reasons,
        generation: this.#generation,
        leaderChanges: this.leaderChanges.slice(-leaderChangesMax).reverse(),
        guarantee: "exactly-once",
        log: "embedded",
        build: { version: "0.1.0", node: "v20.20.0" },
        startedAtMs: startedMs,
        ...(this.tickIntervalMs === undefined ? {} : { tickIntervalMs: this.tickIntervalMs }),
        epoch: { number: 4000 + this.#tick, openedAtMs: atMs - 60, lastCommitMs: 14 },
        feedClients: this.#readers.size,
        counters: {
          polled: 120_000 + this.#tick * 60,
          dispatched: 119_000 + this.#tick * 60,
          emitted: 5000 + this.#tick * 3,
          committedEpochs: 4000 + this.#tick,
          rolledBackEpochs: 0,
          refetched: 0,
          dropped: {
            late: this.lateDrops.length,
            nullKey: 0,
            nullValue: 0,
            invalidTimestamp: 0,
            undecodable: this.undecodable,
            operatorError: 0,
          },
          lateDropped: this.lateDrops.length,
          lateDroppedBy: countsBy(this.lateDrops),
          violations: {
            partition_offset_regression: count("partition_offset_regression"),
            partition_buffer_over_bound: 0,
            commit_offset_regression: count("commit_offset_regression"),
            watermark_regression: 0,
            lane_order: 0,
            epoch_overlap: 0,
          },
          outputsBeyondLimit: [],
          violationClasses: {
            expected: this.violations.filter((violation) => violation.class === "expected").length,
            bug: this.violations.filter((violation) => violation.class === "bug").length,
          },
        },
        durations: { epoch: noDurations, commit: noDurations, headHeld: noDurations },
        limits: { "late-drops.retained": { used: this.lateDrops.length, limit: this.#kept } },
      },
      watermarks: {
        globalWatermarkMs:
          slowest === undefined || slowest.value === Number.POSITIVE_INFINITY ? null : slowest.value,
        heldBackBy:
          this.heldBackBy !== undefined
            ? this.heldBackBy
            : slowest === undefined
              ? null
              : {
                  topic: slowest.row.topic,
                  partition: slowest.row.partition,
                  reason: paused
                    ? "paused"
                    : slowest.row.state === "waiting-for-data"
                      ? "waiting-for-data"
                      : "backlog",
                },
        partitions: rows,
      },
      lanes: { lanes: Array.from({ length: 8 }, (_, lane) => laneAt(story, lane)), eventLoopDelayMs: 1.4 },
      commits: { commits: [] },
      rings: {
        lateDropsNext: String(this.lateDrops.length),
        holdsNext: String(this.holds.length),
        violationsNext: String(this.violations.length),
      },
    };
  }

  /** The next control call is answered when what this resolves to is called; it resolves once the call is there. */
  holdNextAnswer(): Promise<() => void> {
    return new Promise((resolve) => {
      this.#onHeld = resolve;
    });
  }

  #tell(reader: http.ServerResponse, snapshot: FeedSnapshot): void {
    reader.write(
      `event: snapshot\nid: ${snapshot.bootId}-${snapshot.sequence}\ndata: ${JSON.stringify(snapshot)}\n\n`,
    );
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const snapshot = this.current;
    const { status, watermarks, lanes, commits, rings: _, ...envelope } = snapshot;
    if (url.pathname === "/events") {
      response.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-cache, no-transform",
      });
      this.#readers.add(response);
      response.once("close", () => this.#readers.delete(response));
      this.#tell(response, snapshot);
      this.#onRead();
      return;
    }
    if (url.pathname === "/late-drops")
      return json(response, 200, { ...envelope, ...page(this.lateDrops, url, this.#kept) });
    if (url.pathname === "/holds")
      return json(response, 200, { ...envelope, ...page(this.holds, url, this.#kept) });
    if (url.pathname === "/violations")
      return json(response, 200, { ...envelope, ...page(this.violations, url, this.#kept) });
    if (url.pathname === "/record" && this.readsRecords) {
      const { status: code, body } = this.records.answer(url, envelope, this.lateDrops);
      return json(response, code, body);
    }
    if (url.pathname === "/watermarks") {
      return json(response, 200, { ...envelope, ...watermarks } satisfies WatermarksBody);
    }
    if (url.pathname === "/status") return json(response, 200, { ...envelope, ...status });
    if (url.pathname === "/lanes") return json(response, 200, { ...envelope, ...lanes });
    if (url.pathname === "/topology") return json(response, 200, { ...envelope, nodes });
    if (url.pathname === "/commits") return json(response, 200, { ...envelope, ...commits });
    if (request.method === "POST") {
      const body = await bodyOf(request);
      const answer = () => this.#control(url.pathname, body, response);
      const onHeld = this.#onHeld;
      this.#onHeld = undefined;
      return onHeld === undefined ? answer() : onHeld(answer);
    }
    json(response, 404, { error: { code: "not-found", message: `nothing at ${url.pathname}` } });
  }

  #control(path: string, body: string, response: http.ServerResponse): void {
    if (this.refuseNext !== undefined) {
      const message = this.refuseNext;
      this.refuseNext = undefined;
      json(response, 409, { error: { code: "not-allowed-now", message } });
      return;
    }
    const asked: PauseRequest = JSON.parse(body);
    const { expectedGeneration: expected } = asked;
    if (this.comparesGenerations && expected !== undefined && expected !== this.#generation) {
      const message = `the app has moved on: generation ${this.#generation}, not ${expected}; look again`;
      const now = { generation: this.#generation, lifecycle: this.#lifecycle.kind };
      const changes = this.#changes.filter(({ generation }) => generation > expected);
      const changed = { ...now, pauseReasons: this.#reasons, changes };
      json(response, 409, { error: { code: "stale-generation", message, changed } } satisfies Refusal);
      return;
    }
    const isPaused = this.#reasons.length > 0;
    const isPause = path === "/pause";
    if (isPaused !== isPause) this.#carryOut(isPause, asked);
    const done = isPause ? ("pausing" as const) : ("resuming" as const);
    json(response, 200, {
      result: isPaused === isPause ? "unchanged" : done,
      generation: this.#generation,
      lifecycle: this.#lifecycle,
      pauseReasons: this.#reasons,
    } satisfies ControlAnswer);
  }

  #carryOut(isPause: boolean, { actor, reason, timeToLiveMs }: PauseRequest): void {
    const { atMs } = this.current;
    const kind = isPause ? "paused" : "resumed";
    this.#generation += 1;
    this.#changes.push({ kind, generation: this.#generation, atMs, actor, reason });
    const expiresAtMs = timeToLiveMs === undefined ? null : atMs + timeToLiveMs;
    this.#reasons = isPause ? [{ kind: "operator", actor, reason, sinceMs: atMs, expiresAtMs }] : [];
    const waitingFor = [{ lane: 5, operator: "orders-per-minute", records: 64, oldestAgeMs: 4100 }];
    this.#lifecycle = isPause ? { kind: "pausing", waitingFor } : { kind: "resuming" };
  }
}

function countsBy(drops: readonly LateDrop[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operator } of drops) counts[operator] = (counts[operator] ?? 0) + 1;
  return counts;
}

function page<Entry extends { readonly id: string }>(entries: readonly Entry[], url: URL, kept: number) {
  const after = BigInt(url.searchParams.get("after") ?? "0");
  const limit = Number(url.searchParams.get("limit") ?? "100");
  const retained = entries.slice(-kept);
  const items = retained.filter((entry) => BigInt(entry.id) > after).slice(0, limit);
  return {
    items,
    next: items.at(-1)?.id ?? String(after > BigInt(entries.length) ? entries.length : after),
    missed: 0,
    total: entries.length,
    retained: retained.length,
    limit: kept,
  };
}

function json(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
