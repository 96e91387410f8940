/** A consumer driven by hand, as the engine would: it seeks what it is assigned and keeps what it polls. */

import type { LogConsumer, Poll } from "../../ports.ts";
import type { LogRecord } from "../../record/record.ts";
import { partitionId } from "../../record/topic-partition.ts";
import type { EmbeddedClient } from "../embedded-client.ts";

export class OneConsumer {
  readonly consumer: LogConsumer;
  /** Every record polled, as `topic-partition@offset`. */
  readonly seen: string[] = [];
  readonly records: LogRecord[] = [];
  readonly assignments: string[][] = [];
  readonly seekBacks: string[] = [];
  readonly positions = new Map<string, bigint>();
  readonly ends = new Map<string, bigint>();
  readySignals = 0;

  constructor(client: EmbeddedClient, topics: readonly string[], maxPollRecords = 500, groupId = "group") {
    this.consumer = client.consumer({ groupId, topics, maxPollRecords, metadataMaxAgeMs: 30_000 });
    this.consumer.onReady(() => {
      this.readySignals += 1;
    });
  }

  async start(): Promise<void> {
    await this.consumer.start();
    for (const partition of this.poll().assignment ?? []) this.consumer.seek(partition, 0n);
  }

  poll(): Poll {
    const poll = this.consumer.poll();
    if (poll.assignment !== undefined) this.assignments.push(poll.assignment.map(partitionId));
    for (const { partition, records } of poll.batches) {
      for (const record of records) {
        this.seen.push(`${partitionId(partition)}@${record.offset}`);
        this.records.push(record);
      }
    }
    for (const { partition, from, to } of poll.seekBacks) {
      this.seekBacks.push(`${partitionId(partition)} ${from}->${to}`);
    }
    for (const { partition, position, endPosition } of poll.progress) {
      this.positions.set(partitionId(partition), position);
      if (endPosition !== undefined) this.ends.set(partitionId(partition), endPosition);
    }
    return poll;
  }
}
