import { describe, expect, it } from "vitest";
import type { LogConsumer, Poll } from "../ports.ts";
import { PartitionBuffer } from "./partition-buffer.ts";
import { PollLoop } from "./poll-loop.ts";
import { SourcePartition } from "./source-partition.ts";

const partition = { topic: "in", partition: 0 };

function batch(first: number, count: number): Poll {
  const records = Array.from({ length: count }, (_, i) => {
    return { ...partition, offset: BigInt(first + i), timestampMs: 0, key: null, value: null, headers: [] };
  });
  const position = BigInt(first + count);
  const progress = [{ partition, position, endPosition: 1000n, highWatermark: 1000n }];
  return { batches: [{ partition, records }], progress, seekBacks: [] };
}

/** A client that obeys a pause one poll late. */
function world(capacity: number) {
  const told: string[] = [];
  let next: Poll = { batches: [], progress: [], seekBacks: [] };
  const given: Pick<LogConsumer, "poll" | "pause" | "resume" | "seek"> = {
    poll: () => next,
    pause: () => void told.push("pause"),
    resume: () => void told.push("resume"),
    seek: (_, offset) => void told.push(`seek ${offset}`),
  };
  const loop = new PollLoop({ consumer: given as LogConsumer, bufferCapacity: capacity });
  const source = new SourcePartition(partition, new PartitionBuffer(), 0n);
  loop.add(source);
  told.length = 0;
  const poll = (brings?: Poll) => {
    next = brings ?? { batches: [], progress: [], seekBacks: [] };
    return loop.poll();
  };
  return { poll, source, told };
}

describe("a poll that reaches a full buffer", () => {
  it("is fetched again from its first record, and counted", () => {
    const { poll, source, told } = world(2);
    poll(batch(0, 2));
    const { overBound, records } = poll(batch(2, 3));
    expect(records).toBe(0);
    expect(overBound).toEqual([
      { partition, offsetAfter: 5n, refetchFrom: 2n, records: 3, pauseFailed: true },
    ]);
    expect(told).toEqual(["pause", "seek 2"]);
    expect(source.consumerPosition).toBe(2n);
    expect(source.buffer.size).toBe(2);
  });

  it("is followed by a pause again while the buffer is full", () => {
    const { poll, told } = world(2);
    poll(batch(0, 2));
    poll(batch(2, 3));
    poll();
    expect(told).toEqual(["pause", "seek 2", "pause"]);
    poll();
    expect(told).toHaveLength(3);
  });

  it("is followed by a resume where the buffer was emptied meanwhile: the pause may have taken effect since", () => {
    const { poll, source, told } = world(2);
    poll(batch(0, 2));
    poll(batch(2, 3));
    source.buffer.take();
    source.buffer.take();
    poll();
    expect(told).toEqual(["pause", "seek 2", "resume"]);
    expect(poll(batch(2, 3)).records).toBe(3);
  });
});
