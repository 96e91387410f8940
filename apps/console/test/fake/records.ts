/** The log of a fake engine, as far as single records are read from it. */
import type { Envelope, LateDrop, RecordBody, Refusal } from "@stoatflow/engine/wire";

/** An integer that a double can't hold, and a mark that would turn the text around. */
const sku = (at: number) => `{"sku":"TEA-${at}","quantity":9007199254740993,"note":"a\u202eb"}`;

/** JSON of exactly so many bytes that begins with `beginning`, which is open within a text. */
function jsonOf(beginning: string, sizeBytes: number): string {
  const start = `${beginning}","sequence":9007199254740993,"items":[`;
  const items: string[] = [];
  // Two quotes, the brackets and the last text have their room beside the items.
  let leftBytes = sizeBytes - Buffer.byteLength(start) - 4;
  for (let at = 0; leftBytes > 200; at += 1) {
    const item = `${sku(at)},`;
    items.push(item);
    leftBytes -= Buffer.byteLength(item);
  }
  return `${start}${items.join("")}"${"x".repeat(leftBytes)}"]}`;
}

/** The whole of a late drop's record: what was kept of its value, and what was not. */
function wholeOf({ topic, partition, offset, key, value, headers, timestampMs }: LateDrop) {
  const whole =
    value?.truncated && value.encoding === "utf8"
      ? { ...value, text: jsonOf(value.text, value.sizeBytes), truncated: false }
      : value;
  return { topic, partition, offset, key, value: whole, headers, timestampMs };
}

interface Answer {
  readonly status: number;
  readonly body: RecordBody | Refusal;
}

export class FakeRecords {
  /** Every record that was asked for, by its offset. */
  readonly asked: string[] = [];
  /** The next one is refused so. */
  refuseNext: { readonly status: number; readonly error: Refusal["error"] } | undefined;

  /** What a record is answered with. */
  answer(url: URL, envelope: Envelope, drops: readonly LateDrop[]): Answer {
    const offset = url.searchParams.get("offset") ?? "";
    this.asked.push(offset);
    const refused = this.refuseNext;
    this.refuseNext = undefined;
    if (refused !== undefined) return { status: refused.status, body: { error: refused.error } };
    const partition = Number(url.searchParams.get("partition"));
    const drop = drops.find((one) => one.offset === offset && one.partition === partition);
    if (drop === undefined) {
      const message = `${url.searchParams.get("topic")}-${partition} has no record at offset ${offset}: compaction has taken it`;
      return { status: 404, body: { error: { code: "no-such-record", message } } };
    }
    const record = wholeOf(drop);
    const sizeBytes = (record.key?.sizeBytes ?? 0) + (record.value?.sizeBytes ?? 0);
    const headerCount = record.headers.length;
    return { status: 200, body: { ...envelope, ...record, headerCount, sizeBytes, truncated: false } };
  }
}
