/**
 * Instances that call themselves the same, as engines do that were given no name, are told apart by their place among
 * the app's addresses: pure. Each of them is then one instance wherever it is named.
 */
import type { ReceivedTick } from "../summary.ts";

/** The longest name of an instance. */
const nameMax = 200;

export function toldApart<Instance extends { readonly tick: ReceivedTick | undefined }>(
  instances: readonly Instance[],
): readonly Instance[] {
  const runs = new Map<string, Set<string>>();
  for (const { tick } of instances) {
    if (tick === undefined) continue;
    const { instanceId, bootId } = tick.snapshot;
    runs.set(instanceId, (runs.get(instanceId) ?? new Set()).add(bootId));
  }
  return instances.map((instance, i) => {
    const { tick } = instance;
    if (tick === undefined || (runs.get(tick.snapshot.instanceId)?.size ?? 0) < 2) return instance;
    const place = ` #${i + 1}`;
    const instanceId = tick.snapshot.instanceId.slice(0, nameMax - place.length) + place;
    return { ...instance, tick: { ...tick, snapshot: { ...tick.snapshot, instanceId } } };
  });
}
