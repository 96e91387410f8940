/** The partitions whose event time is furthest behind: pure. */
import type { PastPartition } from "../wire/history.ts";

/**
 * The first `max` of them by watermark, those without one last, without putting all the others in order: of thousands
 * that would hold everything else up. Of two that are as far behind the one that comes first is first.
 */
export function furthestBehind(partitions: readonly PastPartition[], max: number): readonly PastPartition[] {
  const chosen: PastPartition[] = [];
  for (const partition of partitions) {
    const last = chosen.at(-1);
    if (chosen.length === max && last !== undefined && !isFurther(partition, last)) continue;
    const at = chosen.findIndex((one) => isFurther(partition, one));
    chosen.splice(at < 0 ? chosen.length : at, 0, partition);
    if (chosen.length > max) chosen.pop();
  }
  return chosen;
}

function isFurther({ watermarkMs: one }: PastPartition, { watermarkMs: other }: PastPartition): boolean {
  return one !== null && (other === null || one < other);
}
