/**
 * What a file of `apps/demo/incidents` may say: one incident of one app as a timeline, in the manner of the engine's
 * scenarios. Times are in milliseconds from its beginning, stamps in milliseconds from when a record is written.
 */
import { StoatFlowError } from "@stoatflow/engine";
import { incident } from "@stoatflow/engine/wire";
import { z } from "zod";
import type { DemoApp } from "../demo-app.ts";

/** No incident lasts longer, so that one that was forgotten ends. */
const incidentMsMax = 600_000;
const recordsAtOnceMax = 1000;
const hourMs = 3_600_000;

const partition = { topic: z.string(), partition: z.int().min(0) };

/** `{i}` counts from 0; `{at}` is the stamp in ISO 8601. */
const append = z.strictObject({
  ...partition,
  key: z.string(),
  /** Text is written as it stands, anything else as JSON. */
  value: z.union([z.string(), z.record(z.string(), z.json())]),
  count: z.int().min(1).max(recordsAtOnceMax).default(1),
  stampedMs: z
    .int()
    .min(-24 * hourMs)
    .max(24 * hourMs),
});
export type Append = z.infer<typeof append>;

const verbs = {
  append: append.optional(),
  /** The clock of whoever writes to the partition is ahead (or behind) from then on. */
  shiftClock: z.strictObject({ ...partition, byMs: z.int() }).optional(),
  /** Nothing more is written to the partition; what would have been is lost. */
  silence: z.strictObject(partition).optional(),
  /** The consumer is set back by so many offsets, as by an operator's reset. */
  seekBack: z.strictObject({ ...partition, offsets: z.int().min(1) }).optional(),
  /** The log takes so long to commit a transaction. */
  delayCommits: z.strictObject({ ms: z.int().min(1).max(30_000) }).optional(),
  /** The service that the app asks takes so much longer. */
  slow: z.strictObject({ perRecordMs: z.int().min(1).max(10_000) }).optional(),
  /** The service does not answer for this key, so that its lane takes no more work. */
  parkLane: z.strictObject({ key: z.string() }).optional(),
};
const verbNames = Object.keys(verbs) as (keyof typeof verbs)[];

const step = z
  .strictObject({
    at: z.int().min(0).max(incidentMsMax),
    /** An append again and again, to the end of the incident. */
    everyMs: z.int().min(500).optional(),
    ...verbs,
  })
  .refine((said) => verbNames.filter((verb) => said[verb] !== undefined).length === 1, {
    error: `needs exactly one of ${verbNames.join(", ")}`,
  })
  .refine(({ everyMs, append }) => everyMs === undefined || append !== undefined, {
    path: ["everyMs"],
    error: "only an append is repeated",
  });
export type Step = z.infer<typeof step>;

const scenario = z.strictObject({
  ...incident.pick({ title: true, happens: true, lookAt: true }).shape,
  app: z.string(),
  /** It ends by itself after this. */
  lastsMs: z.int().min(1000).max(incidentMsMax),
  timeline: z.array(step).min(1).max(20),
});

export interface Scenario extends z.infer<typeof scenario> {
  /** The name of its file. */
  readonly name: string;
}

/**
 * Reads a file's text and checks that its app, topics and partitions are there.
 *
 * @throws {StoatFlowError} `configuration`, naming the file and each key that is wrong.
 */
export function parseScenario(name: string, text: string, apps: readonly DemoApp[]): Scenario {
  const parsed = scenario.safeParse(jsonOf(name, text));
  if (!parsed.success) {
    const told = parsed.error.issues.map(
      ({ path, message }) => `${path.map(String).join(".") || "it"}: ${message}`,
    );
    throw wrong(name, told);
  }
  const app = apps.find(({ id }) => id === parsed.data.app);
  if (app === undefined) {
    throw wrong(name, [
      `app: the demo has no app "${parsed.data.app}"; give ${apps.map(({ id }) => id).join(", ")}`,
    ]);
  }
  const amiss = parsed.data.timeline.flatMap((one, i) =>
    misplaced(one, app).map((what) => `timeline.${i}.${what}`),
  );
  if (amiss.length > 0) throw wrong(name, amiss);
  return { name, ...parsed.data };
}

/** What a step names that the app does not have. */
function misplaced({ append, shiftClock, silence, seekBack, slow, parkLane }: Step, app: DemoApp): string[] {
  const places = { append, shiftClock, silence, seekBack };
  const absent = Object.entries(places).flatMap(([verb, place]) => {
    if (place === undefined) return [];
    const topic = app.topics.find((one) => one.topic === place.topic);
    if (topic === undefined) return [`${verb}.topic: ${app.id} has no topic "${place.topic}"`];
    if (place.partition < topic.partitions) return [];
    return [
      `${verb}.partition: ${place.topic} has partitions 0 to ${topic.partitions - 1}, no ${place.partition}`,
    ];
  });
  const asks = Object.entries({ slow, parkLane }).flatMap(([verb, said]) =>
    said === undefined || app.asksAService ? [] : [`${verb}: ${app.id} asks no service that could be slow`],
  );
  return [...absent, ...asks];
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw wrong(name, [`it is no JSON: ${String(cause)}`]);
  }
}

function wrong(name: string, told: readonly string[]): StoatFlowError {
  return new StoatFlowError("configuration", `the incident ${name}.json is wrong: ${told.join("; ")}`, {
    setting: `incidents/${name}.json`,
    remedy: "mend the file, or remove it; docs/incidents says what a file may hold",
  });
}
