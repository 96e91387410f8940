import { describe, expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";
import { isOdd, oddities } from "./head-stamp.ts";

const nowMs = 1_790_000_000_000;

describe("a stamp", () => {
  it.each([
    ["of this moment is nothing to talk about", nowMs, []],
    ["of the year before is nothing to talk about", nowMs - 365 * 86_400_000, []],
    ["of 1970 that is no count of seconds of our days is nothing to talk about", 5000, []],
    ["a minute ahead is nothing to talk about", nowMs + 60_000, []],
    ["more than a minute ahead is ahead", nowMs + 60_001, ["ahead"]],
    ["in seconds is in seconds", nowMs / 1000, ["seconds"]],
    ["in seconds of some years ago is in seconds", nowMs / 1000 - 8 * 365 * 86_400, ["seconds"]],
    ["in microseconds is ahead, and in microseconds", nowMs * 1000, ["ahead", "microseconds"]],
    ["of a far future that is no count of microseconds is ahead", nowMs * 20, ["ahead"]],
  ])("%s", (_, timestampMs, expected) => {
    expect(oddities(timestampMs, nowMs)).toEqual(expected);
    if (expected.length > 0) expect(isOdd(timestampMs, nowMs)).toBe(true);
  });
});

describe("the warning of an odd stamp", () => {
  const world = () => new EmbeddedWorld({ topics: { in: 2, out: 1 }, topology: passThrough() });
  const record = (ts: number) => ({ key: "k", value: "v", ts });

  it("comes although the record is dispatched before any look", async () => {
    const of = world();
    await of.start();
    of.append("in", 0, [record(7_200_000)]);
    await of.pass(50);
    expect(of.warnings).toEqual([expect.stringMatching(/^in-0: .* 7200 s ahead .* other partitions$/)]);
  });

  it("goes out once a second, whatever the number of records", async () => {
    const of = world();
    await of.start();
    const seconds = Math.floor(of.startMs / 1000) - of.startMs;
    for (let i = 0; i < 30; i += 1) {
      of.append("in", 1, [record(seconds + i), record(seconds + i)]);
      await of.pass(100);
    }
    expect(of.warnings).toHaveLength(3);
    for (const warning of of.warnings)
      expect(warning).toMatch(/^in-1: .* looks like seconds .*multiply by 1000/);
    expect(of.output("out")).toHaveLength(60);
  });

  it("names microseconds, and how to mend them", async () => {
    const of = world();
    await of.start();
    of.append("in", 1, [record(of.startMs * 1000 - of.startMs)]);
    await of.pass(100);
    expect(of.warnings).toHaveLength(2);
    expect(of.warnings[1]).toMatch(/^in-1: .* looks like microseconds .*divide by 1000/);
  });

  it("comes for a second head too once its second is over", async () => {
    const of = world();
    of.append(
      "in",
      0,
      Array.from({ length: 3 }, () => record(7_200_000)),
    );
    of.append("in", 1, [record(7_300_000)]);
    of.log.inject({ point: "commit-delay", ms: 5000 });
    await of.start();
    await of.pass(3000);
    expect(of.warnings.some((warning) => warning.startsWith("in-0"))).toBe(true);
  });
});
