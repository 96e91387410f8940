import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };
const branches = ["first", "second", "third"];

/** Each record of `in` goes to `out` by three branches, each with a key, and so a lane, of its own. */
async function outputsWith(lanes: number): Promise<string[]> {
  const builder = new StreamsBuilder();
  const source = builder.stream("in", strings);
  for (const branch of branches) {
    source.map((key, value) => ({ key: `${branch} ${key}`, value })).to("out", strings);
  }
  const world = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: builder.build(),
    settings: { "processing.lanes": lanes },
  });
  const records = Array.from({ length: 20 }, (_, i) => ({ key: `k${i}`, value: "v", ts: i }));
  world.append("in", 0, records);
  await world.start();
  await world.pass(500);
  return world.output("out");
}

describe("what several branches make of one record", () => {
  it.each([1, 3, 8])("leaves in the order of the branches, with %i lanes", async (lanes) => {
    const expected = Array.from({ length: 20 }, (_, i) => branches.map((branch) => `${branch} k${i}=v`));
    expect(await outputsWith(lanes)).toEqual(expected.flat());
  });
});
