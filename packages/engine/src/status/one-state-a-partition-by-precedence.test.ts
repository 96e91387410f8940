import { describe, expect, it } from "vitest";
import { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import type { LifecycleState } from "../lifecycle/engine-state.ts";
import { AlignmentGroup } from "../watermark/alignment.ts";
import { PartitionWatermark } from "../watermark/partition-watermark.ts";
import { partitionWatermark } from "../wire/index.ts";
import { heldBackBy, type ServingGate } from "./held-back-by.ts";
import { partitionStatus } from "./partition-status.ts";

interface Given {
  readonly partition?: number;
  /** Records buffered, from the consumer's position down. */
  readonly buffered?: number;
  readonly position?: bigint;
  readonly end?: bigint;
  readonly highWatermark?: bigint;
  readonly highestMs?: number;
  readonly idle?: boolean;
  /** Its head is held, without a preview. */
  readonly held?: boolean;
  /** Its group is this far behind its drift. */
  readonly aligned?: boolean;
  readonly table?: boolean;
}

function partition(given: Given): DispatchPartition {
  const at = { topic: "orders", partition: given.partition ?? 0 };
  const position = given.position ?? 10n;
  const buffered = given.buffered ?? 0;
  const source = new SourcePartition(at, new PartitionBuffer(), position);
  source.endPosition = given.end ?? position;
  source.highWatermark = given.highWatermark ?? source.endPosition;
  const of = new DispatchPartition(source, {
    watermark: new PartitionWatermark(100, given.highestMs),
    idlenessMs: 1000,
    servedMs: 0,
    alignment: given.aligned ? { group: "g", maxDriftMs: 0 } : undefined,
    table: given.table ?? false,
  });
  if (given.held) of.hold = { sinceMs: 7, previewMs: undefined };
  if (given.aligned) of.group = groupBehind(of);
  if (given.idle) of.idleness.look(1000, 77, false);
  for (let i = 0; i < buffered; i += 1) {
    const record = {
      ...at,
      offset: position + BigInt(i),
      timestampMs: 5000,
      key: null,
      value: null,
      headers: [],
    };
    source.buffer.append([record]);
    if (i === 0) of.head = { record, timestampMs: 5000, key: null, value: null, sinceMs: 0 };
  }
  source.consumerPosition = position + BigInt(buffered);
  return of;
}

/** A group in which somebody is at the very beginning. */
function groupBehind(member: DispatchPartition): AlignmentGroup<DispatchPartition> {
  const group = new AlignmentGroup<DispatchPartition>();
  group.add(member);
  group.add(partition({ partition: 99, highestMs: 0 }));
  return group;
}

function shown(given: Given, lifecycle: LifecycleState = "running") {
  const strategy = "bounded-out-of-orderness";
  const status = partitionStatus(partition(given), { lifecycle, strategy, boundMs: 100, bufferCapacity: 50 });
  expect(partitionWatermark.safeParse(status).error).toBeUndefined();
  return status;
}

describe("the state of a partition", () => {
  const waiting: Given = { end: 20n };
  const served: Given = { buffered: 2, end: 20n, highestMs: 900 };
  it.each<[string, Given, LifecycleState, string]>([
    ["is paused before all else", { ...waiting, idle: true }, "paused", "paused"],
    ["is starting before what the log says", { ...waiting, idle: true }, "restoring", "starting"],
    ["is starting before it was assigned", {}, "starting", "starting"],
    ["is waiting for data before idle", { ...waiting, idle: true }, "running", "waiting-for-data"],
    ["is aligned before waiting for data", { ...waiting, aligned: true, highestMs: 9 }, "running", "aligned"],
    ["is aligned before held", { ...served, aligned: true, held: true }, "running", "aligned"],
    ["is waiting for data before held", { ...waiting, held: true }, "running", "waiting-for-data"],
    [
      "is held, with or without a preview, before idle",
      { ...served, held: true, idle: true },
      "running",
      "held",
    ],
    ["is idle before active", { ...served, idle: true }, "running", "idle"],
    ["is idle before caught up", { idle: true }, "running", "idle"],
    ["is active while it has a head", served, "running", "active"],
    ["is active while the app is pausing", served, "pausing", "active"],
    ["is caught up at the end of its log", {}, "running", "caught-up"],
  ])("%s", (_, given, lifecycle, state) => {
    expect(shown(given, lifecycle).state).toBe(state);
  });
});

describe("the numbers of a partition", () => {
  it("are all there, exact and as text where they are offsets", () => {
    const position = 9_007_199_254_740_993n;
    const given = { buffered: 2, position, end: position + 5n, highWatermark: position + 9n, highestMs: 900 };
    expect(shown(given)).toMatchObject({
      topic: "orders",
      partition: 0,
      watermarkMs: 800,
      headTimestampMs: 5000,
      headOffset: "9007199254740993",
      bufferedRecords: 2,
      bufferCapacity: 50,
      position: "9007199254740993",
      committed: null,
      endPosition: "9007199254740998",
      highWatermark: "9007199254741002",
      lag: "5",
    });
  });

  it("are null where there is none, never a false value", () => {
    expect(shown({})).toMatchObject({
      watermarkMs: null,
      previewWatermarkMs: null,
      headTimestampMs: null,
      headOffset: null,
      headHeldSinceMs: null,
      idleSinceMs: null,
      committed: null,
      lag: "0",
    });
    expect(shown({ idle: true }).idleSinceMs).toBe(77);
  });

  it("give no negative lag where the end is older than the position", () => {
    expect(shown({ position: 10n, end: 7n }).lag).toBe("0");
  });
});

describe("the partition that holds the watermark back", () => {
  const held = (given: readonly Given[], gate: ServingGate = "open", waitingFor?: number) => {
    const all = given.map((of, index) => partition({ ...of, partition: index }));
    const found = heldBackBy(all, waitingFor === undefined ? undefined : all[waitingFor], gate);
    return found === undefined ? undefined : [found.partition, found.reason];
  };

  const backlog: Given = { buffered: 1, end: 20n, highestMs: 900 };
  it.each<[string, readonly Given[], ServingGate, number | undefined, [number, string] | undefined]>([
    ["is none without partitions", [], "open", undefined, undefined],
    ["is none where all are idle", [{ idle: true, highestMs: 1 }], "open", undefined, undefined],
    ["is the lowest", [{ highestMs: 900 }, { highestMs: 300 }], "open", undefined, [1, "caught-up"]],
    [
      "leaves out the idle",
      [{ highestMs: 900 }, { highestMs: 3, idle: true }],
      "open",
      undefined,
      [0, "caught-up"],
    ],
    ["is one without a value first", [{ highestMs: 1 }, {}], "open", undefined, [1, "never-read"]],
    [
      "is the one that is waited for before all",
      [{}, { end: 20n, highestMs: 9 }],
      "open",
      1,
      [1, "waiting-for-data"],
    ],
    ["has a backlog", [backlog], "open", undefined, [0, "backlog"]],
    [
      "is behind an open transaction",
      [{ highWatermark: 15n, highestMs: 1 }],
      "open",
      undefined,
      [0, "open-transaction"],
    ],
    ["is held by its own head", [{ ...backlog, held: true }], "open", undefined, [0, "held"]],
    ["is held by its group", [{ ...backlog, aligned: true }], "open", undefined, [0, "aligned"]],
    [
      "is aligned rather than waiting",
      [{ ...backlog, buffered: 0, aligned: true }],
      "open",
      0,
      [0, "aligned"],
    ],
    [
      "leaves out a table without a backlog",
      [{ highestMs: 1, table: true }, backlog],
      "open",
      undefined,
      [1, "backlog"],
    ],
    [
      "is a table with one",
      [{ ...backlog, highestMs: 1, table: true }, backlog],
      "open",
      undefined,
      [0, "backlog"],
    ],
    [
      "has buffered records in front of an open transaction",
      [{ ...backlog, highWatermark: 30n }],
      "open",
      undefined,
      [0, "backlog"],
    ],
    ["is paused", [backlog], "paused", undefined, [0, "paused"]],
    ["is paused rather than waiting", [{ end: 20n }], "paused", 0, [0, "paused"]],
    ["waits for a lane", [backlog], "lane-full", undefined, [0, "lane-full"]],
    ["waits for a slow commit", [backlog], "slow-commit", undefined, [0, "slow-commit"]],
  ])("%s", (_, given, gate, waitingFor, expected) => {
    expect(held(given, gate, waitingFor)).toEqual(expected);
  });
});
