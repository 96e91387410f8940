import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };

function world(): EmbeddedWorld {
  const builder = new StreamsBuilder();
  builder
    .stream("in", strings)
    .groupByKey()
    .count({ name: "counts" })
    .toStream()
    .mapValues((count) => `${count}`)
    .to("out", strings);
  return new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: builder.build() });
}

function rows(keys: string, ts = 0) {
  return [...keys].map((key) => ({ key, value: "v", ts }));
}

describe("a count without windows", () => {
  it("gives every update, stamped with the largest event time that it counted", async () => {
    const here = world();
    await here.start();
    here.append("in", 0, [...rows("ab", 50), ...rows("a", 20), ...rows("a", 70)]);
    await here.pass(300);
    expect(here.output("out")).toEqual(["a=1", "b=1", "a=2", "a=3"]);
    const stamps = here.log.readCommitted("out").map(({ timestampMs }) => timestampMs - here.startMs);
    expect(stamps).toEqual([50, 50, 50, 70]);
  });

  it("drops and counts rows without a key or a value", async () => {
    const here = world();
    await here.start();
    here.append("in", 0, [
      { key: null, value: "v", ts: 0 },
      { key: "a", value: null, ts: 0 },
      { key: "a", value: "v", ts: 0 },
    ]);
    await here.pass(600);
    expect(here.output("out")).toEqual(["a=1"]);
    expect(here.app.snapshot().status.counters.dropped).toMatchObject({ nullKey: 1, nullValue: 1 });
    expect(here.committed("in-0")).toBe(3n);
  });

  it("is restored after a crash, whatever the number of lanes", async () => {
    const here = world();
    here.settings = { "processing.lanes": 5 };
    await here.start();
    here.append("in", 0, rows("abcab"));
    await here.pass(300);
    here.crash();
    here.settings = { "processing.lanes": 2 };
    await here.start();
    here.append("in", 0, rows("abc"));
    await here.pass(300);
    expect(here.output("out").slice(5)).toEqual(["a=3", "b=3", "c=2"]);
  });

  it.each(["aborted", "committed"] as const)(
    "counts once where a commit is not known, and was %s",
    async (outcome) => {
      const here = world();
      await here.start();
      here.append("in", 0, rows("aa"));
      await here.pass(300);
      here.log.inject({ point: "commit-unknown", outcome });
      here.append("in", 0, rows("aa"));
      await here.pass(3000);
      expect(here.output("out")).toEqual(["a=1", "a=2", "a=3", "a=4"]);
    },
  );
});
