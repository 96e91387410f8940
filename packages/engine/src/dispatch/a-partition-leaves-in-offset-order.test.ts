import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld, type TestRecord } from "../testing/embedded-world.ts";
import { PrefixWatch } from "../testing/prefix-watch.ts";
import { SortedBuffer } from "../testing/sorted-buffer.ts";
import { StreamsBuilder } from "../topology/builder.ts";

function passThrough() {
  const builder = new StreamsBuilder();
  builder.stream("in", { key: Serdes.string(), value: Serdes.string() }).to("out");
  return builder.build();
}

interface Run {
  readonly records: readonly TestRecord[];
  readonly settings?: ConstructorParameters<typeof EmbeddedWorld>[0]["settings"];
  readonly sorted?: boolean;
}

async function dispatchOrder({ records, settings, sorted }: Run): Promise<string[]> {
  const watch = new PrefixWatch(() => []);
  const { dispatched } = watch.internals;
  const world = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: passThrough(),
    ...(settings === undefined ? {} : { settings }),
    internals: {
      ...(dispatched === undefined ? {} : { dispatched }),
      ...(sorted ? { createBuffer: () => new SortedBuffer() } : {}),
    },
  });
  world.append("in", 0, records);
  await world.start();
  await world.pass(500);
  return watch.order;
}

const inOrder = (count: number): string[] => Array.from({ length: count }, (_, i) => `in-0@${i}`);

describe("the article's three triggers", () => {
  it("equal timestamps leave in offset order", async () => {
    const records = Array.from({ length: 6 }, (_, i) => ({ key: `k${i}`, value: "v", ts: 0 }));
    expect(await dispatchOrder({ records })).toEqual(inOrder(6));
  });

  it("timestamps that go backwards leave in offset order", async () => {
    const records = [5000, 1000, 2000, 0, 4000].map((ts, i) => ({ key: `k${i}`, value: "v", ts }));
    expect(await dispatchOrder({ records })).toEqual(inOrder(5));
  });

  it("a buffer that overflows while it is drained leaves in offset order", async () => {
    const records = Array.from({ length: 60 }, (_, i) => ({ key: "k", value: `${i}`, ts: i }));
    const settings = {
      "processing.buffered-records-per-partition": 3,
      "processing.max-poll-records": 5,
      "processing.lane-capacity": 4,
    };
    expect(await dispatchOrder({ records, settings })).toEqual(inOrder(60));
  });

  it("the same inputs leave out of order through a buffer sorted by timestamp", async () => {
    const records = [5000, 1000, 2000].map((ts, i) => ({ key: `k${i}`, value: "v", ts }));
    expect(await dispatchOrder({ records, sorted: true })).toEqual(["in-0@1", "in-0@2", "in-0@0"]);
  });
});

describe("between partitions", () => {
  async function run(partitions: readonly (readonly number[])[]): Promise<string[]> {
    const order: string[] = [];
    const world = new EmbeddedWorld({
      topics: { in: partitions.length, out: 1 },
      topology: passThrough(),
      internals: { dispatched: ({ partition, offset }) => order.push(`${partition}@${offset}`) },
    });
    for (const [partition, stamps] of partitions.entries()) {
      world.append(
        "in",
        partition,
        stamps.map((ts) => ({ key: "k", value: "v", ts })),
      );
    }
    await world.start();
    await world.pass(300);
    return order;
  }

  it("the oldest head goes first", async () => {
    // p0: [1, 5, 3]  p1: [2, 4, 6]
    expect(
      await run([
        [1, 5, 3],
        [2, 4, 6],
      ]),
    ).toEqual(["0@0", "1@0", "1@1", "0@1", "0@2", "1@2"]);
  });

  it("a tie goes to the first by topic and partition number", async () => {
    const stamps = Array.from({ length: 11 }, () => [7]);
    expect(await run(stamps)).toEqual(Array.from({ length: 11 }, (_, i) => `${i}@0`));
  });
});
