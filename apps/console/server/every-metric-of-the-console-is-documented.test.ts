import { readFileSync } from "node:fs";
import type { AppVitals, ConsoleVitals } from "@stoatflow/api";
import { expect, test } from "vitest";
import { consoleMetrics, consoleMetricsText } from "./console-metrics.ts";

const page = readFileSync(new URL("../../../docs/metrics.md", import.meta.url), "utf8");

/** The cells of each row of the page that begins with the name of a metric of the console. */
const documented = page
  .split("\n")
  .filter((line) => line.startsWith("| `stoatflow.console."))
  .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
  .map(([, name, prometheus, kind, labels, help]) => ({ name, prometheus, kind, labels, help }));

test("the page has each metric of the console with its names, kind, labels and meaning, and no other", () => {
  const rows = consoleMetrics.map(({ name, kind, labelNames, help }) => ({
    name,
    prometheus: name.replaceAll(".", "_"),
    kind,
    labels: labelNames.join(", "),
    help,
  }));
  expect(documented).toEqual(rows);
});

const orders: AppVitals = {
  id: "orders",
  connection: "live",
  age: { kind: "stale", ageMs: 4200 },
  subscriptions: 3,
  endedPauses: 1,
  unacknowledgedBugs: 2,
};

function textOf(change: Partial<ConsoleVitals>, eventLoopDelayMs = 0): Promise<string> {
  const vitals: ConsoleVitals = { apps: [orders], history: { kind: "off" }, uncounted: null, ...change };
  return consoleMetricsText({ vitals, eventLoopDelayMs });
}

const values = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

test("what an alert rests on is there: apps, their age, what nobody has looked at, and the writer", async () => {
  const history = {
    kind: "failing" as const,
    sinceMs: 1,
    reason: "the disk is full",
    pendingBytes: 5000,
    pendingBytesMax: 64_000_000,
    failedWrites: 7,
    lost: 4,
  };
  expect(values(await textOf({ history }, 250))).toEqual([
    'stoatflow_console_apps{connection="connecting"} 0',
    'stoatflow_console_apps{connection="live"} 1',
    'stoatflow_console_apps{connection="unreachable"} 0',
    'stoatflow_console_apps{connection="invalid"} 0',
    'stoatflow_console_app_tick_age_seconds{app="orders"} 4.2',
    'stoatflow_console_app_stale{app="orders"} 1',
    'stoatflow_console_app_subscriptions{app="orders"} 3',
    'stoatflow_console_app_ended_pauses{app="orders"} 1',
    'stoatflow_console_app_unacknowledged_bugs{app="orders"} 2',
    "stoatflow_console_history_failing 1",
    "stoatflow_console_history_waiting_bytes 5000",
    "stoatflow_console_history_waiting_limit_bytes 64000000",
    "stoatflow_console_history_failed_writes_total 7",
    "stoatflow_console_history_lost_total 4",
    "stoatflow_console_event_loop_delay_seconds 0.25",
  ]);
});

test("what is not known has no line: no false 0", async () => {
  const silent: AppVitals = {
    ...orders,
    connection: "unreachable",
    age: { kind: "none" },
    unacknowledgedBugs: null,
  };
  const text = await textOf({ apps: [silent], uncounted: "the database can't be read" });
  expect(text).toContain('stoatflow_console_apps{connection="unreachable"} 1');
  expect(text).not.toMatch(/tick_age|app_stale|unacknowledged|history/);
});
