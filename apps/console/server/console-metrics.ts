/**
 * What `GET /metrics` of the console tells, family by family, made when it is asked for.
 *
 * A value that is not there gives no sample (invariant 15). Names are as those of the engines' own metrics, behind
 * `stoatflow.console`: the engines tell of the apps, this tells whether the console can see and keep them.
 */
import type { AppVitals, ConsoleVitals } from "@stoatflow/api";
import { Counter, Gauge, Registry } from "prom-client";

/** One scrape. */
export interface ConsoleReading {
  readonly vitals: ConsoleVitals;
  readonly eventLoopDelayMs: number;
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface ConsoleMetric {
  /** The dotted name, as the documentation has it. */
  readonly name: string;
  readonly help: string;
  readonly kind: "gauge" | "counter";
  readonly labelNames: readonly string[];
  readonly samples: (reading: ConsoleReading) => readonly Sample[];
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

const connections = ["connecting", "live", "unreachable", "invalid"] as const;

export const consoleMetrics: readonly ConsoleMetric[] = [
  {
    name: "stoatflow.console.apps",
    help: "Apps by how the console is connected to them.",
    kind: "gauge",
    labelNames: ["connection"],
    samples: ({ vitals: { apps } }) =>
      connections.map((kind) => ({
        labels: { connection: kind },
        value: apps.filter(({ connection }) => connection === kind).length,
      })),
  },
  byApp("stoatflow.console.app.tick.age.seconds", "Age of the newest tick of the app.", ({ age }) =>
    age.kind === "none" ? null : age.ageMs / 1000,
  ),
  byApp("stoatflow.console.app.stale", "1 where two ticks of the app are overdue, else 0.", ({ age }) =>
    age.kind === "none" ? null : flag(age.kind === "stale"),
  ),
  byApp(
    "stoatflow.console.app.subscriptions",
    "Pages and programs that watch the app.",
    (app) => app.subscriptions,
  ),
  byApp(
    "stoatflow.console.app.ended.pauses",
    "Pauses that a restart or a take-over ended and nobody has acknowledged.",
    (app) => app.endedPauses,
  ),
  byApp(
    "stoatflow.console.app.unacknowledged.bugs",
    "Violations that must never happen and nobody has acknowledged.",
    (app) => app.unacknowledgedBugs,
  ),
  single("stoatflow.console.history.failing", "1 while history can't be written, else 0.", ({ history }) =>
    history.kind === "off" ? null : flag(history.kind === "failing"),
  ),
  single("stoatflow.console.history.waiting.bytes", "What waits to be written.", ({ history }) =>
    history.kind === "off" ? null : history.pendingBytes,
  ),
  single("stoatflow.console.history.waiting.limit.bytes", "How much may wait.", ({ history }) =>
    history.kind === "off" ? null : history.pendingBytesMax,
  ),
  total(
    "stoatflow.console.history.failed.writes.total",
    "How often something could not be written; what waits is tried again.",
    ({ history }) => (history.kind === "off" ? null : history.failedWrites),
  ),
  total(
    "stoatflow.console.history.lost.total",
    "Ticks and events that could not be written in time, each a gap.",
    ({ history }) => (history.kind === "off" ? null : history.lost),
  ),
  {
    name: "stoatflow.console.event.loop.delay.seconds",
    help: "The longest that the event loop was held up within the last 30 to 60 s.",
    kind: "gauge",
    labelNames: [],
    samples: ({ eventLoopDelayMs }) => [{ labels: {}, value: eventLoopDelayMs / 1000 }],
  },
];

/** All of them as Prometheus text. */
export function consoleMetricsText(reading: ConsoleReading): Promise<string> {
  const registry = new Registry();
  for (const { name, kind, help, labelNames, samples } of consoleMetrics) {
    const present = samples(reading);
    // A metric without labels would show a 0 of its own making.
    if (present.length === 0) continue;
    const options = { name: name.replaceAll(".", "_"), help, labelNames, registers: [registry] };
    if (kind === "counter") {
      const counter = new Counter(options);
      for (const { labels, value } of present) counter.inc(labels, value);
    } else {
      const gauge = new Gauge(options);
      for (const { labels, value } of present) gauge.set(labels, value);
    }
  }
  return registry.metrics();
}

function byApp(name: string, help: string, read: (app: AppVitals) => number | null): ConsoleMetric {
  return {
    name,
    help,
    kind: "gauge",
    labelNames: ["app"],
    samples: ({ vitals: { apps } }) => apps.flatMap((app) => sampleOf({ app: app.id }, read(app))),
  };
}

function single(name: string, help: string, read: (vitals: ConsoleVitals) => number | null): ConsoleMetric {
  return {
    name,
    help,
    kind: "gauge",
    labelNames: [],
    samples: ({ vitals }) => sampleOf({}, read(vitals)),
  };
}

function total(name: string, help: string, read: (vitals: ConsoleVitals) => number | null): ConsoleMetric {
  return { ...single(name, help, read), kind: "counter" };
}

function sampleOf(labels: Sample["labels"], value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels, value }];
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}
