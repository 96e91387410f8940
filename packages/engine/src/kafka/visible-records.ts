/**
 * What a `read_committed` reader may see of a fetch.
 *
 * kafkajs' own filter takes a record with the key 00000000 for the end of an aborted transaction, so the filter here
 * goes by what the log says: the producer id and the flags of the batch, and control records only.
 */
import type { Headers } from "../record/headers.ts";
import { noHeaders } from "../record/headers.ts";
import type { Offset } from "../record/offset.ts";
import { type LogRecord, recordBytes } from "../record/record.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import type { AbortedTransaction, FetchedHeader, FetchedMessage } from "./fetch-response.ts";

export interface VisibleRecords {
  readonly records: readonly LogRecord[];
  readonly bytes: number;
  /** Where the next fetch begins: behind everything fetched, markers and aborted data included. */
  readonly nextOffset: Offset;
}

/**
 * The records of committed work and of no transaction at or above `from`, in offset order.
 *
 * Keys and values are views of the memory of the fetch; who keeps one for long copies it.
 *
 * @param aborted the aborted transactions that reach into the fetch, as the broker lists them.
 */
export function visibleRecords(
  of: TopicPartition,
  from: Offset,
  messages: readonly FetchedMessage[],
  aborted: readonly AbortedTransaction[],
): VisibleRecords {
  const { topic, partition } = of;
  const records: LogRecord[] = [];
  const filter = new AbortFilter(aborted);
  let bytes = 0;
  for (const message of messages) {
    const offset = BigInt(message.offset);
    const isAborted = filter.hides(offset, message);
    // A broker answers with whole batches, so the first one may begin below what was asked for.
    if (isAborted || message.isControlRecord || offset < from) continue;
    const record: LogRecord = {
      topic,
      partition,
      offset,
      timestampMs: Number(message.timestamp),
      key: message.key,
      value: message.value,
      headers: headersOf(message.headers),
    };
    bytes += recordBytes(record);
    records.push(record);
  }
  const last = messages.at(-1);
  // The end of the batch, not of its last record: compaction leaves a batch its offsets and takes its records.
  const end =
    last === undefined
      ? from
      : BigInt(last.batchContext.firstOffset) + BigInt(last.batchContext.lastOffsetDelta) + 1n;
  return { records, bytes, nextOffset: end > from ? end : from };
}

class AbortFilter {
  readonly #coming: readonly (AbortedTransaction & { readonly first: Offset })[];
  readonly #open = new Set<string>();
  #begun = 0;

  constructor(aborted: readonly AbortedTransaction[]) {
    this.#coming = aborted
      .map((transaction) => ({ ...transaction, first: BigInt(transaction.firstOffset) }))
      .sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  }

  /** Whether the message belongs to an aborted transaction. Takes every message of the fetch, in order. */
  hides(offset: Offset, message: FetchedMessage): boolean {
    for (let next = this.#coming[this.#begun]; next !== undefined; next = this.#coming[this.#begun]) {
      if (next.first > offset) break;
      this.#open.add(next.producerId);
      this.#begun += 1;
    }
    if (this.#open.size === 0) return false;
    const { producerId, inTransaction } = message.batchContext;
    if (!this.#open.has(producerId)) return false;
    if (message.isControlRecord) {
      if (isAbortMarker(message.key)) this.#open.delete(producerId);
      return true;
    }
    return inTransaction;
  }
}

/** A control record's key is a version and a type, 16 bits each; type 0 is an abort, 1 a commit. */
function isAbortMarker(key: Buffer | null): boolean {
  return key !== null && key.length >= 4 && key.readInt16BE(2) === 0;
}

/** kafkajs groups repeated names, so their order among others is lost; their own order is kept. */
function headersOf(grouped: Readonly<Record<string, FetchedHeader>>): Headers {
  const names = Object.keys(grouped);
  if (names.length === 0) return noHeaders;
  const headers: [string, Buffer | null][] = [];
  for (const name of names) {
    const value = grouped[name] ?? null;
    if (value === null || Buffer.isBuffer(value)) headers.push([name, value]);
    else for (const each of value) headers.push([name, each]);
  }
  return headers;
}
