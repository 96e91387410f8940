import {
  type LogConsumer,
  PartitionBuffer,
  type Poll,
  PollLoop,
  partitionId,
  SourcePartition,
} from "@stoatflow/engine/testing";
import { expect } from "vitest";
import type { Case } from "../case-files.ts";

interface Step {
  readonly add?: Readonly<Record<string, number>>;
  readonly processed?: Readonly<Record<string, number>>;
  readonly held?: Readonly<Record<string, number>>;
  readonly paused: readonly string[];
}

/** Drives the poll loop with a consumer that hands out what a case tells it to. */
export function runBackpressure(of: Case): void {
  const steps = of["steps"] as readonly Step[];
  const names = new Set(steps.flatMap(({ add }) => Object.keys(add ?? {})));
  const paused = new Set<string>();
  let next: Poll = { batches: [], progress: [], seekBacks: [] };
  const given: Pick<LogConsumer, "poll" | "pause" | "resume"> = {
    poll: () => next,
    pause: (partitions) => {
      for (const { topic } of partitions) paused.add(topic);
    },
    resume: (partitions) => {
      for (const { topic } of partitions) paused.delete(topic);
    },
  };
  const loop = new PollLoop({ consumer: given as LogConsumer, bufferCapacity: of["limit"] as number });
  const partitions = new Map<string, SourcePartition>();
  for (const topic of names) {
    const partition = new SourcePartition({ topic, partition: 0 }, new PartitionBuffer(), 0n);
    partitions.set(partition.id, partition);
    loop.add(partition);
  }
  const held = (topic: string): SourcePartition => {
    const found = partitions.get(partitionId({ topic, partition: 0 }));
    if (found === undefined) throw new Error(`no partition is named ${topic}`);
    return found;
  };
  for (const step of steps) {
    for (const [topic, count] of Object.entries(step.add ?? {})) {
      const records = Array.from({ length: count }, () => {
        return { topic, partition: 0, offset: 0n, timestampMs: 0, key: null, value: null, headers: [] };
      });
      next = { batches: [{ partition: { topic, partition: 0 }, records }], progress: [], seekBacks: [] };
      expect(loop.poll().overBound).toEqual([]);
      next = { batches: [], progress: [], seekBacks: [] };
    }
    for (const [topic, count] of Object.entries(step.processed ?? {})) {
      for (let i = 0; i < count; i += 1) held(topic).buffer.take();
    }
    // Pauses go out in front of a poll.
    loop.poll();
    for (const [topic, count] of Object.entries(step.held ?? {})) expect(held(topic).buffer.size).toBe(count);
    expect([...paused].sort()).toEqual([...step.paused].sort());
  }
}
