import { partitionForKey } from "../record/murmur2.ts";
import { headerName, originHeaders, textHeader } from "../record/origin-headers.ts";
import type { LateDropFacts } from "./late-drop.ts";
import type { EpochSink } from "./operator.ts";
import type { RowOrder } from "./row-order.ts";

export interface LateOutputOptions {
  readonly topic: string;
  readonly partitions: number;
  /** The app that writes. */
  readonly app: string;
  readonly effects: EpochSink;
}

/**
 * Writes each late drop to a topic, within the transaction of the epoch that dropped it: the record as it was read,
 * stamped with its event time, with headers that say where it was read and what it was late for. A record that is
 * late for two windows is there twice, once for each.
 *
 * The partition is murmur2 of the record's key, as a sink's; a record without a key keeps its partition's number.
 */
export class LateOutput {
  readonly #options: LateOutputOptions;

  constructor(options: LateOutputOptions) {
    this.#options = options;
  }

  write({ origin, timestampMs, watermarkMs, operator, window }: LateDropFacts, order: RowOrder): void {
    const { topic, partitions, app, effects } = this.#options;
    const { key, value, headers } = origin;
    const record = {
      topic,
      partition: key === null ? origin.partition % partitions : partitionForKey(key, partitions),
      timestampMs,
      key,
      value,
      headers: [
        ...headers,
        ...originHeaders(origin, app),
        textHeader(headerName.eventTime, timestampMs),
        textHeader(headerName.lateWatermark, watermarkMs),
        textHeader(headerName.lateness, watermarkMs - timestampMs),
        textHeader(headerName.lateOperator, operator),
        textHeader(headerName.lateWindowStart, window.startMs),
        textHeader(headerName.lateWindowEnd, window.endMs),
      ],
    };
    effects.output(record, order);
  }
}
