import { payloadOf } from "../operators/late-drop.ts";
import type { LogRecord } from "../record/record.ts";
import { type Envelope, type RecordBody, recordBytesMax, recordHeadersMax } from "../wire/index.ts";

/** The most characters of a header's name that are told. */
const headerNameKept = 1000;

/** One record as the wire has it, the first {@link recordBytesMax} of its bytes: the key's, the value's, the headers'. */
export function recordBodyOf(envelope: Envelope, record: LogRecord): RecordBody {
  const { topic, partition, offset, timestampMs, key, value, headers } = record;
  let bytesLeft = recordBytesMax;
  const within = (bytes: Buffer | null) => {
    const told = payloadOf(bytes, bytesLeft);
    bytesLeft = Math.max(0, bytesLeft - (bytes?.length ?? 0));
    return told;
  };
  const sizeBytes = headers.reduce(
    (sum, [, of]) => sum + (of?.length ?? 0),
    (key?.length ?? 0) + (value?.length ?? 0),
  );
  return {
    ...envelope,
    topic,
    partition,
    offset: offset.toString(),
    timestampMs: Number.isSafeInteger(timestampMs) ? timestampMs : null,
    key: within(key),
    value: within(value),
    headers: headers
      .slice(0, recordHeadersMax)
      .map(([name, of]) => [name.slice(0, headerNameKept), within(of)]),
    headerCount: headers.length,
    sizeBytes,
    truncated: sizeBytes > recordBytesMax || headers.length > recordHeadersMax,
  };
}
