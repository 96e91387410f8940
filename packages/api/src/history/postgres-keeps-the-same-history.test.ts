import { expect, test } from "vitest";
import { holdOf, lateDropOf, partitionOf, violationOf } from "../testing/bodies.ts";
import { postgresDatabase } from "../testing/postgres.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";

async function record(recorded: RecordedHistory): Promise<void> {
  const { observer } = recorded.history;
  for (let second = 0; second < 850; second += 1) {
    const partitions = Array.from({ length: second < 400 ? 70 : 71 }, (_, i) =>
      partitionOf(i, { lag: i === 3 ? "9223372036854775807" : String((second * i) % 97) }),
    );
    recorded.tick(partitions, { bootId: second < 600 ? "boot1" : "boot2", sequence: second + 1 });
    if (second % 50 === 0) {
      const bootId = second < 600 ? "boot1" : "boot2";
      observer.entries("orders", { kind: "hold", items: [{ ...holdOf(second + 1), bootId }] });
      observer.entries("orders", { kind: "late-drop", items: [{ ...lateDropOf(second + 1), bootId }] });
      observer.entries("orders", { kind: "violation", items: [{ ...violationOf(second + 1), bootId }] });
    }
    await recorded.pass(second === 750 ? 31_000 : 1000);
  }
  await recorded.history.flush();
}

/** All that can be asked, once. */
async function answers({ reader, clock }: RecordedHistory) {
  const toMs = clock.nowMs();
  const query = { appId: "orders", fromMs: recordedFromMs, toMs, maxPoints: 2000 };
  const events = { appId: "orders", fromMs: 0, toMs: toMs + 60_000, limit: 7 };
  const page = await reader.events.holds(events);
  return {
    seconds: await reader.past.watermarks(query),
    tens: await reader.past.watermarks({ ...query, maxPoints: 100 }, ["orders-3", "orders-70"]),
    commits: await reader.past.commits(query),
    lanes: await reader.past.lanes(query),
    moment: await reader.past.at("orders", recordedFromMs + 350_500),
    holds: [page, await reader.events.holds({ ...events, before: page.nextBefore ?? "" })],
    lateDrops: await reader.events.lateDrops(events),
    violations: await reader.events.violations(events),
    lifecycle: await reader.events.lifecycle(events),
    retention: await reader.retention(),
  };
}

test("PostgreSQL takes the same schema and gives the same answers, int64 for int64", async () => {
  await using inPostgres = await recordedHistory({ database: await postgresDatabase() });
  await using inSqlite = await recordedHistory();
  await record(inPostgres);
  await record(inSqlite);
  const answered = await answers(inPostgres);
  expect(answered).toEqual(await answers(inSqlite));
  expect(answered.moment.kind).toBe("known");
  expect(answered.tens.partitions[0]?.lag.last.at(-1)).toBe("9223372036854775807");
  expect(answered.holds.map(({ items }) => items.length)).toEqual([7, 7]);
  expect(answered.lifecycle.items.map(({ isRestart }) => isRestart)).toEqual([true, false]);
});
