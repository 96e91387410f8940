import { expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { silent } from "../testing/collecting.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { openHistory } from "./open-history.ts";

const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 19_000, maxPoints: 100 };

/** Told to a console of its own, on the same database. */
async function consoleOf({ database, clock }: RecordedHistory) {
  const history = await openHistory({ database, logger: silent, clock });
  return {
    history,
    tell(recorded: RecordedHistory, lag: number, atMs = clock.nowMs()) {
      const sequence = Math.floor((clock.nowMs() - recordedFromMs) / 100);
      const { snapshot } = recorded.tick(
        [partitionOf(0, { lag: String(lag) })],
        { sequence, atMs },
        "unread",
      );
      history.observer.tick("orders", { snapshot, receivedAtMs: clock.nowMs() });
    },
  };
}

test.each([100, 8])(
  "what it missed within 2 s is a gap, no restart, and no counter is read across it",
  async (maxPoints) => {
    await using recorded = await recordedHistory();
    const first = await consoleOf(recorded);
    for (let second = 0; second < 10; second += 1) {
      first.tell(recorded, second);
      recorded.clock.advance(1000);
    }
    await first.history.flush();
    const second = await consoleOf(recorded);
    for (let i = 10; i < 20; i += 1) {
      second.tell(recorded, i);
      recorded.clock.advance(1000);
    }
    await second.history.flush();
    const read = await recorded.reader.past.commits({ ...query, maxPoints });
    const isBreak = ({ fromMs }: { fromMs: number }) => fromMs === recordedFromMs + 9000;
    const within = read.steps.find(
      ({ firstMs, lastMs }) => firstMs <= recordedFromMs + 9000 && lastMs > recordedFromMs + 9000,
    );
    expect(read.gaps).toEqual(
      within === undefined
        ? [{ fromMs: recordedFromMs + 9000, untilMs: recordedFromMs + 10_000, isRestart: false }]
        : [],
    );
    expect(read.gaps.filter(isBreak).length + (within?.missingMs === 1000 ? 1 : 0)).toBe(1);
    const broken = read.steps.findIndex(({ lastMs }) => lastMs > recordedFromMs + 9000);
    expect(read.perSecond.dispatched.map((rate) => rate === null)).toEqual(
      read.steps.map((_, i) => i === 0 || i === broken),
    );
  },
);

test("back within the same second it keeps both halves of it, through every grain", async () => {
  await using recorded = await recordedHistory();
  const first = await consoleOf(recorded);
  first.tell(recorded, 900);
  await first.history.flush();
  recorded.clock.advance(600);
  const second = await consoleOf(recorded);
  second.tell(recorded, 5);
  await second.history.flush();
  for (const waitMs of [0, 180_000, 1_200_000, 7_200_000]) {
    recorded.clock.advance(waitMs);
    await recorded.history.tidy();
    const read = await recorded.reader.past.watermarks({ ...query, toMs: recordedFromMs + 999 }, [
      "orders-0",
    ]);
    expect(read.steps).toMatchObject([{ ticks: 2, missingMs: 600 }]);
    expect(read.partitions[0]?.lag).toEqual({ min: ["5"], max: ["900"], last: ["5"] });
  }
});

test("no moment that it missed is known, and a span that ends or begins in it says so too", async () => {
  await using recorded = await recordedHistory();
  const first = await consoleOf(recorded);
  first.tell(recorded, 1);
  await first.history.flush();
  recorded.clock.advance(1900);
  const second = await consoleOf(recorded);
  second.tell(recorded, 2);
  await second.history.flush();
  recorded.clock.advance(3000);
  expect(await recorded.reader.past.at("orders", recordedFromMs + 1500)).toEqual({ kind: "unknown" });
  for (const [from, to] of [
    [0, 1500],
    [500, 1500],
    [500, 1900],
  ] as const) {
    const [fromMs, untilMs] = [recordedFromMs + from, recordedFromMs + to];
    const { gaps } = await recorded.reader.past.commits({ ...query, fromMs, toMs: untilMs });
    expect(gaps).toEqual([{ fromMs, untilMs, isRestart: false }]);
  }
});

test("both clocks set back by minutes write over nothing that was recorded", async () => {
  await using recorded = await recordedHistory();
  const told = await consoleOf(recorded);
  const rows = () =>
    recorded.database
      .selectFrom("history_ticks")
      .select(["at_s", "series", "boot_id", "body"])
      .orderBy("at_s")
      .execute();
  for (let second = 0; second < 10; second += 1) {
    told.tell(recorded, second);
    recorded.clock.advance(1000);
  }
  await told.history.flush();
  const before = await rows();
  recorded.clock.advance(-300_000);
  for (let second = 0; second < 310; second += 1) {
    told.tell(recorded, 1000 + second);
    recorded.clock.advance(1000);
    await told.history.flush();
  }
  const after = await rows();
  expect(after.length).toBe(before.length + 310);
  for (const row of before) expect(after).toContainEqual(row);
});
