import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";

type Commit = FeedSnapshot["commits"]["commits"][number];

const halves = 240;
const spike = 101;
const query = { appId: "orders", fromMs: recordedFromMs, toMs: recordedFromMs + 119_999 };

/** A tick each half second, and one that stands out in the first half of a second. */
async function record(recorded: RecordedHistory): Promise<void> {
  const commits: Commit[] = [];
  for (let half = 1; half <= halves; half += 1) {
    commits.unshift({
      epoch: half,
      atMs: recorded.clock.nowMs() - 50,
      outcome: "committed",
      drainMs: 1,
      commitMs: half === spike ? 5000 : 10,
      records: 1,
      outputs: 0,
      changelogRows: 0,
    });
    recorded.tick([partitionOf(0, { lag: half === spike ? "1000000" : String(half % 2) })], {
      sequence: half,
      commits: commits.slice(0, 50),
    });
    // Some are written already when the other half comes.
    if (half % 3 === 0) await recorded.history.flush();
    await recorded.pass(500);
  }
  await recorded.history.flush();
}

test("each half second counts, at every grain: ticks, ranges and the commits in it", async () => {
  await using recorded = await recordedHistory();
  await record(recorded);
  for (const maxPoints of [500, 12]) {
    const read = await recorded.reader.past.watermarks({ ...query, maxPoints }, ["orders-0"]);
    expect(read.steps.reduce((sum, { ticks }) => sum + ticks, 0)).toBe(halves);
    expect(read.gaps).toEqual([]);
    const at = read.steps.findIndex(({ lastMs }) => lastMs >= recordedFromMs + (spike - 1) * 500);
    const lag = read.partitions[0]?.lag;
    expect(lag?.max.indexOf("1000000")).toBe(at);
    expect(lag?.max.filter((max) => max === "1000000")).toHaveLength(1);
    expect(lag?.min).toEqual(read.steps.map(() => "0"));
    const commits = await recorded.reader.past.commits({ ...query, maxPoints });
    expect(commits.commitMs.max.indexOf(5000)).toBe(at);
    expect(commits.commitMs.min).toEqual(read.steps.map(() => 10));
    expect(new Set(commits.perSecond.dispatched.slice(1))).toEqual(new Set([2]));
  }
});

test("two runs of the app in one second are kept both", async () => {
  await using recorded = await recordedHistory();
  recorded.tick([partitionOf(0)], { bootId: "boot1", sequence: 90 });
  await recorded.pass(500);
  recorded.tick([partitionOf(0)], { bootId: "boot2", sequence: 1 });
  await recorded.pass(1000);
  await recorded.history.flush();
  const { steps, gaps } = await recorded.reader.past.commits({
    ...query,
    toMs: recordedFromMs + 900,
    maxPoints: 500,
  });
  expect(steps).toMatchObject([{ ticks: 2, missingMs: 500 }]);
  expect(gaps).toEqual([]);
});

test("each tick of a second is kept, though partitions go and come back within it", async () => {
  await using recorded = await recordedHistory();
  const told = [["900", "1"], ["7"], ["5", "2"], ["6"], ["8", "3"]];
  for (const lags of told) {
    recorded.tick(lags.map((lag, i) => partitionOf(i, { lag })));
    // Some are written already when the same partitions come back.
    if (lags[0] === "7") await recorded.history.flush();
    recorded.clock.advance(100);
  }
  await recorded.history.flush();
  const second = { ...query, toMs: recordedFromMs + 999, maxPoints: 500 };
  const { steps, partitions } = await recorded.reader.past.watermarks(second, ["orders-0", "orders-1"]);
  expect(steps).toMatchObject([{ ticks: 5, firstMs: recordedFromMs, lastMs: recordedFromMs + 400 }]);
  expect(partitions.map(({ lag }) => lag)).toEqual([
    { min: ["5"], max: ["900"], last: ["8"] },
    { min: ["1"], max: ["3"], last: ["3"] },
  ]);
});

test("so it is however many sets of partitions there are in a second, though not as one recording", async () => {
  await using recorded = await recordedHistory();
  for (let tick = 0; tick < 80; tick += 1) {
    recorded.tick(Array.from({ length: 1 + (tick % 20) }, (_, i) => partitionOf(i)));
    recorded.clock.advance(10);
  }
  await recorded.history.flush();
  const second = { ...query, toMs: recordedFromMs + 999, maxPoints: 500 };
  const { steps } = await recorded.reader.past.commits(second);
  expect(steps).toMatchObject([{ ticks: 80 }]);
});
