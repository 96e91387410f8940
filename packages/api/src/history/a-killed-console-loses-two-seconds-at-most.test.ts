import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock.ts";
import { openDatabase } from "../database/open-database.ts";
import { partitionOf } from "../testing/bodies.ts";
import { until } from "../testing/collecting.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { historyIn } from "./read-history.ts";

const apps = 20;
const partitions = 50;
const program = fileURLToPath(new URL("../testing/collecting-process.ts", import.meta.url));

function partitionsAt(half: number): PartitionWatermark[] {
  return Array.from({ length: partitions }, (_, i) =>
    partitionOf(i, {
      watermarkMs: half * 500 - ((half * 31 + i * 7) % 900),
      lag: String(9_007_199_254_740_993n + BigInt(half * i)),
      bufferedRecords: (half * 37 + i) % 2000,
    }),
  );
}

/** Engines that tick in each half second of the clock, and what they sent. */
async function tickingEngines() {
  const engines = await Promise.all(
    Array.from({ length: apps }, () => FakeEngine.start({ atMs: Date.now() })),
  );
  const sent: FeedSnapshot[][] = engines.map(({ current }) => [current]);
  let last = Math.floor(Date.now() / 500);
  const timer = setInterval(() => {
    const atMs = Date.now();
    const half = Math.floor(atMs / 500);
    if (half <= last) return;
    last = half;
    for (const [i, engine] of engines.entries())
      sent[i]?.push(engine.tick({ atMs, partitions: partitionsAt(half) }));
  }, 20);
  onTestFinished(async () => {
    clearInterval(timer);
    await Promise.all(engines.map((engine) => engine.stop()));
  });
  return { sent, urls: engines.map(({ url }) => url) };
}

async function startConsole(file: string, urls: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", program, file, ...urls], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [message] = await once(child, "message");
  expect(message).toBe("collecting");
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  const [, signal] = await exit;
  expect(signal).toBe("SIGKILL");
}

test("killed with -9 under load, a console loses the last 2 s at most, which is a gap; all before it is as it was sent", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stoatflow-killed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "console.db");
  const { sent, urls } = await tickingEngines();
  const first = await startConsole(file, urls);
  const begunMs = Date.now();
  const count = () => sent[0]?.length ?? 0;
  const begun = count();
  await until(count, (ticks) => ticks >= begun + 14);
  const killedMs = Date.now();
  await killed(first);
  const second = await startConsole(file, urls);
  const resumedMs = Date.now();
  const resumed = count();
  await until(count, (ticks) => ticks >= resumed + 12);
  const endMs = Date.now();
  await killed(second);

  const database = await openDatabase(file);
  onTestFinished(() => database.destroy());
  const { past } = historyIn({ database, clock: systemClock, history: undefined });
  const wanted = ["orders-0", "orders-7", "orders-49"];
  for (const [i, ticks] of sent.entries()) {
    const query = { appId: `app-${i}`, fromMs: begunMs - 2000, toMs: endMs, maxPoints: 2000 };
    const read = await past.watermarks(query, wanted);
    const inSpan = ({ firstMs, lastMs }: { firstMs: number; lastMs: number }) =>
      ticks.filter(({ atMs }) => atMs >= firstMs && atMs <= lastMs);
    for (const { atMs } of ticks) {
      const isOfFirst = atMs > begunMs + 1000 && atMs < killedMs - 2000;
      const isOfSecond = atMs > resumedMs + 1000 && atMs < endMs - 2000;
      const isKept = read.steps.some(({ firstMs, lastMs }) => atMs >= firstMs && atMs <= lastMs);
      if (isOfFirst || isOfSecond)
        expect(isKept, `the tick ${killedMs - atMs} ms before the kill`).toBe(true);
    }
    for (const [s, step] of read.steps.entries()) {
      const of = inSpan(step);
      const last = of.at(-1);
      expect({ ticks: step.ticks, firstMs: step.firstMs, lastMs: step.lastMs }).toEqual({
        ticks: of.length,
        firstMs: of[0]?.atMs,
        lastMs: last?.atMs,
      });
      for (const { partition, watermarkMs, lag, bufferedRecords, state } of read.partitions) {
        const each = of.flatMap(({ watermarks }) => watermarks.partitions[partition] ?? []);
        const was = last?.watermarks.partitions[partition];
        const buffered = each.map((one) => one.bufferedRecords);
        expect({
          watermarkMs: watermarkMs.last[s],
          lag: lag.last[s],
          bufferedRecords: [bufferedRecords.min[s], bufferedRecords.max[s], bufferedRecords.last[s]],
          state: state[s],
        }).toEqual({
          watermarkMs: was?.watermarkMs,
          lag: was?.lag,
          bufferedRecords: [Math.min(...buffered), Math.max(...buffered), was?.bufferedRecords],
          state: was?.state,
        });
      }
    }
    const kept = new Set(read.steps.flatMap(({ firstMs, lastMs }) => [firstMs, lastMs]));
    const before = Math.max(...[...kept].filter((ms) => ms <= killedMs));
    const after = Math.min(...[...kept].filter((ms) => ms > killedMs));
    expect(killedMs - before).toBeLessThan(2000 + 1000);
    expect(read.gaps).toContainEqual({ fromMs: before, untilMs: after, isRestart: false });
  }
});
