import { describe, expect, it } from "vitest";
import { Serdes } from "../../record/serde.ts";
import { EmbeddedWorld, type WorldOptions } from "../../testing/embedded-world.ts";
import { SeededRandom } from "../../testing/seeded-random.ts";
import { StreamsBuilder } from "../../topology/builder.ts";
import { Suppressed } from "../../topology/dsl-options.ts";
import { TimeWindows } from "./time-windows.ts";

const startMs = 1_790_000_000_000;
const strings = { key: Serdes.string(), value: Serdes.string() };
const untilClosed = Suppressed.untilWindowCloses();

interface Drawn {
  readonly windows?: TimeWindows;
  /** Each final result waits this long of the world's clock on its lane. */
  readonly slowMs?: number;
}

/** `in` → final counts → `out`, as `key@start=count`. */
function world({ windows, slowMs }: Drawn = {}, options: Partial<WorldOptions> = {}): EmbeddedWorld {
  const builder = new StreamsBuilder();
  const finals = builder
    .stream("in", strings)
    .groupByKey()
    .windowedBy(windows ?? TimeWindows.ofSizeWithNoGrace(1000))
    .count({ name: "counts" })
    .suppress(untilClosed)
    .toStream();
  const waited =
    slowMs === undefined
      ? finals
      : finals.mapValuesAsync(
          (count) => new Promise<number>((resolve) => here.clock.after(slowMs, () => resolve(count))),
        );
  waited
    .map(({ key, window }, count) => ({ key: `${key}@${window.startMs - startMs}`, value: `${count}` }))
    .to("out", strings);
  const here = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: builder.build(), ...options });
  return here;
}

function rows(...of: readonly [key: string, ts: number][]) {
  return of.map(([key, ts]) => ({ key, value: "v", ts }));
}

describe("the final result of a window", () => {
  it("comes once, with its whole count and the aggregate's time, at the barrier that closes the window", async () => {
    const here = world({ windows: TimeWindows.ofSizeAndGrace(1000, 500) });
    await here.start();
    here.append("in", 0, rows(["k", 100], ["k", 700]));
    await here.pass(300);
    here.append("in", 0, rows(["k", 1499], ["k", 300]));
    await here.pass(300);
    expect(here.output("out")).toEqual([]);
    here.append("in", 0, rows(["k", 1500]));
    await here.pass(300);
    expect(here.output("out")).toEqual(["k@0=3"]);
    expect(here.log.readCommitted("out").map(({ timestampMs }) => timestampMs - startMs)).toEqual([700]);
    here.append("in", 0, rows(["k", 9000]));
    await here.pass(300);
    expect(here.output("out")).toEqual(["k@0=3", "k@1000=2"]);
  });

  it("comes for each hopping window by itself", async () => {
    const here = world({ windows: TimeWindows.ofSizeWithNoGrace(1000).advanceBy(500) });
    await here.start();
    here.append("in", 0, rows(["k", 600], ["k", 1100]));
    await here.pass(300);
    here.append("in", 0, rows(["k", 5000]));
    await here.pass(300);
    expect(here.output("out")).toEqual(["k@0=1", "k@500=2", "k@1000=1"]);
  });

  it.each([1, 2, 8])(
    "comes by window end, then by key, with %i lanes and any order of turns",
    async (lanes) => {
      for (const seed of [1, 2, 3]) {
        const here = world(
          { slowMs: 7 },
          {
            random: new SeededRandom(seed),
            settings: { "processing.lanes": lanes },
          },
        );
        const keys = ["e", "b", "ä", "d", "a", "c"];
        here.append("in", 0, rows(...keys.map((key): [string, number] => [key, 1500])));
        here.append("in", 0, rows(...keys.map((key): [string, number] => [key, 500])));
        await here.start();
        await here.pass(1000);
        here.append("in", 0, rows(["z", 9000]));
        await here.pass(1000);
        const sorted = ["a", "b", "c", "d", "e", "ä"];
        expect(here.output("out")).toEqual(
          [0, 1000].flatMap((start) => sorted.map((key) => `${key}@${start}=1`)),
        );
      }
    },
  );

  it("goes through what is behind it before its barrier counts as passed", async () => {
    const here = world({ slowMs: 400 });
    await here.start();
    here.append("in", 0, rows(["k", 0]));
    await here.pass(300);
    here.append("in", 0, rows(["k", 5000]));
    await here.pass(300);
    expect(here.committed("in-0")).toBe(1n);
    await here.pass(400);
    expect(here.committed("in-0")).toBe(2n);
    expect(here.output("out")).toEqual(["k@0=1"]);
  });

  it("is held by a parked lane together with its barrier, and by no other", async () => {
    const here = world();
    await here.start();
    here.append("in", 0, rows(["k", 0]));
    await here.pass(300);
    here.app.parkLane(Buffer.from("k"), true);
    here.append("in", 0, rows(["k", 5000]));
    await here.pass(1000);
    expect(here.output("out")).toEqual([]);
    expect(here.committed("in-0")).toBe(1n);
    here.app.parkLane(Buffer.from("k"), false);
    await here.pass(200);
    expect(here.output("out")).toEqual(["k@0=1"]);
    expect(here.committed("in-0")).toBe(2n);
  });

  it("has what was counted before a crash, with any number of lanes after it, and comes once", async () => {
    const here = world();
    here.settings = { "processing.lanes": 4 };
    await here.start();
    here.append("in", 0, rows(["a", 100], ["b", 200], ["a", 300]));
    await here.pass(300);
    here.crash();
    here.settings = { "processing.lanes": 3 };
    await here.start();
    here.append("in", 0, rows(["a", 400], ["c", 2000]));
    await here.pass(500);
    expect(here.output("out")).toEqual(["a@0=3", "b@0=1"]);
    here.crash();
    await here.start();
    here.append("in", 0, rows(["c", 9000]));
    await here.pass(500);
    expect(here.output("out")).toEqual(["a@0=3", "b@0=1", "c@2000=1"]);
  });

  it.each(["aborted", "committed"] as const)(
    "comes once where the commit of its epoch is not known, and was %s",
    async (outcome) => {
      const here = world();
      await here.start();
      here.append("in", 0, rows(["a", 100], ["b", 200]));
      await here.pass(300);
      here.log.inject({ point: "commit-unknown", outcome });
      here.append("in", 0, rows(["a", 300], ["c", 2000]));
      await here.pass(3000);
      expect(here.output("out")).toEqual(["a@0=2", "b@0=1"]);
      here.append("in", 0, rows(["c", 9000]));
      await here.pass(500);
      expect(here.output("out")).toEqual(["a@0=2", "b@0=1", "c@2000=1"]);
    },
  );

  it("stands beside the table's updates where both are asked for", async () => {
    const builder = new StreamsBuilder();
    const counts = builder
      .stream("in", strings)
      .groupByKey()
      .windowedBy(TimeWindows.ofSizeWithNoGrace(1000))
      .count({ name: "counts" });
    counts
      .toStream()
      .map(({ key }, count) => ({ key, value: `so far ${count}` }))
      .to("out", strings);
    counts
      .suppress(untilClosed)
      .toStream()
      .map(({ key }, count) => ({ key, value: `all ${count}` }))
      .to("out", strings);
    const here = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: builder.build() });
    await here.start();
    here.append("in", 0, rows(["k", 100], ["k", 200], ["k", 1500]));
    await here.pass(500);
    expect(here.output("out")).toEqual(["k=so far 1", "k=so far 2", "k=so far 1", "k=all 2"]);
  });
});
