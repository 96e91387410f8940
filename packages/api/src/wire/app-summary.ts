import { heldBackBy, lifecycle, offsetText, pauseReason } from "@stoatflow/engine/wire";
import { z } from "zod";
import { clockSkew } from "./clock-skew.ts";
import { connection } from "./connection.ts";
import { endedPause } from "./control.ts";
import { dataAge } from "./data-age.ts";
import { rates } from "./diagnosis.ts";
import { gapTrail } from "./gap-trail.ts";
import { contestedMax, contestedPartition, instanceSummary } from "./instance-summary.ts";
import { lanesPressure } from "./lanes-pressure.ts";
import { lateDropRate } from "./late-drop-rate.ts";
import { pace } from "./pace.ts";

/**
 * One app as a row of the list. What comes from the app is of one tick, `sequence` (invariant 14), and `null` as long
 * as no tick was received.
 */
export const appSummary = z.object({
  /** As configured. */
  id: z.string(),
  /** The address of its first instance. */
  url: z.string(),
  environment: z.string().nullable(),
  owner: z.string().nullable(),
  /** `http` or `https`. */
  runbookUrl: z.string().nullable(),
  labels: z.record(z.string(), z.string()),
  /** Live if one of its instances is. */
  connection,
  /** The name that the engine gives itself. */
  app: z.string().nullable(),
  lifecycle: lifecycle.nullable(),
  pauseReasons: z.array(pauseReason),
  generation: z.int().nullable(),
  bootId: z.string().nullable(),
  sequence: offsetText.nullable(),
  /** Wall clock of the app at the tick; of several instances the one furthest ahead of those that are heard. */
  atMs: z.int().nullable(),
  /** Wall clock of the collector when the tick arrived. */
  receivedAtMs: z.int().nullable(),
  /** How old that tick may become before it is stale: as often as the app says that it ticks. */
  staleAfterMs: z.int().min(0),
  globalWatermarkMs: z.int().nullable(),
  /** Wall clock of the instance whose watermark that is: the gap is this minus the watermark. */
  watermarkAtMs: z.int().nullable(),
  heldBackBy: heldBackBy.nullable(),
  /** The out-of-orderness bound of that partition: how far behind its watermark is by design. */
  heldBackBoundMs: z.int().min(0).nullable(),
  partitions: z.int().nullable(),
  /** Sum over the partitions whose lag is known; `null` where none is. */
  lag: z.string().regex(/^\d+$/).nullable(),
  /** How many partitions are missing in `lag`. */
  partitionsWithoutLag: z.int().nullable(),
  /** Since the app's start. */
  lateDropped: z.int().nullable(),
  /** Since the app's start, over all kinds. */
  violations: z.int().nullable(),
  /** How many of them must never happen. */
  bugs: z.int().nullable(),
});
export type AppSummary = z.infer<typeof appSummary>;

/** An app as far as it is collected, ages by the collector's clock. */
export const collectedRow = appSummary.extend({
  /** Wall clock of the collector when it sent this, so that an age needs no clock of the browser. */
  serverNowMs: z.int(),
  age: dataAge,
  /** Wall clock of the collector when anything of it was received last; `null`: nothing was. */
  lastSeenMs: z.int().nullable(),
  /** Whether event time keeps up, by the one rule that there is. */
  pace,
  /** How far it was behind in the last ten minutes. */
  gapTrail,
  /** Partitions whose head is held; `null` as long as no tick was received. */
  heldHeads: z.int().min(0).nullable(),
  lateDropRate,
  /** `null` as long as no tick was received. */
  pressure: lanesPressure.nullable(),
  /** The largest of its instances'. */
  skew: clockSkew,
  /** Each that is configured, in that order. */
  instances: z.array(instanceSummary).min(1),
  contested: z.array(contestedPartition).max(contestedMax),
  contestedCount: z.int().min(0),
});
export type CollectedRow = z.infer<typeof collectedRow>;

/** An app in the answer of `apps.list`, and beside a snapshot in what `apps.watch` brings. */
export const listedApp = collectedRow.extend({
  /** How the lag goes, and when it and event time have caught up: as `diagnosis.get` has them. */
  rates: rates.pick({ lag: true, lagCatchUp: true, eventTimeCatchUp: true }),
  /** Pauses that a restart or a take-over ended, until somebody acknowledges them; `control.endedPauses` has each. */
  endedPauses: z.object({ count: z.int().min(0), newest: endedPause.nullable() }),
});
export type ListedApp = z.infer<typeof listedApp>;
