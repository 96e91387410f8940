/** Records for tests, by their values alone. */

import type { LogRecord, ProducerRecord } from "../../record/record.ts";
import type { AppendedRecord } from "../embedded-log.ts";

export function values(...texts: readonly string[]): AppendedRecord[] {
  return texts.map((text) => ({ key: null, value: Buffer.from(text), timestampMs: 0 }));
}

export function toTopic(topic: string, partition: number, ...texts: readonly string[]): ProducerRecord[] {
  return texts.map((text) => ({
    topic,
    partition,
    key: null,
    value: Buffer.from(text),
    timestampMs: 0,
    headers: [],
  }));
}

export function textOf(record: LogRecord): string {
  return `${record.offset}=${record.value?.toString() ?? "null"}`;
}
