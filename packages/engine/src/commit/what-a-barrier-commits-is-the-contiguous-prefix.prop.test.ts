import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { PrefixWatch } from "../testing/prefix-watch.ts";
import { SeededRandom } from "../testing/seeded-random.ts";
import { SortedBuffer } from "../testing/sorted-buffer.ts";
import { StreamsBuilder } from "../topology/builder.ts";

const partitions = 3;

/** What happens between two steps of time. */
type Happening =
  | { readonly kind: "append"; readonly partition: number; readonly stamps: readonly number[] }
  | { readonly kind: "pause" | "resume" | "crash" | "park" | "release" | "unknown-commit" }
  | { readonly kind: "pass"; readonly ms: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      partition: fc.nat(partitions - 1),
      stamps: fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 250 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("pause", "resume", "crash", "park", "release", "unknown-commit"),
    }),
  },
);

interface World {
  readonly seed: number;
  readonly lanes: number;
  readonly capacity: number;
  readonly maxPollRecords: number;
  readonly laneCapacity: number;
  readonly happenings: readonly Happening[];
}

const worlds: fc.Arbitrary<World> = fc.record({
  seed: fc.nat(1_000_000),
  lanes: fc.integer({ min: 1, max: 5 }),
  capacity: fc.integer({ min: 1, max: 12 }),
  maxPollRecords: fc.integer({ min: 1, max: 12 }),
  laneCapacity: fc.integer({ min: 1, max: 8 }),
  happenings: fc.array(happening, { minLength: 3, maxLength: 30 }),
});

async function run(of: World, sorted: boolean) {
  const appended = new Map<string, bigint[]>(Array.from({ length: partitions }, (_, p) => [`in-${p}`, []]));
  const watch = new PrefixWatch((id) => appended.get(id) ?? []);
  const builder = new StreamsBuilder();
  builder.stream("in", { key: Serdes.string(), value: Serdes.string() }).to("out");
  const world = new EmbeddedWorld({
    topics: { in: partitions, out: 2 },
    topology: builder.build(),
    random: new SeededRandom(of.seed),
    internals: { ...watch.internals, ...(sorted ? { createBuffer: () => new SortedBuffer() } : {}) },
    settings: {
      "processing.lanes": of.lanes,
      "processing.buffered-records-per-partition": of.capacity,
      "processing.max-poll-records": of.maxPollRecords,
      "processing.lane-capacity": of.laneCapacity,
    },
  });
  const expected: string[] = [];
  const bufferBound = of.capacity - 1 + of.maxPollRecords;
  const overBound: string[] = [];
  await world.start();
  for (const step of of.happenings) {
    switch (step.kind) {
      case "append": {
        const offsets = appended.get(`in-${step.partition}`) ?? [];
        const records = step.stamps.map((ts) => {
          const value = `${step.partition}/${offsets.push(BigInt(offsets.length)) - 1}`;
          expected.push(`k${ts % 7}=${value}`);
          return { key: `k${ts % 7}`, value, ts };
        });
        world.append("in", step.partition, records);
        break;
      }
      case "pass":
        await world.pass(step.ms);
        break;
      case "pause":
        world.app.pause({ actor: "test", reason: "test" });
        break;
      case "resume":
        world.app.resume({ actor: "test", reason: "test" });
        break;
      case "crash":
        world.crash();
        await world.start();
        break;
      case "park":
      case "release":
        world.app.parkLane(Buffer.from("k0"), step.kind === "park");
        break;
      case "unknown-commit":
        world.log.inject({ point: "commit-unknown", outcome: of.seed % 2 === 0 ? "committed" : "aborted" });
        break;
    }
    for (const { topic, partition, bufferedRecords } of world.app.snapshot().watermarks.partitions) {
      if (bufferedRecords > bufferBound) overBound.push(`${topic}-${partition} holds ${bufferedRecords}`);
    }
  }
  world.log.heal();
  world.app.parkLane(Buffer.from("k0"), false);
  world.app.resume({ actor: "test", reason: "test" });
  await world.pass(3000);
  return { faults: watch.faults, output: world.output("out"), expected, overBound, world };
}

describe("for random worlds with pauses, crashes, parked lanes and lost commit answers", () => {
  it("what was dispatched before any barrier is the contiguous range below the committed position", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (of) => {
        const { faults, output, expected, overBound, world } = await run(of, false);
        expect(faults).toEqual([]);
        expect(overBound).toEqual([]);
        expect([...output].sort()).toEqual([...expected].sort());
        expect(world.log.openTransactions()).toEqual([]);
        expect(world.app.lifecycle).toBe("running");
      }),
      { numRuns: 150 },
    );
  });

  it("the check finds a buffer sorted by timestamp", async () => {
    const of: World = {
      seed: 1,
      lanes: 1,
      capacity: 10,
      maxPollRecords: 10,
      laneCapacity: 1,
      happenings: [
        { kind: "append", partition: 0, stamps: [5000, 0, 7, 14, 21] },
        { kind: "park" },
        { kind: "pass", ms: 200 },
        { kind: "release" },
        { kind: "pass", ms: 10 },
      ],
    };
    expect((await run(of, false)).faults).toEqual([]);
    expect((await run({ ...of, happenings: [{ kind: "park" }, ...of.happenings] }, true)).faults).not.toEqual(
      [],
    );
  });
});
