import { z } from "zod";
import { audited } from "./audit.ts";
import { violationEntry, violationPage } from "./entry-pages.ts";
import { acknowledgedAtOnceMax, violationRef } from "./violation-ref.ts";

/** Who has looked at a violation, when by the console's clock, and what they found. */
export const acknowledgement = z.object({
  atMs: z.int(),
  actor: z.string().max(200),
  note: z.string().max(2000),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** What came of acknowledging one violation. */
export const acknowledged = z.discriminatedUnion("kind", [
  violationRef.extend({ kind: z.literal("acknowledged"), acknowledgement }),
  /** Somebody was there before: their acknowledgement stands. */
  violationRef.extend({ kind: z.literal("already-acknowledged"), acknowledgement }),
  /** The console knows no such violation (any more). */
  violationRef.extend({ kind: z.literal("unknown") }),
]);
export type Acknowledged = z.infer<typeof acknowledged>;

/** One result a violation, in the order of the request, and the call's row of the audit. */
export const acknowledgedViolations = z.object({
  results: z.array(acknowledged).max(acknowledgedAtOnceMax),
  /** `null`: none of them is known, so there was nothing to do. */
  audit: z.object({ auditId: z.string(), audited }).nullable(),
});
export type AcknowledgedViolations = z.infer<typeof acknowledgedViolations>;

/** A violation with what is known of who looked at it; `null`: nobody has. */
export const ledgerEntry = violationEntry.extend({ acknowledgement: acknowledgement.nullable() });
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Newest first: those of the running app, then those of its earlier runs. */
export const ledgerPage = violationPage.extend({ items: z.array(ledgerEntry).max(200) });
export type LedgerPage = z.infer<typeof ledgerPage>;

/** The violations of one app that must never happen, and that nobody has looked at. */
export const unacknowledgedBugs = z.object({
  appId: z.string(),
  /** Among those that the console holds or has written down, earlier runs of the app included. */
  unacknowledged: z.int().min(0),
  /** More were written down than are counted. */
  isMore: z.boolean(),
  /**
   * Bugs that the running app has counted and the console neither holds nor has written down, so that nobody can
   * acknowledge them; `null` as long as nothing was received.
   */
  notHeld: z.int().min(0).nullable(),
});
export type UnacknowledgedBugs = z.infer<typeof unacknowledgedBugs>;
