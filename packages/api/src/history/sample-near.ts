/**
 * Finds the tick that tells how an app was at a moment. It owns nothing; who reads history calls it.
 *
 * How far off that tick may be is known of the app only when it is found, so that one that ticks slowly is looked for a
 * second time, further around.
 */
import { gapAboveLeastMs, gapAboveMostMs } from "./gap-above.ts";
import { sampleFor } from "./moment.ts";
import { tooMuch } from "./read-bound.ts";
import type { Reading } from "./reading.ts";
import { findRows, listed } from "./stored-blocks.ts";
import type { Span } from "./stored-rows.ts";
import type { Tier } from "./tiers.ts";

/**
 * Its time; `undefined`: nothing is known of the moment at that grain.
 *
 * @param nowMs the console's clock.
 * @throws {ApiError} `too-much-history`, `storage`
 */
export async function sampleNear(
  reading: Reading,
  appId: string,
  atMs: number,
  tier: Tier,
  nowMs: number,
): Promise<number | undefined> {
  for (const aroundMs of [gapAboveLeastMs, gapAboveMostMs]) {
    const nearMs = tier.stepMs + aroundMs;
    const span = { appId, fromMs: atMs - nearMs, toMs: atMs + nearMs };
    const near = await rowsIn(reading, span, tier);
    const sampleMs = sampleFor(await listed(near.app), atMs, span.toMs, nowMs);
    if (sampleMs !== undefined) return sampleMs;
  }
  return undefined;
}

/** The app's own, of a span that nothing shorter can be asked for than. @throws {ApiError} as {@link sampleNear} */
export async function rowsIn(reading: Reading, span: Span, tier: Tier) {
  const found = await findRows(reading, span, tier, []);
  if (found.kind === "too-much") throw tooMuch(span, 0, found);
  return found;
}
