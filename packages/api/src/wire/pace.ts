import { z } from "zod";

const gapMs = z.number();
const boundMs = z.int().min(0);

/**
 * How event time stands to the clock of the instance whose watermark it is. A watermark is behind by its bound at least, by
 * design, so only what goes beyond the bound is trouble.
 */
export const pace = z.discriminatedUnion("kind", [
  /** There is no watermark. */
  z.object({ kind: z.literal("none") }),
  /** No partition holds it back, since all are idle. */
  z.object({ kind: z.literal("resting"), gapMs }),
  z.object({ kind: z.literal("ahead"), gapMs }),
  z.object({ kind: z.literal("keeps-up"), gapMs, boundMs }),
  z.object({ kind: z.literal("behind"), gapMs, boundMs }),
]);
export type Pace = z.infer<typeof pace>;

/**
 * How far beyond its bound a watermark is when it comes to be behind, and when it no longer is, in milliseconds. Between
 * the two it stays what it was, so that nothing which is said of it changes to and fro: what polling, dispatch and commits
 * add is less than the lower, and a record that comes each few seconds does not reach the upper.
 */
export const behindBeyondMs = { from: 10_000, until: 2000 } as const;

/**
 * Whether a gap is more than its bound explains: the one rule for it.
 *
 * @param wasBeyond whether it was just before; `undefined`: that is not known.
 * @example
 * ```ts
 * isBeyond(39_000, 30_000, false); // false: not yet
 * isBeyond(39_000, 30_000, true); // true: still
 * ```
 */
export function isBeyond(gapMs: number, boundMs: number, wasBeyond: boolean | undefined): boolean {
  return gapMs - boundMs > (wasBeyond === true ? behindBeyondMs.until : behindBeyondMs.from);
}

export interface Standing {
  readonly globalWatermarkMs: number | null;
  /** The clock that the gap is reckoned by. */
  readonly watermarkAtMs: number | null;
  /** Who holds it back; `null`: nobody. */
  readonly heldBackBy: object | null;
  /** The out-of-orderness bound of that partition. */
  readonly heldBackBoundMs: number | null;
}

/** @param before of the tick before, of the same run of the app. */
export function paceOf(standing: Standing, before?: Pace): Pace {
  const { globalWatermarkMs, watermarkAtMs, heldBackBy, heldBackBoundMs } = standing;
  if (globalWatermarkMs === null || watermarkAtMs === null) return { kind: "none" };
  const gapMs = watermarkAtMs - globalWatermarkMs;
  if (heldBackBy === null) return { kind: "resting", gapMs };
  if (gapMs < 0) return { kind: "ahead", gapMs };
  const boundMs = heldBackBoundMs ?? 0;
  const kind = isBeyond(gapMs, boundMs, before?.kind === "behind") ? "behind" : "keeps-up";
  return { kind, gapMs, boundMs };
}
