/** The ticks of one second as one: pure. */
import { decodeBlock, encodeBlock } from "./block.ts";
import { fold } from "./fold.ts";
import { finestTier } from "./tiers.ts";

/** Both are of the same series. */
export function joinSlabs(before: readonly Buffer[], next: readonly Buffer[]): readonly Buffer[] {
  return next.map((slab, i) => {
    const held = before[i];
    if (held === undefined) return slab;
    return encodeBlock(fold([decodeBlock(held), decodeBlock(slab)], finestTier.stepMs));
  });
}
