/**
 * The app that a run simulates: counts by key and by window, each update and each final count; and values that an
 * asynchronous call brings under a key that is not their record's.
 *
 * Owned by one run. Judges that calls of one key follow each other (invariant 10).
 */
import {
  type Serde,
  Serdes,
  StreamsBuilder,
  Suppressed,
  type Topology,
  WatermarkStrategy,
} from "@stoatflow/engine";
import { topic } from "./input-log.ts";
import type { Plan } from "./plan.ts";
import { shuffledKey } from "./reference.ts";

/** What it writes to; `out` has the plan's partitions, the others one. */
export const outputTopics = ["out", "totals", "finals", "echo"] as const;
export type OutputTopic = (typeof outputTopics)[number];

export interface AppOptions {
  readonly plan: Plan;
  /** Resolves after a chance of up to `plan.slowMsMax`. */
  readonly wait: () => Promise<void>;
  /** The life in which a call is made: what an earlier one began is abandoned. */
  readonly life: () => number;
  readonly fault: (sentence: string) => void;
}

export function makeTopology({ plan, wait, life, fault }: AppOptions): Topology {
  const { boundMs, idlenessMs, windows, slowMsMax } = plan;
  const strings: { key: Serde<string>; value: Serde<string> } = {
    key: Serdes.string(),
    value: Serdes.string(),
  };
  const builder = new StreamsBuilder();
  const records = builder.stream(topic, {
    ...strings,
    watermark: WatermarkStrategy.boundedOutOfOrderness<string, string>(boundMs).withIdleness(idlenessMs),
  });
  const counts = records.groupByKey().windowedBy(windows).count({ name: "counts" });
  counts
    .toStream()
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs}`, value: `${count}` }))
    .to("out", strings);
  counts
    .suppress(Suppressed.untilWindowCloses())
    .toStream()
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs}`, value: `${count}` }))
    .to("finals", strings);
  records
    .groupByKey()
    .count({ name: "totals" })
    .toStream()
    .mapValues((count) => `${count}`)
    .to("totals", strings);

  const shuffled = records.map((_key, value) => ({ key: shuffledKey(value), value }));
  if (slowMsMax === undefined) {
    shuffled.to("echo", strings);
    return builder.build();
  }
  const calls = new Set<string>();
  shuffled
    .mapValuesAsync(
      async (value, key) => {
        const call = `${life()}/${key}`;
        if (calls.has(call)) fault(`two calls of the key ${key} run at once`);
        calls.add(call);
        await wait();
        calls.delete(call);
        return value;
      },
      { key: Serdes.string() },
    )
    .to("echo", strings);
  return builder.build();
}
