/** The durations that `GET /metrics` tells as histograms, each read from one snapshot. */
import type { FeedSnapshot, Histogram } from "../wire/index.ts";

export interface HistogramFamily {
  /** The dotted name, as the documentation has it. */
  readonly name: string;
  readonly help: string;
  readonly read: (snapshot: FeedSnapshot) => Histogram;
}

export const histogramFamilies: readonly HistogramFamily[] = [
  {
    name: "stoatflow.epoch.duration.seconds",
    help: "From the opening of an epoch to its commit.",
    read: (s) => s.status.durations.epoch,
  },
  {
    name: "stoatflow.epoch.commit.seconds",
    help: "From the begin of a transaction to its outcome.",
    read: (s) => s.status.durations.commit,
  },
  {
    name: "stoatflow.head.held.seconds",
    help: "How long heads were held behind older ones, told when the hold has ended.",
    read: (s) => s.status.durations.headHeld,
  },
];

/** One histogram as Prometheus text: buckets, the one without a bound, the sum and the count. */
export function histogramText({ name, help }: HistogramFamily, of: Histogram): string {
  const id = name.replaceAll(".", "_");
  const lines = [
    `# HELP ${id} ${help}`,
    `# TYPE ${id} histogram`,
    ...of.buckets.map(({ atMostSeconds, count }) => `${id}_bucket{le="${atMostSeconds}"} ${count}`),
    `${id}_bucket{le="+Inf"} ${of.count}`,
    `${id}_sum ${of.sumSeconds}`,
    `${id}_count ${of.count}`,
  ];
  return `${lines.join("\n")}\n`;
}
