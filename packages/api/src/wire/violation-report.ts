import { leaderChange, offsetText, partitionState, violation } from "@stoatflow/engine/wire";
import { z } from "zod";
import { acknowledgement } from "./acknowledgements.ts";

/** What ran when the violation happened. The console knows it of the run that it follows now. */
const reportedRun = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("running"),
    app: z.string(),
    instanceId: z.string(),
    startedAtMs: z.int(),
    engineVersion: z.string(),
    nodeVersion: z.string(),
    wireVersion: z.int(),
    guarantee: z.string(),
    log: z.string(),
    /** Over the kinds, since the start. */
    violations: z.record(z.string(), z.int().min(0)),
  }),
  /** The app was restarted since, or the console was: nothing is known of that run but its ledger. */
  z.object({ kind: z.literal("not-known") }),
]);

/** The partition of the violation as it was at the newest tick, so that a report shows whether it went on. */
const reportedPartition = z.object({
  atMs: z.int(),
  sequence: offsetText,
  state: partitionState,
  position: offsetText.nullable(),
  committed: offsetText.nullable(),
  endPosition: offsetText.nullable(),
  highWatermark: offsetText.nullable(),
  watermarkMs: z.int().nullable(),
  previewWatermarkMs: z.int().nullable(),
});

/** How far around a violation is looked for new leader epochs of its partition, by the app's clock. */
export const leaderChangesAroundMs = 60_000;

/** The most of them that a report has. */
export const reportedLeaderChangesMax = 20;

/** One that was read within that time. A broker elects before a client can read of it. */
const reportedLeaderChange = leaderChange.pick({
  fromEpoch: true,
  toEpoch: true,
  atOffset: true,
  readAtMs: true,
});

/**
 * One violation as one hands it to somebody else: the evidence and the versions. Made from named fields alone, so that
 * no key, value or header of a record can be in it, nor an address.
 */
export const violationReport = z.object({
  /** When the report was made, by the console's clock. */
  madeAtMs: z.int(),
  consoleVersion: z.string(),
  appId: z.string(),
  environment: z.string().nullable(),
  bootId: z.string(),
  /** The instance whose run that is; `null`: it is not known. */
  instanceId: z.string().nullable(),
  violation,
  run: reportedRun,
  /** Of its partition, as far as they are known, oldest first: those nearest to it where there were more. */
  leaderChanges: z.array(reportedLeaderChange).max(reportedLeaderChangesMax),
  /** `null`: the app has that partition no longer, or was not heard of. */
  partitionNow: reportedPartition.nullable(),
});
export type ViolationReport = z.infer<typeof violationReport>;

/** The same report twice: for people, and for programs. Beside it, who has looked at the violation; `null`: nobody has. */
export const copiedReport = z.object({
  text: z.string(),
  report: violationReport,
  acknowledgement: acknowledgement.nullable(),
});
export type CopiedReport = z.infer<typeof copiedReport>;
