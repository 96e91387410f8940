import { sql } from "kysely";
import { expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { defaultHistoryLimits } from "./tiers.ts";

const spanOf = (toMs: number) => ({ appId: "orders", fromMs: recordedFromMs, toMs, maxPoints: 2000 });

test("while nothing can be written the ticks wait, it is told since when and why, and then all of them are there", async () => {
  await using recorded = await recordedHistory();
  recorded.tick([partitionOf(0)]);
  await recorded.history.flush();
  await sql`alter table history_ticks rename to history_ticks_elsewhere`.execute(recorded.database);
  for (let second = 0; second < 5; second += 1) {
    recorded.clock.advance(1000);
    recorded.tick([partitionOf(0)]);
    await recorded.history.flush();
  }
  const { failure, pendingBytes, lost } = recorded.history.writerState();
  expect(failure).toMatchObject({ sinceMs: recordedFromMs + 1000 });
  expect(failure?.reason).toContain("history_ticks");
  expect(pendingBytes).toBeGreaterThan(0);
  await sql`alter table history_ticks_elsewhere rename to history_ticks`.execute(recorded.database);
  await recorded.history.flush();
  expect(recorded.history.writerState()).toEqual({
    failure: undefined,
    pendingBytes: 0,
    failedWrites: 5,
    lost,
  });
  expect(lost).toBe(0);
  const { steps, gaps } = await recorded.reader.past.watermarks(spanOf(recordedFromMs + 5000), ["orders-0"]);
  expect({ steps: steps.length, gaps }).toEqual({ steps: 6, gaps: [] });
});

test("what waits is bounded: the oldest is lost, counted, and a gap", async () => {
  const pendingBytesMax = 20_000;
  await using recorded = await recordedHistory({ limits: { ...defaultHistoryLimits, pendingBytesMax } });
  const partitions = Array.from({ length: 30 }, (_, i) => partitionOf(i));
  for (let second = 0; second < 200; second += 1) {
    recorded.tick(partitions);
    expect(recorded.history.writerState().pendingBytes).toBeLessThanOrEqual(pendingBytesMax);
    recorded.clock.advance(1000);
  }
  const { lost } = recorded.history.writerState();
  expect(lost).toBeGreaterThan(0);
  await recorded.history.flush();
  const { steps, gaps } = await recorded.reader.past.watermarks(spanOf(recordedFromMs + 199_000), [
    "orders-0",
  ]);
  expect(steps.at(-1)?.lastMs).toBe(recordedFromMs + 199_000);
  expect(gaps).toEqual([{ fromMs: recordedFromMs, untilMs: steps[0]?.firstMs, isRestart: false }]);
});
