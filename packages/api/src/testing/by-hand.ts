/** What an app tells, said by the test itself instead of by an engine. */
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { AppCollector } from "../collector/app-collector.ts";
import type { AppSource, FeedListener } from "../collector/app-source.ts";
import { createCollectors } from "../collector/create-collectors.ts";
import { diagnosisOf } from "../diagnosis/diagnosis-of.ts";
import { diagnosis } from "../wire/diagnosis.ts";
import { appConfigOf } from "./app-config-of.ts";
import { silent } from "./collecting.ts";
import type { ManualClock } from "./manual-clock.ts";

/** A source of nothing but a feed. @param connected gets the listener of each attempt to follow it. */
function feedByHand(connected: (listener: FeedListener) => void): AppSource {
  const unused = () => Promise.reject(new Error("not asked for here"));
  return {
    connect: (_, listener) => {
      connected(listener);
      return { close: () => undefined };
    },
    lateDrops: unused,
    holds: unused,
    violations: unused,
    topology: unused,
    record: unused,
    pause: unused,
    resume: unused,
    incidents: unused,
    beginIncident: unused,
    endIncident: unused,
  };
}

/** A collector of one instance that has begun to follow it, and the listener of each attempt, oldest first. */
export function collectorByHand(clock: ManualClock) {
  const attempts: FeedListener[] = [];
  const collector = new AppCollector({
    app: appConfigOf("orders", "http://127.0.0.1:1/"),
    sourceFor: () => feedByHand((listener) => attempts.push(listener)),
    clock,
    logger: silent,
    random: () => 0,
  });
  collector.start();
  return { collector, attempts };
}

/** Collectors of apps of one instance each, which have begun to follow them. */
export function appsByHand(clock: ManualClock, ids: readonly string[]) {
  const listeners = new Map<string, FeedListener>();
  const configOf = (id: string) => appConfigOf(id, "http://127.0.0.1:1/");
  const collectors = createCollectors({
    apps: ids.map(configOf),
    sourceFor: ({ appId }) => feedByHand((listener) => listeners.set(appId, listener)),
    clock,
    logger: silent,
    random: () => 0,
  });
  collectors.start();
  return {
    collectors,
    tell: (id: string, tick: FeedSnapshot) => listeners.get(id)?.tick(tick),
    /** What is configured from now on. */
    apply: (now: readonly string[]) => collectors.apply(now.map(configOf)),
  };
}

/**
 * A collector of an instance a name that has begun to follow them; each tells its ticks by the name in them. What is
 * diagnosed of it is checked as it would be when it is answered.
 */
export function instancesByHand(clock: ManualClock, names: readonly string[]) {
  const listeners = new Map<string, FeedListener>();
  const urls = names.map((_, i) => `http://127.0.0.1:${i + 1}/`);
  const collector = new AppCollector({
    app: appConfigOf("orders", urls),
    sourceFor: ({ url }) =>
      feedByHand((listener) => listeners.set(names[urls.indexOf(url)] ?? "nobody", listener)),
    clock,
    logger: silent,
    random: () => 0,
  });
  collector.start();
  return {
    collector,
    tell: (tick: FeedSnapshot) => listeners.get(tick.instanceId)?.tick(tick),
    diagnosed: () => {
      const { connection } = collector.summary();
      const trace = collector.trace();
      return diagnosis.parse(diagnosisOf({ appId: "orders", connection, trace, nowMs: clock.nowMs() }));
    },
  };
}
