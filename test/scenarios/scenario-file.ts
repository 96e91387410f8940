/**
 * The shape of a scenario file: a small cluster, an app, a timeline of what happens, and what must hold at given
 * moments. {@link import("./read-scenario.ts").readScenario} refuses what is not of it; nothing is ignored.
 */
import {
  dropReason as countedReason,
  heldBackReason,
  lifecycleKinds,
  partitionState,
  watermarkMoveRef,
} from "@stoatflow/engine/wire";
import { z } from "zod";

const count = z.int().min(0);
const timeMs = z.int();
const topicPartition = { topic: z.string(), partition: count };

/** Text, or bytes that are no text. */
const bytes = z.union([z.string(), z.strictObject({ hex: z.string().regex(/^([0-9a-f]{2})*$/) })]).nullable();
export type Bytes = z.infer<typeof bytes>;

const range = z
  .strictObject({ atLeast: z.number().optional(), atMost: z.number().optional() })
  .refine(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, {
    error: "a range needs atLeast or atMost",
  });
const amount = z.union([z.number(), range]);
export type Amount = z.infer<typeof amount>;
const moment = amount.nullable();

/** As a list, so that a name can be there twice, or by name. */
const headers = z.union([z.array(z.tuple([z.string(), bytes])), z.record(z.string(), bytes)]);
const listed = z.strictObject({
  key: bytes,
  value: bytes,
  ts: z.union([timeMs, z.literal("now")]),
  headers: headers.optional(),
});
const list = { ...topicPartition, records: z.array(listed) };
const run = {
  ...topicPartition,
  count,
  key: bytes,
  value: bytes,
  ts: z.union([timeMs, z.literal("now")]),
  tsStep: z.int().optional(),
  headers: headers.optional(),
};
const append = z.union([z.strictObject(list), z.strictObject(run)]);
export type Headers = z.infer<typeof headers>;
export type Append = z.infer<typeof append>;
const outcome = z.enum(["committed", "aborted"]);
const nothing = z.strictObject({});
const times = z.int().min(1).optional();

const fault = z.discriminatedUnion("point", [
  z.strictObject({ point: z.literal("pause-ineffective"), ...topicPartition, times }),
  z.strictObject({ point: z.literal("fetch-delay"), ...topicPartition, ms: count, times }),
  z.strictObject({ point: z.literal("commit-delay"), ms: count, times }),
  z.strictObject({ point: z.literal("commit-unknown"), outcome, times }),
  z.strictObject({ point: z.literal("crash-before-commit"), times }),
  z.strictObject({ point: z.literal("broker-timeout-transaction"), times }),
]);
export type FaultSpec = z.infer<typeof fault>;

export const engineSettings = z.strictObject({
  guarantee: z.enum(["exactly-once", "at-least-once"]).default("exactly-once"),
  bufferedRecordsPerPartition: z.int().min(1).default(2000),
  maxPollRecords: z.int().min(1).default(500),
  lanes: z.int().min(1).default(4),
  laneCapacity: z.int().min(1).default(64),
  commitIntervalMs: z.int().min(1).default(100),
  previewRefreshMs: z.int().min(1).default(500),
  maxTaskIdleMs: count.default(0),
  invalidTimestamp: z.enum(["fail", "drop"]).default("fail"),
  undecodable: z.enum(["fail", "skip", "dead-letter"]).default("fail"),
});
export type EngineSettings = z.infer<typeof engineSettings>;

const watermark = z.strictObject({
  strategy: z.enum(["bounded", "monotonous", "custom"]).default("bounded"),
  boundMs: count.default(0),
  idlenessMs: z.int().min(1).nullable().default(300_000),
  alignment: z.strictObject({ group: z.string(), maxDriftMs: z.int().min(1) }).optional(),
});
export type WatermarkSpec = z.infer<typeof watermark>;

const source = z.strictObject({
  topic: z.string(),
  watermark: watermark.default(() => watermark.parse({})),
});

const named = {
  of: z.enum(["key", "value"]).optional(),
  arg: z.unknown().optional(),
  sep: z.string().optional(),
  index: count.optional(),
  name: z.string().optional(),
};
const fn = z.strictObject({
  fn: z.enum([
    "key",
    "value",
    "const",
    "concatKV",
    "upper",
    "length",
    "prefix",
    "part",
    "field",
    "add",
    "mul",
    "nullIf",
    "toString",
  ]),
  ...named,
});
const pred = z.strictObject({
  pred: z.enum(["always", "never", "isNull", "notNull", "eq", "ne", "gt", "lt", "even", "startsWith"]),
  ...named,
});
const graceMs = count.default(0);

