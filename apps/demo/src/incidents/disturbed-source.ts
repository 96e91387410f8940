/**
 * A source whose world goes wrong on demand: producers with wrong clocks, partitions that nobody writes to, and records
 * that nobody expected. Stands between an app's source and its feed.
 *
 * It owns what is wrong now, and the records that wait for the next beat of the feed, at most `waitingMax`.
 */
import type { ProducerRecord } from "@stoatflow/engine";
import type { RecordSource } from "../record-source.ts";
import { Active, type Undo } from "./active.ts";
import type { Append } from "./scenario.ts";

/** Beyond it the oldest go; while the log takes nothing more would come to no good. */
const waitingMax = 5000;

interface Place {
  readonly topic: string;
  readonly partition: number;
}

export class DisturbedSource implements RecordSource {
  readonly #source: RecordSource;
  readonly #silent = new Active<Place>();
  readonly #shifted = new Active<Place & { readonly byMs: number }>();
  #waiting: ProducerRecord[] = [];

  constructor(source: RecordSource) {
    this.#source = source;
  }

  next(nowMs: number): readonly ProducerRecord[] {
    const records = this.#source
      .next(nowMs)
      .filter((record) => !this.#silent.some((place) => isAt(place, record)));
    const disturbed = records.map((record) => this.#stamped(record));
    const waiting = this.#waiting;
    this.#waiting = [];
    return [...disturbed, ...waiting];
  }

  silence(place: Place): Undo {
    return this.#silent.add(place);
  }

  shiftClock(place: Place & { readonly byMs: number }): Undo {
    return this.#shifted.add(place);
  }

  append(run: Append, nowMs: number): void {
    const records = Array.from({ length: run.count }, (_, i) => recordOf(run, i, nowMs + run.stampedMs));
    this.#waiting = [...this.#waiting, ...records].slice(-waitingMax);
  }

  #stamped(record: ProducerRecord): ProducerRecord {
    const byMs = this.#shifted.sum((place) => (isAt(place, record) ? place.byMs : 0));
    return byMs === 0 ? record : { ...record, timestampMs: record.timestampMs + byMs };
  }
}

function isAt(place: Place, { topic, partition }: ProducerRecord): boolean {
  return topic === place.topic && partition === place.partition;
}

function recordOf({ topic, partition, key, value }: Append, i: number, timestampMs: number): ProducerRecord {
  const filled = (text: string) =>
    text.replaceAll("{i}", String(i)).replaceAll("{at}", new Date(timestampMs).toISOString());
  return {
    topic,
    partition,
    timestampMs,
    key: Buffer.from(filled(key)),
    value: Buffer.from(filled(typeof value === "string" ? value : JSON.stringify(value))),
    headers: [],
  };
}
