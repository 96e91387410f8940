/**
 * What one event of a feed makes of the tick that is held: pure, so that every way a feed can go wrong is a row of a
 * table. It comes in parts, so that an app of many partitions keeps the process from its other work for no longer than a
 * small one does, but for the reading of its JSON.
 */
import {
  applyDelta,
  type FeedSnapshot,
  feedDelta,
  feedSnapshot,
  type PartitionWatermark,
  partitionId,
  partitionWatermark,
  wireVersion,
} from "@stoatflow/engine/wire";
import { z } from "zod";
import { schemaFault } from "../schema-fault.ts";
import { boundsFault } from "./tick-bounds.ts";

export type FeedEventOutcome =
  | { readonly kind: "tick"; readonly snapshot: FeedSnapshot }
  /** A tick that is held already, or an older one: a resumed feed may begin with such. */
  | { readonly kind: "repeat" }
  /** A delta that does not follow on what is held: the next whole snapshot will do. */
  | { readonly kind: "gap" }
  /** An event of a kind that is not known here. */
  | { readonly kind: "ignored" }
  | { readonly kind: "fault"; readonly reason: string };

/** The most partitions of one app, however many deltas add to them. */
const partitionsMax = 20_000;

/** How many partitions are checked before others have their turn: a few milliseconds of work. */
const partitionsAtOnce = 1000;
const partitionsOfPart = z.array(partitionWatermark);

/** What is read in parts; after each that is not the last, others should have their turn. */
export type InParts<T> = Generator<undefined, T, undefined>;

export function* readFeedEvent(
  held: FeedSnapshot | undefined,
  event: string | undefined,
  data: string,
): InParts<FeedEventOutcome> {
  if (event !== "snapshot" && event !== "delta") return { kind: "ignored" };
  const body = parseJson(data);
  if (body === undefined) return fault(event, "not JSON");
  const version = versionFault(body);
  if (version !== undefined) return fault(event, version);
  return event === "snapshot" ? yield* readSnapshot(held, body) : yield* readDelta(held, body);
}

function* readSnapshot(held: FeedSnapshot | undefined, body: unknown): InParts<FeedEventOutcome> {
  const parsed = yield* checked(feedSnapshot, body);
  if (!parsed.success) return fault("snapshot", schemaFault(parsed.error));
  const snapshot = parsed.data;
  const ids = new Set(snapshot.watermarks.partitions.map(partitionId));
  if (ids.size !== snapshot.watermarks.partitions.length) {
    return fault("snapshot", "watermarks.partitions: names a partition twice");
  }
  return isNewer(held, snapshot) ? tickOf("snapshot", snapshot) : { kind: "repeat" };
}

function* readDelta(held: FeedSnapshot | undefined, body: unknown): InParts<FeedEventOutcome> {
  const parsed = yield* checked(feedDelta, body);
  if (!parsed.success) return fault("delta", schemaFault(parsed.error));
  const delta = parsed.data;
  if (held === undefined || held.bootId !== delta.bootId) return { kind: "gap" };
  if (!isNewer(held, delta)) return { kind: "repeat" };
  const snapshot = applyDelta(held, delta);
  if (snapshot === undefined) return { kind: "gap" };
  const partitions = snapshot.watermarks.partitions.length;
  if (partitions > partitionsMax) return fault("delta", `watermarks: more than ${partitionsMax} partitions`);
  if (partitions !== delta.watermarks.total) {
    return fault(
      "delta",
      `watermarks.total: is ${delta.watermarks.total}, but there are ${partitions} partitions`,
    );
  }
  return tickOf("delta", snapshot);
}

/** As `schema.safeParse(body)`, the partitions some at a time. What is wrong is named as it is in the whole. */
function* checked<T extends FeedSnapshot>(
  schema: z.ZodType<T>,
  body: unknown,
): InParts<z.ZodSafeParseResult<T>> {
  const { watermarks } = Object(body);
  const told: unknown = Object(watermarks).partitions;
  if (!Array.isArray(told) || told.length <= partitionsAtOnce || told.length > partitionsMax)
    return schema.safeParse(body);
  const rest = schema.safeParse({ ...Object(body), watermarks: { ...Object(watermarks), partitions: [] } });
  if (!rest.success) return rest;
  const partitions: PartitionWatermark[] = [];
  for (let from = 0; from < told.length; from += partitionsAtOnce) {
    yield;
    const part = partitionsOfPart.safeParse(told.slice(from, from + partitionsAtOnce));
    if (!part.success) return schema.safeParse(body);
    partitions.push(...part.data);
  }
  yield;
  rest.data.watermarks.partitions = partitions;
  return rest;
}

function tickOf(event: string, snapshot: FeedSnapshot): FeedEventOutcome {
  const beyond = boundsFault(snapshot);
  return beyond === undefined ? { kind: "tick", snapshot } : fault(event, beyond);
}

/** Whether `next` is a later tick than `held`, or one of another run of the app. */
export function isNewer(held: FeedSnapshot | undefined, next: { bootId: string; sequence: string }): boolean {
  return held === undefined || held.bootId !== next.bootId || BigInt(next.sequence) > BigInt(held.sequence);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function versionFault(body: unknown): string | undefined {
  if (!(body instanceof Object) || !("wireVersion" in body) || typeof body.wireVersion !== "number")
    return undefined;
  if (body.wireVersion === wireVersion) return undefined;
  const newer = body.wireVersion > wireVersion ? "update this console" : "update the app";
  return `wireVersion: the app speaks ${body.wireVersion}, this console ${wireVersion}; ${newer}`;
}

function fault(event: string, text: string): FeedEventOutcome {
  return { kind: "fault", reason: `${event}: ${text}` };
}
