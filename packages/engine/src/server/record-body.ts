import { payloadOf } from "../operators/late-drop.ts";
import type { LogRecord } from "../record/record.ts";
import { type Envelope, type RecordBody, recordBytesMax, recordHeadersMax } from "../wire/index.ts";

/** The most characters of a header's name that are told. */
const headerNameKept = 1000;

/** What Kafka has in place of a time stamp where there is none. */
const noTimestamp = -1;

/**
 * One record as the wire has it, the first {@link recordBytesMax} of its bytes: the key's, the value's, and of one header
 * after the other the name's and the value's. A header whose name has no room left is not told.
 */
export function recordBodyOf(envelope: Envelope, record: LogRecord): RecordBody {
  const { topic, partition, offset, timestampMs, key, value, headers } = record;
  const hasTime = timestampMs !== noTimestamp && Number.isSafeInteger(timestampMs);
  let bytesLeft = recordBytesMax;
  const within = (bytes: Buffer | null) => {
    const told = payloadOf(bytes, bytesLeft);
    bytesLeft = Math.max(0, bytesLeft - (bytes?.length ?? 0));
    return told;
  };
  const body = { key: within(key), value: within(value) };
  const told: RecordBody["headers"] = [];
  let cutsAName = false;
  for (const [name, of] of headers.slice(0, recordHeadersMax)) {
    const kept = name.slice(0, headerNameKept);
    bytesLeft -= Buffer.byteLength(kept);
    if (bytesLeft < 0) break;
    cutsAName ||= kept.length < name.length;
    told.push([kept, within(of)]);
  }
  const sizeBytes = headers.reduce(
    (sum, [name, of]) => sum + Buffer.byteLength(name) + (of?.length ?? 0),
    (key?.length ?? 0) + (value?.length ?? 0),
  );
  return {
    ...envelope,
    topic,
    partition,
    offset: offset.toString(),
    timestampMs: hasTime ? timestampMs : null,
    ...body,
    headers: told,
    headerCount: headers.length,
    sizeBytes,
    truncated: sizeBytes > recordBytesMax || headers.length > told.length || cutsAName,
  };
}
