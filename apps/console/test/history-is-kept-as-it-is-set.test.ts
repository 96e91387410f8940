import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { historyRetention } from "@stoatflow/api";
import { expect, onTestFinished, test } from "vitest";
import { startConsole } from "./rig.ts";

const dayMs = 86_400_000;

async function retention(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const running = await startConsole({}, argv, env);
  onTestFinished(() => running.stop());
  const response = await fetch(`${running.url}/api/trpc/history.retention`);
  const { result } = (await response.json()) as { readonly result: { readonly data: unknown } };
  return historyRetention.parse(result.data);
}

test("the bytes and the days that are set are those that are told, and a flag outweighs the environment", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "stoatflow-console-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const argv = ["--data", folder, "--history-bytes", "3000000000"];
  const told = await retention(argv, { STOATFLOW_HISTORY_BYTES: "50000000", STOATFLOW_HISTORY_DAYS: "7" });
  expect(told.bytesMax).toBe(3_000_000_000);
  expect(
    told.grains.map(({ grain, keepMs, bytesMax }) => [grain, keepMs, Math.round(bytesMax / 1e6)]),
  ).toEqual([
    ["1s", dayMs / 24, 900],
    ["10s", dayMs, 750],
    ["1min", 7 * dayMs, 1050],
  ]);
  expect(new Set(told.events.map(({ keepMs }) => keepMs))).toEqual(new Set([7 * dayMs]));
});

test("without a word it is 128 MiB and 30 days in memory", async () => {
  const told = await retention([], { STOATFLOW_HISTORY_BYTES: "", STOATFLOW_HISTORY_DAYS: "" });
  expect(told.bytesMax).toBe(128 * 1024 ** 2);
  expect(told.grains.at(-1)?.keepMs).toBe(30 * dayMs);
});
