/**
 * What a run reads and by which rules, drawn from a seed of its own: the rest of a plan is the same with and without
 * what is drawn here.
 */
import { SeededRandom } from "@stoatflow/engine/testing";

/** The most partitions that a run comes to have, over all of its sources. */
export const partitionsMax = 4;

/** When a generator of the app's own emits "highest event time − bound". */
export interface PlannedGenerator {
  /** Each so many times that it is asked. */
  readonly every: number;
  readonly at: "event" | "interval";
}

export interface PlannedSource {
  readonly topic: string;
  readonly role: "stream" | "table";
  /** `undefined`: the built-in strategy. */
  readonly generator: PlannedGenerator | undefined;
  /** How far it may be ahead of the group that keeps pace; `undefined`: it is not in the group. */
  readonly maxDriftMs: number | undefined;
}

/** One partition of one source. */
export interface Place {
  readonly topic: string;
  readonly partition: number;
}

export interface PlannedReading {
  readonly sources: readonly PlannedSource[];
  /** Where the partitions of the run lie, in the order in which they come to be. */
  readonly places: readonly Place[];
  readonly undecodable: "skip" | "dead-letter";
  readonly maxTaskIdleMs: number;
  /** What comes out at a barrier goes through slow calls, where the run has any. */
  readonly slowFinals: boolean;
  /** A lane holds one row at a time. */
  readonly narrowLanes: boolean;
}

export function planReading(seed: number, partitions: number): PlannedReading {
  const random = new SeededRandom(seed + 0x5eed);
  const between = (low: number, high: number): number => low + random.int(high - low + 1);
  const chance = (share: number): boolean => random.next() < share;
  const several = partitions > 1 && chance(0.4);
  const aligned = chance(0.35);

  const source = (topic: string, table: boolean): PlannedSource => ({
    topic,
    role: table ? "table" : "stream",
    generator: chance(0.2)
      ? { every: chance(0.5) ? 1 : between(2, 6), at: chance(0.6) ? "event" : "interval" }
      : undefined,
    maxDriftMs: aligned && chance(0.85) ? (chance(0.5) ? between(0, 200) : between(500, 4000)) : undefined,
  });
  const first = source("in", !several && chance(0.08));
  const sources = several ? [first, source("also-in", chance(0.4))] : [first];
  const places: Place[] = [];
  for (let index = 0; index < partitionsMax; index += 1) {
    // Each source has a partition from the start on.
    const of = sources[index === 0 ? 0 : index === 1 ? sources.length - 1 : random.int(sources.length)];
    const { topic } = of ?? first;
    places.push({ topic, partition: places.filter((place) => place.topic === topic).length });
  }
  return {
    sources,
    places,
    undecodable: chance(0.4) ? "dead-letter" : "skip",
    maxTaskIdleMs: chance(0.25) ? between(1, 800) : 0,
    slowFinals: chance(0.5),
    narrowLanes: chance(0.12),
  };
}
