/**
 * Cuts what is to be sent into requests that a broker takes and kafkajs handles well. Each partition's batch is bounded
 * in bytes, because a broker refuses one above 1 MiB, and in records, because kafkajs copies a partition's list for
 * every record that it adds.
 */
import type { IHeaders, Message, TopicMessages } from "kafkajs";
import type { Headers } from "../record/headers.ts";
import { type ProducerRecord, recordBytes } from "../record/record.ts";

const batchBytesLimit = 900_000;
const batchRecordsLimit = 500;
const partBytesLimit = 4_000_000;
/** Enough for every integer that a number holds exactly. */
const timestampDigits = 16;

interface Batch {
  bytes: number;
  records: number;
}

/** One request in the making. */
class Part {
  readonly #messages = new Map<string, Message[]>();
  readonly #batches = new Map<string, Map<number, Batch>>();
  #bytes = 0;

  /** Takes the record if it fits. The first one always does: a record above a limit goes alone. */
  take(record: ProducerRecord): boolean {
    const size = recordBytes(record);
    const batch = this.#batchOf(record);
    const isFull =
      this.#bytes + size > partBytesLimit ||
      (batch.records > 0 && (batch.records >= batchRecordsLimit || batch.bytes + size > batchBytesLimit));
    if (isFull && this.#bytes > 0) return false;
    batch.bytes += size;
    batch.records += 1;
    this.#bytes += size;
    const messages = this.#messages.get(record.topic);
    if (messages === undefined) this.#messages.set(record.topic, [messageOf(record)]);
    else messages.push(messageOf(record));
    return true;
  }

  topicMessages(): TopicMessages[] {
    return [...this.#messages].map(([topic, messages]) => ({ topic, messages }));
  }

  #batchOf({ topic, partition }: ProducerRecord): Batch {
    let batches = this.#batches.get(topic);
    if (batches === undefined) {
      batches = new Map();
      this.#batches.set(topic, batches);
    }
    let batch = batches.get(partition);
    if (batch === undefined) {
      batch = { bytes: 0, records: 0 };
      batches.set(partition, batch);
    }
    return batch;
  }
}

/** The records in order, in parts that are sent one after the other. */
export function* sendParts(records: readonly ProducerRecord[]): Generator<TopicMessages[]> {
  if (records.length === 0) return;
  let part = new Part();
  for (const record of records) {
    if (part.take(record)) continue;
    yield part.topicMessages();
    part = new Part();
    part.take(record);
  }
  yield part.topicMessages();
}

function messageOf(record: ProducerRecord): Message {
  const message: Message = {
    key: record.key,
    value: record.value,
    partition: record.partition,
    timestamp: timestampText(record.timestampMs),
  };
  if (record.headers.length > 0) message.headers = groupedHeaders(record.headers);
  return message;
}

/** kafkajs compares timestamps as text and takes 0 for "now", so all of them get the same number of digits. */
export function timestampText(timestampMs: number): string {
  const digits = Math.abs(timestampMs).toString().padStart(timestampDigits, "0");
  return timestampMs < 0 ? `-${digits}` : digits;
}

/**
 * Headers as kafkajs takes them. It cannot write a value of null, which becomes an empty one, and it writes repeated
 * names together, at the place of the first.
 */
function groupedHeaders(headers: Headers): IHeaders {
  const grouped: Record<string, Buffer | Buffer[]> = Object.create(null);
  for (const [name, value] of headers) {
    const bytes = value ?? Buffer.alloc(0);
    const former = grouped[name];
    if (former === undefined) grouped[name] = bytes;
    else if (Array.isArray(former)) former.push(bytes);
    else grouped[name] = [former, bytes];
  }
  return grouped;
}
