import { z } from "zod";
import { count, envelope, offsetText, partitionRef, timeMs } from "./envelope.ts";
import { violationClass, violationKind } from "./status.ts";

/** One entry of the tripwire's ledger, with its own evidence. */
export const violation = partitionRef.extend({
  id: offsetText,
  kind: violationKind,
  class: violationClass,
  atMs: timeMs,
  epoch: count,
  offsetBefore: offsetText,
  offsetAfter: offsetText,
});
export type Violation = z.infer<typeof violation>;

export const violationsBody = envelope.extend({
  items: z.array(violation).max(500),
  next: offsetText,
  missed: count,
  total: count,
  retained: count,
  limit: count,
});
export type ViolationsBody = z.infer<typeof violationsBody>;
