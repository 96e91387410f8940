/** Events of `GET /events` as bytes: made once, then shared by all readers. */
import type { FeedDelta, FeedSnapshot } from "../wire/index.ts";

export function snapshotFrame(snapshot: FeedSnapshot): Buffer {
  return frame("snapshot", snapshot);
}

export function deltaFrame(delta: FeedDelta): Buffer {
  return frame("delta", delta);
}

/** The first bytes of a stream: after how many milliseconds a reader that lost it comes back. */
export const openFrame: Buffer = Buffer.from("retry: 1000\n\n");

/** A comment: it keeps proxies from ending a quiet stream, and readers ignore it. */
export const beatFrame: Buffer = Buffer.from(": beat\n\n");

/** JSON text never holds a line break, so one `data` line is always enough. */
function frame(event: "snapshot" | "delta", body: FeedSnapshot | FeedDelta): Buffer {
  return Buffer.from(
    `id: ${body.bootId}-${body.sequence}\nevent: ${event}\ndata: ${JSON.stringify(body)}\n\n`,
  );
}

/**
 * The sequence that a `Last-Event-ID` names, or `undefined` where it is of another boot or no id at all: such a
 * reader begins anew.
 *
 * @example
 * ```ts
 * sequenceOf("b3f1-812", "b3f1"); // "812"
 * ```
 */
export function sequenceOf(lastEventId: string | undefined, bootId: string): string | undefined {
  const prefix = `${bootId}-`;
  return lastEventId?.startsWith(prefix) ? lastEventId.slice(prefix.length) : undefined;
}
