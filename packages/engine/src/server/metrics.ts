/** One snapshot as Prometheus text, made when it is asked for; between two scrapes metrics cost nothing. */
import { Counter, Gauge, Registry } from "prom-client";
import type { FeedSnapshot } from "../wire/index.ts";
import { type MetricFamily, metricFamilies, type Sample } from "./metric-families.ts";

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * @example
 * ```ts
 * await metricsText(app.current()); // "# HELP stoatflow_watermark_global_ms …"
 * ```
 */
export function metricsText(snapshot: FeedSnapshot): Promise<string> {
  const registry = new Registry();
  for (const family of metricFamilies) {
    const samples = family.samples(snapshot);
    // A metric without labels would show a 0 of its own making.
    if (samples.length > 0) register(registry, family, samples);
  }
  return registry.metrics();
}

function register(registry: Registry, family: MetricFamily, samples: readonly Sample[]): void {
  const { kind, help, labelNames } = family;
  const options = { name: family.name.replaceAll(".", "_"), help, labelNames, registers: [registry] };
  if (kind === "counter") {
    const counter = new Counter(options);
    for (const { labels, value } of samples) counter.inc(labels, value);
  } else {
    const gauge = new Gauge(options);
    for (const { labels, value } of samples) gauge.set(labels, value);
  }
}
