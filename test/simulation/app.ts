/**
 * The app that a run simulates: counts by key and by window, each update and each final count; and values that an
 * asynchronous call brings under a key that is not their record's.
 *
 * Owned by one run. Judges that calls of one key follow each other (invariant 10).
 */
import {
  type AsyncOptions,
  type KStream,
  type Serde,
  Serdes,
  StreamsBuilder,
  Suppressed,
  type Topology,
  WatermarkStrategy,
} from "@stoatflow/engine";
import { type Emitted, makeGenerator } from "./generators.ts";
import type { Plan } from "./plan.ts";
import type { PlannedSource } from "./plan-sources.ts";
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
  readonly emitted: Emitted;
}

const group = "one-pace";

const strings: { readonly key: Serde<string>; readonly value: Serde<string> } = {
  key: Serdes.string(),
  value: Serdes.string(),
};

export function makeTopology(options: AppOptions): Topology {
  const { windows, sources, slowFinals } = options.plan;
  const builder = new StreamsBuilder();
  const streams = sources.map((source) => readSource(builder, source, options));
  const records = streams.reduce((all, other) => all.merge(other));
  const slowly = slowCalls(options);

  const counts = records.groupByKey().windowedBy(windows).count({ name: "counts" });
  counts
    .toStream()
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs}`, value: `${count}` }))
    .to("out", strings);
  const finals = counts.suppress(Suppressed.untilWindowCloses()).toStream();
  const brought = slowFinals ? slowly("finals", finals, { nameOf: ({ key }) => key }) : finals;
  brought
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs}`, value: `${count}` }))
    .to("finals", strings);
  records
    .groupByKey()
    .count({ name: "totals" })
    .toStream()
    .mapValues((count) => `${count}`)
    .to("totals", strings);
  const shuffled = records.map((_key, value) => ({ key: shuffledKey(value), value }));
  slowly("echo", shuffled, { nameOf: (key) => key, key: Serdes.string() }).to("echo", strings);
  return builder.build();
}

function readSource(
  builder: StreamsBuilder,
  { topic, role, generator, maxDriftMs }: PlannedSource,
  { plan, emitted }: AppOptions,
): KStream<string, string> {
  const { boundMs, idlenessMs } = plan;
  const ofKind =
    generator === undefined
      ? WatermarkStrategy.boundedOutOfOrderness<string, string>(boundMs)
      : WatermarkStrategy.forGenerator(() => makeGenerator(generator, boundMs, emitted));
  const strategy = ofKind.withIdleness(idlenessMs);
  const watermark = maxDriftMs === undefined ? strategy : strategy.withWatermarkAlignment(group, maxDriftMs);
  const consumed = { ...strings, watermark };
  return role === "table" ? builder.table(topic, consumed).toStream() : builder.stream(topic, consumed);
}

/** Sends a stream through calls that take their time, where the run has any; calls of one name must not overlap. */
function slowCalls({ plan, wait, life, fault }: AppOptions) {
  const calls = new Set<string>();
  return <K, V>(
    operator: string,
    stream: KStream<K, V>,
    { nameOf, ...options }: { readonly nameOf: (key: K) => string } & AsyncOptions<K>,
  ): KStream<K, V> => {
    if (plan.slowMsMax === undefined) return stream;
    return stream.mapValuesAsync(async (value, key) => {
      const call = `${life()}/${operator}/${nameOf(key)}`;
      if (calls.has(call)) fault(`two calls of ${operator} for the key ${nameOf(key)} run at once`);
      calls.add(call);
      await wait();
      calls.delete(call);
      return value;
    }, options);
  };
}
