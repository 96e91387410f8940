import { watermarks } from "@stoatflow/engine/wire";
import { z } from "zod";
import { type AppSnapshot, appSnapshot } from "./app-snapshot.ts";
import { listedApp } from "./app-summary.ts";
import { type AppView, appView } from "./app-view.ts";
import { checkedOnce } from "./checked-once.ts";
import { partitionChanges, withChanges } from "./partition-changes.ts";

/** A tick without its partitions. */
const tickWithoutPartitions = appSnapshot.extend({ watermarks: watermarks.omit({ partitions: true }) });
export type TickWithoutPartitions = z.infer<typeof tickWithoutPartitions>;

/**
 * What `apps.watch` brings. A subscription, and each time it comes back, begins with a `snapshot`; a `delta` follows on
 * the value before it. {@link applyWatchEvent} makes a view of either.
 */
export const watchEvent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("snapshot"),
    view: appView.extend({ snapshot: checkedOnce(appSnapshot).nullable() }),
  }),
  z.object({
    kind: z.literal("delta"),
    summary: listedApp,
    /** `null`: the tick is the one before; something else changed, such as the connection or the age. */
    tick: z
      .object({
        rest: checkedOnce(tickWithoutPartitions),
        partitions: checkedOnce(partitionChanges),
        receivedAtMs: z.int(),
      })
      .nullable(),
    serverNowMs: z.int(),
  }),
]);
export type WatchEvent = z.infer<typeof watchEvent>;

/**
 * The view after `event`, or `undefined` for a delta where nothing is held.
 *
 * @example
 * ```ts
 * let view: AppView | undefined;
 * client.apps.watch.subscribe({ appId: "orders" }, { onData: ({ data }) => (view = applyWatchEvent(view, data)) });
 * ```
 */
export function applyWatchEvent(held: AppView | undefined, event: WatchEvent): AppView | undefined {
  if (event.kind === "snapshot") return event.view;
  if (held === undefined) return undefined;
  const { summary, tick, serverNowMs } = event;
  if (tick === null) return { ...held, summary, serverNowMs };
  const snapshot: AppSnapshot = {
    ...tick.rest,
    watermarks: {
      ...tick.rest.watermarks,
      partitions: withChanges(held.snapshot?.watermarks.partitions ?? [], tick.partitions),
    },
  };
  return { summary, snapshot, receivedAtMs: tick.receivedAtMs, serverNowMs };
}
