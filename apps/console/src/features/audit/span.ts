const hourMs = 3_600_000;

/** How far back the audit is looked at, as it stands in the address. */
export const auditSpans = ["1 h", "1 d", "7 d", "30 d", "1 y"] as const;
export type AuditSpan = (typeof auditSpans)[number];

const lengthsMs: Readonly<Record<AuditSpan, number>> = {
  "1 h": hourMs,
  "1 d": 24 * hourMs,
  "7 d": 168 * hourMs,
  "30 d": 720 * hourMs,
  "1 y": 8760 * hourMs,
};

/** A question is the same one for this long, so that an answer is asked for anew no more often. */
const beatMs = 10_000;

/**
 * From when to when is looked: up to a little ahead, so that what happens now is in it though clocks are apart.
 *
 * @example spanOf("1 h", 7_200_001) // { fromMs: 3_600_000, toMs: 7_260_000 }
 */
export function spanOf(span: AuditSpan, nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const steadyMs = Math.floor(nowMs / beatMs) * beatMs;
  return { fromMs: Math.max(0, steadyMs - lengthsMs[span]), toMs: steadyMs + 60_000 };
}
