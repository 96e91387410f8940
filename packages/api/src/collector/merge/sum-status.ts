/** What several instances count, as one: pure. */
import type { Histogram, Status } from "@stoatflow/engine/wire";

type Counters = Status["counters"];

export function sumCounters(all: readonly [Counters, ...Counters[]]): Counters {
  const sum = (of: (counters: Counters) => number) => all.reduce((total, one) => total + of(one), 0);
  const sums = <Key extends string>(of: (counters: Counters) => Readonly<Record<Key, number>>) =>
    sumRecords(all.map(of));
  return {
    ...all[0],
    polled: sum((one) => one.polled),
    dispatched: sum((one) => one.dispatched),
    emitted: sum((one) => one.emitted),
    committedEpochs: sum((one) => one.committedEpochs),
    rolledBackEpochs: sum((one) => one.rolledBackEpochs),
    refetched: sum((one) => one.refetched),
    dropped: sums((one) => one.dropped),
    lateDropped: sum((one) => one.lateDropped),
    lateDroppedBy: sums((one) => one.lateDroppedBy),
    outputsBeyondLimit: sumOutputs(all.flatMap((one) => one.outputsBeyondLimit)),
    violations: sums((one) => one.violations),
    violationClasses: sums((one) => one.violationClasses),
  };
}

export function sumDurations(all: readonly Status["durations"][]): Status["durations"] {
  return {
    epoch: sumHistograms(all.map(({ epoch }) => epoch)),
    commit: sumHistograms(all.map(({ commit }) => commit)),
    headHeld: sumHistograms(all.map(({ headHeld }) => headHeld)),
  };
}

/** Each bound is there once an instance, so both sides of it add up. */
export function sumLimits(all: readonly Status["limits"][]): Status["limits"] {
  const sums: Status["limits"] = {};
  for (const limits of all) {
    for (const [name, { used, limit }] of Object.entries(limits)) {
      const before = sums[name] ?? { used: 0, limit: 0 };
      sums[name] = { used: before.used + used, limit: before.limit + limit };
    }
  }
  return sums;
}

function sumRecords<Key extends string>(all: readonly Readonly<Record<Key, number>>[]): Record<Key, number> {
  const sums = new Map<string, number>();
  for (const record of all) {
    for (const [key, count] of Object.entries<number>(record)) sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return Object.fromEntries(sums) as Record<Key, number>;
}

function sumOutputs(all: Counters["outputsBeyondLimit"]): Counters["outputsBeyondLimit"] {
  const sums = new Map<string, Counters["outputsBeyondLimit"][number]>();
  for (const one of all) {
    const key = `${one.policy} ${one.topic}`;
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].slice(0, 1000);
}

function sumHistograms(all: readonly Histogram[]): Histogram {
  const buckets = new Map<number, number>();
  for (const { buckets: some } of all) {
    for (const { atMostSeconds, count } of some)
      buckets.set(atMostSeconds, (buckets.get(atMostSeconds) ?? 0) + count);
  }
  return {
    buckets: [...buckets]
      .map(([atMostSeconds, count]) => ({ atMostSeconds, count }))
      .sort((a, b) => a.atMostSeconds - b.atMostSeconds)
      .slice(0, 64),
    count: all.reduce((sum, { count }) => sum + count, 0),
    sumSeconds: all.reduce((sum, { sumSeconds }) => sum + sumSeconds, 0),
  };
}