const operator = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("filter"), pred }),
  z.strictObject({ op: z.literal("filterNot"), pred }),
  z.strictObject({ op: z.literal("map"), key: fn.optional(), value: fn.optional() }),
  z.strictObject({ op: z.literal("mapValues"), value: fn }),
  z.strictObject({ op: z.literal("selectKey"), key: fn }),
  z.strictObject({ op: z.literal("groupByKey") }),
  z.strictObject({ op: z.literal("groupBy"), key: fn }),
  z.strictObject({
    op: z.literal("aggregate"),
    agg: z.strictObject({ fn: z.literal("count") }),
    window: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.literal("tumbling"), sizeMs: z.int().min(1), graceMs }),
        z.strictObject({
          type: z.literal("hopping"),
          sizeMs: z.int().min(1),
          advanceMs: z.int().min(1),
          graceMs,
        }),
      ])
      .optional(),
  }),
  z.strictObject({ op: z.literal("suppress"), until: z.literal("windowClose") }),
  z.strictObject({ op: z.literal("toStream") }),
  z.strictObject({ op: z.literal("slow"), perRecordMs: count }),
  z.strictObject({ op: z.literal("parseJson") }),
  z.strictObject({ op: z.literal("to"), topic: z.string() }),
]);
export type OperatorSpec = z.infer<typeof operator>;

const lifecycle = z.enum(lifecycleKinds);

const partition = z.strictObject({
  state: partitionState.optional(),
  watermark: moment.optional(),
  preview: moment.optional(),
  headOffset: count.nullable().optional(),
  held: z.boolean().optional(),
  buffered: amount.optional(),
});
export type PartitionExpectation = z.infer<typeof partition>;

const place = z.strictObject({
  topic: z.string().optional(),
  partition: count.optional(),
  reason: heldBackReason.optional(),
});

const lateDropRecord = z.strictObject({
  topic: z.string().optional(),
  partition: count.optional(),
  offset: count.optional(),
  key: bytes.optional(),
  ts: timeMs.optional(),
  watermark: amount.optional(),
  latenessMs: amount.optional(),
  windowStart: timeMs.optional(),
  windowEnd: timeMs.optional(),
  movedBy: z
    .strictObject({
      topic: z.string().optional(),
      partition: count.optional(),
      cause: watermarkMoveRef.shape.cause.optional(),
    })
    .nullable()
    .optional(),
});
export type LateDropExpectation = z.infer<typeof lateDropRecord>;

const dropReason = z.enum([...countedReason.options, "nullKeyOrValue", "nullForeignKey", "tooOldForHistory"]);

const expectation = z.strictObject({
  lifecycle: lifecycle.optional(),
  previousLifecycle: lifecycle.optional(),
  global: moment.optional(),
  partitions: z.record(z.string(), partition).optional(),
  heldBackBy: place.nullable().optional(),
  dispatched: z.array(z.string()).optional(),
  dispatchedOf: z.record(z.string(), z.array(count)).optional(),
  bufferedMax: z.record(z.string(), count).optional(),
  committed: z.record(z.string(), amount.nullable()).optional(),
  output: z.record(z.string(), z.array(z.string())).optional(),
  outputByKey: z.record(z.string(), z.record(z.string(), amount)).optional(),
  outputTotal: z.record(z.string(), amount).optional(),
  lateDrops: amount.optional(),
  dropped: z.partialRecord(dropReason, amount).optional(),
  lateDropRecords: z.array(lateDropRecord).optional(),
  metrics: z.record(z.string(), amount).optional(),
  warnings: z.array(z.array(z.string())).optional(),
  noWarnings: z.array(z.string()).optional(),
  openTransactions: amount.optional(),
});
export type Expectation = z.infer<typeof expectation>;

export const verbs = {
  append,
  appendTransaction: z.union([z.strictObject({ ...list, outcome }), z.strictObject({ ...run, outcome })]),
  every: z.strictObject({ everyMs: z.int().min(1), until: timeMs, append }),
  compact: z.strictObject({ ...topicPartition, removeOffsets: z.array(count) }),
  deleteRecords: z.strictObject({ ...topicPartition, beforeOffset: count }),
  truncate: z.strictObject({ ...topicPartition, toOffset: count }),
  addPartitions: z.strictObject({ topic: z.string(), partitions: z.int().min(1) }),
  start: nothing,
  crash: nothing,
  pause: nothing,
  resume: nothing,
  stop: nothing,
  takeOver: nothing,
  parkLane: z.strictObject({ key: bytes }),
  releaseLane: z.strictObject({ key: bytes }),
  fault,
  expect: expectation,
} as const;

/** One verb with what it is given. */
export type Action = {
  [Verb in keyof typeof verbs]: { readonly verb: Verb; readonly given: z.infer<(typeof verbs)[Verb]> };
}[keyof typeof verbs];

const entry = z
  .strictObject({ at: timeMs.min(0), ...z.strictObject(verbs).partial().shape })
  .refine((of) => Object.keys(of).length === 2, { error: "an entry has `at` and exactly one verb" });
export type Entry = z.infer<typeof entry>;

export const scenario = z.strictObject({
  id: z.string(),
  title: z.string(),
  guards: z.array(z.int().min(1)).default([]),
  clockStartMs: count.default(1_790_000_000_000),
  engine: engineSettings.default(() => engineSettings.parse({})),
  topics: z.record(z.string(), z.strictObject({ partitions: z.int().min(1) })),
  sources: z.array(source).min(1),
  topology: z.array(operator),
  timeline: z.array(entry),
});
export type Scenario = z.infer<typeof scenario>;

/** A file, or an option of the command, that is not what it should be. */
export class BadScenario extends Error {
  override readonly name = "BadScenario";
}
