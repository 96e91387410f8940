import { describe, expect, it } from "vitest";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { windowedCount } from "../testing/topologies.ts";

const record = (ts: number) => ({ key: "k", value: "v", ts });
const idlenessMs = 2000;

async function world(): Promise<EmbeddedWorld> {
  const made = new EmbeddedWorld({
    topics: { in: 2, out: 1 },
    topology: windowedCount({ startMs: 0, idlenessMs }),
  });
  made.append("in", 0, [record(100)]);
  made.append("in", 1, [record(100)]);
  await made.start();
  await made.pass(500);
  return made;
}

/** Another app has written to `in-1`, and not yet committed. */
async function openUpstream(of: EmbeddedWorld) {
  const producer = of.log.client({}).producer({ transactionalId: "upstream" });
  await producer.init();
  await producer.begin();
  const { key, value, timestampMs, headers } = of.record(record(150));
  await producer.send([{ topic: "in", partition: 1, key, value, timestampMs, headers }]);
  return producer;
}

const shown = (of: EmbeddedWorld) => {
  const { partitions, heldBackBy, globalWatermarkMs } = of.app.snapshot().watermarks;
  return { second: partitions[1], heldBackBy, globalMs: (globalWatermarkMs ?? Number.NaN) - of.startMs };
};

/** `in-0` goes on, so that only `in-1` could be idle. */
async function passWithTraffic(of: EmbeddedWorld, ms: number, fromMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 500) {
    of.append("in", 0, [record(fromMs + passedMs)]);
    await of.pass(500);
  }
}

describe("while upstream has a transaction open", () => {
  it("its partition does not become idle, and is said to hold event time with both offsets", async () => {
    const of = await world();
    const upstream = await openUpstream(of);
    await passWithTraffic(of, 5000, 1000);
    expect(shown(of)).toMatchObject({
      second: { state: "caught-up", endPosition: "1", highWatermark: "2", idleSinceMs: null },
      heldBackBy: { topic: "in", partition: 1, reason: "open-transaction" },
      globalMs: 100,
    });
    await upstream.commit();
    await of.pass(600);
    expect(shown(of).globalMs).toBe(150);
    await passWithTraffic(of, 3000, 6000);
    expect(shown(of).second?.state).toBe("idle");
  });

  it("records in front of it that still wait in the buffer change nothing of that", () => {
    const source = new SourcePartition({ topic: "in", partition: 1 }, new PartitionBuffer(), 0n);
    const { key, value, timestampMs, headers } = { key: null, value: null, timestampMs: 9, headers: [] };
    source.buffer.append([{ topic: "in", partition: 1, offset: 0n, key, value, timestampMs, headers }]);
    source.consumerPosition = 1n;
    source.endPosition = 3n;
    source.highWatermark = 5n;
    expect([source.upstreamOpen, source.behindOpenTransaction]).toEqual([true, false]);
    source.consumerPosition = 3n;
    expect([source.upstreamOpen, source.behindOpenTransaction]).toEqual([true, true]);
    source.highWatermark = 3n;
    expect(source.upstreamOpen).toBe(false);
  });
});
