/**
 * Cuts what is to be sent into requests that a broker takes and kafkajs handles well: bounded in bytes, because a
 * broker refuses a batch above 1 MiB, and in records, because kafkajs copies a list for every record of a request.
 */
import type { IHeaders, Message, TopicMessages } from "kafkajs";
import type { Headers } from "../record/headers.ts";
import { type ProducerRecord, recordBytes } from "../record/record.ts";

const partBytesLimit = 900_000;
const partRecordsLimit = 500;
/** Enough for every integer that a number holds exactly. */
const timestampDigits = 16;

/** The records in order, in parts that are sent one after the other. A record above the limit goes alone. */
export function* sendParts(records: readonly ProducerRecord[]): Generator<TopicMessages[]> {
  let part = new Map<string, Message[]>();
  let bytes = 0;
  let count = 0;
  for (const record of records) {
    const size = recordBytes(record);
    if (count > 0 && (count >= partRecordsLimit || bytes + size > partBytesLimit)) {
      yield topicMessages(part);
      part = new Map();
      bytes = 0;
      count = 0;
    }
    const messages = part.get(record.topic);
    const message = messageOf(record);
    if (messages === undefined) part.set(record.topic, [message]);
    else messages.push(message);
    bytes += size;
    count += 1;
  }
  if (count > 0) yield topicMessages(part);
}

function topicMessages(part: ReadonlyMap<string, Message[]>): TopicMessages[] {
  return [...part].map(([topic, messages]) => ({ topic, messages }));
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
