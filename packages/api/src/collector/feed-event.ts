/**
 * What one event of a feed makes of the tick that is held: pure, so that every way a feed can go wrong is a row of a
 * table.
 */
import {
  applyDelta,
  type FeedSnapshot,
  feedDelta,
  feedSnapshot,
  partitionId,
  wireVersion,
} from "@stoatflow/engine/wire";
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

export function readFeedEvent(
  held: FeedSnapshot | undefined,
  event: string | undefined,
  data: string,
): FeedEventOutcome {
  if (event !== "snapshot" && event !== "delta") return { kind: "ignored" };
  const body = parseJson(data);
  if (body === undefined) return fault(event, "not JSON");
  const version = versionFault(body);
  if (version !== undefined) return fault(event, version);
  return event === "snapshot" ? readSnapshot(held, body) : readDelta(held, body);
}

function readSnapshot(held: FeedSnapshot | undefined, body: unknown): FeedEventOutcome {
  const parsed = feedSnapshot.safeParse(body);
  if (!parsed.success) return fault("snapshot", schemaFault(parsed.error));
  const snapshot = parsed.data;
  const ids = new Set(snapshot.watermarks.partitions.map(partitionId));
  if (ids.size !== snapshot.watermarks.partitions.length) {
    return fault("snapshot", "watermarks.partitions: names a partition twice");
  }
  return isNewer(held, snapshot) ? tickOf("snapshot", snapshot) : { kind: "repeat" };
}

function readDelta(held: FeedSnapshot | undefined, body: unknown): FeedEventOutcome {
  const parsed = feedDelta.safeParse(body);
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
