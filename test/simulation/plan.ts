/** What one simulated run is: everything random in it is drawn here, from the seed, before it starts. */
import { TimeWindows } from "@stoatflow/engine";
import { SeededRandom } from "@stoatflow/engine/testing";
import { type PlannedReading, partitionsMax, planReading } from "./plan-sources.ts";

export type Guarantee = "exactly-once" | "at-least-once";

export interface PlannedRecord {
  readonly key: string | null;
  /** Event time since the start of the world. */
  readonly ts: number;
  /** Its value is no text. */
  readonly undecodable: boolean;
}

/** What happens between two moments. */
export type Step =
  | { readonly kind: "append"; readonly partition: number; readonly records: readonly PlannedRecord[] }
  | { readonly kind: "aborted"; readonly partition: number; readonly records: readonly PlannedRecord[] }
  | { readonly kind: "open-upstream"; readonly partition: number; readonly records: readonly PlannedRecord[] }
  | { readonly kind: "end-upstream"; readonly commit: boolean }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "pause"; readonly timeToLiveMs: number | undefined }
  | { readonly kind: "resume" | "crash" | "crash-in-commit" | "add-partition" }
  | { readonly kind: "park" | "release"; readonly key: string }
  | { readonly kind: "commit-unknown"; readonly outcome: "committed" | "aborted" }
  | { readonly kind: "transaction-timed-out"; readonly step: "send" | "offsets" | "commit" }
  | { readonly kind: "commit-delay"; readonly ms: number; readonly times: number }
  | { readonly kind: "fetch-delay"; readonly partition: number; readonly ms: number }
  | { readonly kind: "pause-ineffective"; readonly partition: number }
  | {
      readonly kind: "cut";
      readonly partition: number;
      /** Share of the log that stays. */
      readonly share: number;
      readonly records: readonly PlannedRecord[];
    };

export interface Plan extends PlannedReading {
  readonly seed: number;
  readonly guarantee: Guarantee;
  readonly partitions: number;
  readonly outPartitions: number;
  readonly lanes: number;
  readonly bufferCapacity: number;
  readonly maxPollRecords: number;
  readonly laneCapacity: number;
  readonly commitIntervalMs: number;
  readonly maxEpochBytes: number;
  readonly boundMs: number;
  readonly idlenessMs: number | undefined;
  readonly windows: TimeWindows;
  /** The longest that the log takes to answer a question of the client. */
  readonly answerDelayMsMax: number;
  /** The longest that an asynchronous call takes; `undefined`: there is none. */
  readonly slowMsMax: number | undefined;
  readonly steps: readonly Step[];
}

export const keys = ["a", "b", "c", "d", "e", "f"] as const;

export function makePlan(seed: number): Plan {
  const random = new SeededRandom(seed);
  const between = (low: number, high: number): number => low + random.int(high - low + 1);
  const chance = (share: number): boolean => random.next() < share;
  const sizeMs = between(2, 20) * 100;
  let windows = TimeWindows.ofSizeAndGrace(sizeMs, chance(0.4) ? 0 : between(0, 10) * 100);
  if (chance(0.5)) windows = windows.advanceBy(Math.ceil(sizeMs / between(1, 4)));
  const partitions = between(1, 3);
  const reading = planReading(seed, partitions);
  const undecodableShare = reading.undecodable === "dead-letter" ? 0.15 : 0.03;
  let known = partitions;
  let eventMs = 0;
  // Coarse times fall on the ends of windows; large worlds hold more in a lane than one of its runs works.
  const grainMs = chance(0.5) ? 100 : 1;
  const large = chance(0.1);
  // Slow calls leave a backlog, in front of which a head may be held.
  const slowMsMax = large || chance(0.5) ? undefined : between(5, 60);
  const upTo = (small: number): number => (large ? 2000 : between(1, small));

  const drawRecords = (most: number): PlannedRecord[] =>
    Array.from({ length: between(1, most) }, () => {
      eventMs += between(0, 60);
      const disorder = chance(0.3) ? between(0, 3000) : 0;
      const ahead = chance(slowMsMax === undefined ? 0.01 : 0.04) ? between(1, 4) * 3000 : 0;
      const key = chance(0.03) ? null : (keys[random.int(keys.length)] ?? "a");
      return { key, ts: coarse(eventMs - disorder + ahead), undecodable: chance(undecodableShare) };
    });
  const coarse = (timeMs: number): number => Math.max(0, Math.round(timeMs / grainMs) * grainMs);
  const partition = (): number => random.int(known);
  const key = (): string => keys[random.int(keys.length)] ?? "a";
  const addPartition = (): Step => {
    if (known < partitionsMax) known += 1;
    return { kind: "add-partition" };
  };

  const faulty: readonly (() => Step)[] = [
    () => ({ kind: "crash" }),
    () => ({ kind: "crash-in-commit" }),
    () => ({ kind: "commit-unknown", outcome: chance(0.5) ? "committed" : "aborted" }),
    () => ({
      kind: "transaction-timed-out",
      step: (["send", "offsets", "commit"] as const)[random.int(3)] ?? "send",
    }),
    () => ({ kind: "commit-delay", ms: between(20, 900), times: between(1, 3) }),
    () => ({ kind: "fetch-delay", partition: partition(), ms: between(50, 800) }),
    () => ({ kind: "pause-ineffective", partition: partition() }),
    () => ({ kind: "pause", timeToLiveMs: chance(0.3) ? between(1000, 2000) : undefined }),
    () => ({ kind: "resume" }),
    () => ({ kind: "park", key: key() }),
    () => ({ kind: "release", key: key() }),
    () => ({ kind: "aborted", partition: partition(), records: drawRecords(5) }),
    () => ({ kind: "open-upstream", partition: partition(), records: drawRecords(5) }),
    () => ({ kind: "end-upstream", commit: chance(0.6) }),
    addPartition,
    () => ({ kind: "cut", partition: partition(), share: random.next(), records: drawRecords(6) }),
  ];
  const faults = Array.from({ length: between(0, 5) }, () => faulty[random.int(faulty.length)]);
  const steps = Array.from({ length: between(10, 60) }, (): Step => {
    if (chance(0.4))
      return {
        kind: "append",
        partition: partition(),
        records: drawRecords(large && chance(0.1) ? 700 : slowMsMax === undefined ? 12 : 40),
      };
    const fault = faults.length > 0 && chance(0.4) ? faults[random.int(faults.length)] : undefined;
    return fault === undefined ? { kind: "pass", ms: between(1, 250) } : fault();
  });
  return {
    seed,
    ...reading,
    guarantee: chance(0.7) ? "exactly-once" : "at-least-once",
    partitions,
    outPartitions: between(1, 3),
    lanes: between(1, 8),
    bufferCapacity: upTo(12),
    maxPollRecords: upTo(12),
    laneCapacity: Math.min(upTo(8), reading.narrowLanes ? 1 : Number.POSITIVE_INFINITY),
    commitIntervalMs: between(5, 150),
    maxEpochBytes: chance(0.2) ? between(1, 5) * 1000 : 64 * 1024 * 1024,
    boundMs: chance(0.5) ? 0 : between(0, 1000),
    idlenessMs: chance(0.3) ? undefined : between(100, 3000),
    windows,
    answerDelayMsMax: chance(0.5) ? 0 : between(5, 120),
    slowMsMax,
    steps,
  };
}
