/** One snapshot as Prometheus text, made when it is asked for; between two scrapes metrics cost nothing. */
import { Counter, Gauge, Registry } from "prom-client";
import type { Clock } from "../clock.ts";
import type { FeedSnapshot } from "../wire/index.ts";
import { histogramFamilies, histogramText } from "./histogram-families.ts";
import { type MetricFamily, metricFamilies, type Sample } from "./metric-families.ts";

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** After so many samples the event loop is given a turn: a scrape of 10,000 partitions must not hold up records. */
export const samplesAtOnceMax = 5000;

/**
 * The snapshot does not change under it, so that all of the text is of one tick (invariant 14).
 *
 * @example
 * ```ts
 * await metricsText(app.current(), systemClock); // "# HELP stoatflow_info …"
 * ```
 */
export async function metricsText(snapshot: FeedSnapshot, clock: Clock): Promise<string> {
  let text = "";
  let samplesSinceTurn = 0;
  for (const family of metricFamilies) {
    const samples = family.samples(snapshot);
    // A metric without labels would show a 0 of its own making.
    if (samples.length === 0) continue;
    text += await familyText(family, samples);
    samplesSinceTurn += samples.length;
    if (samplesSinceTurn >= samplesAtOnceMax) {
      await new Promise<void>((resolve) => clock.nextTurn(resolve));
      samplesSinceTurn = 0;
    }
  }
  for (const family of histogramFamilies) text += histogramText(family, family.read(snapshot));
  return text;
}

function familyText(family: MetricFamily, samples: readonly Sample[]): Promise<string> {
  const registry = new Registry();
  const { kind, help, labelNames } = family;
  const options = { name: family.name.replaceAll(".", "_"), help, labelNames, registers: [registry] };
  if (kind === "counter") {
    const counter = new Counter(options);
    for (const { labels, value } of samples) counter.inc(labels, value);
  } else {
    const gauge = new Gauge(options);
    for (const { labels, value } of samples) gauge.set(labels, value);
  }
  return registry.metrics();
}
