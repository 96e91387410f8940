import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { histogramFamilies } from "./histogram-families.ts";
import { metricFamilies } from "./metric-families.ts";
import { metricsText } from "./metrics.ts";
import { FakeApp } from "./testing/fake-app.ts";

const page = readFileSync(new URL("../../../../docs/metrics.md", import.meta.url), "utf8");

/** The cells of each row of the page that begins with the name of an engine's metric; the console has its own. */
const documented = page
  .split("\n")
  .filter((line) => /^\| `stoatflow\.(?!console\.)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
  .map(([, name, prometheus, kind, labels, help]) => ({ name, prometheus, kind, labels, help }));

const prometheusName = (name: string): string => name.replaceAll(".", "_");

test("the page has each metric with its names, kind, labels and meaning, and no other", () => {
  const families = [
    ...metricFamilies,
    ...histogramFamilies.map((of) => ({ ...of, kind: "histogram", labelNames: ["le"] })),
  ];
  const rows = families.map(({ name, kind, labelNames, help }) => ({
    name,
    prometheus: prometheusName(name),
    kind,
    labels: labelNames.join(", "),
    help,
  }));
  const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }): number =>
    (a.name ?? "") < (b.name ?? "") ? -1 : 1;
  expect(documented).toEqual(rows.sort(byName));
});

test("a histogram is told with growing buckets, its sum and its count", async () => {
  const text = await metricsText(new FakeApp().current(), new ManualClock());
  expect(text).toContain(
    [
      "# HELP stoatflow_head_held_seconds How long heads were held behind older ones, told when the hold has ended.",
      "# TYPE stoatflow_head_held_seconds histogram",
      'stoatflow_head_held_seconds_bucket{le="0.1"} 0',
      'stoatflow_head_held_seconds_bucket{le="+Inf"} 1',
      "stoatflow_head_held_seconds_sum 0.7",
      "stoatflow_head_held_seconds_count 1",
      "",
    ].join("\n"),
  );
});

test("late drops are told by operator", async () => {
  const text = await metricsText(new FakeApp().current(), new ManualClock());
  expect(text).toContain('\nstoatflow_late_dropped_total{operator="orders-per-minute"} 1\n');
});
