import type { z } from "zod";
import { count, offsetText, partitionRef, timeMs } from "./envelope.ts";
import { ringPage } from "./ring-page.ts";
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

export const violationsBody = ringPage(violation);
export type ViolationsBody = z.infer<typeof violationsBody>;
