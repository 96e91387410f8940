/**
 * The names of the headers that the engine adds to what it writes beside the results: dead letters, late drops that
 * go to a topic, outputs whose stamp was changed. Values are UTF-8 text; offsets and times are decimal, times in
 * milliseconds since 1970.
 */
import type { Header } from "./headers.ts";
import type { LogRecord } from "./record.ts";

/** Header names, each by what it says. A record that had a header of such a name keeps it in front of the engine's. */
export const headerName = {
  /** The `applicationId` of the app that wrote the record. */
  app: "stoatflow.app",
  /** The topic that the record was read from. */
  originTopic: "stoatflow.origin.topic",
  originPartition: "stoatflow.origin.partition",
  originOffset: "stoatflow.origin.offset",
  /** The record's timestamp in the log that it was read from. */
  originTimestamp: "stoatflow.origin.timestamp-ms",
  /** Why it is a dead letter: `undecodable` or `output-beyond-limit`. */
  reason: "stoatflow.dead-letter.reason",
  /** The class of the error, e.g. `SyntaxError`. */
  errorClass: "stoatflow.dead-letter.error-class",
  errorMessage: "stoatflow.dead-letter.error-message",
  /** The topic that an output was meant for. */
  outputTopic: "stoatflow.output.topic",
  outputPartition: "stoatflow.output.partition",
  /** Event time, where the record's own stamp is another. */
  eventTime: "stoatflow.event-time-ms",
  /** The watermark that a late row was dropped at. */
  lateWatermark: "stoatflow.late.watermark-ms",
  /** That watermark less the event time. */
  lateness: "stoatflow.late.lateness-ms",
  /** The operator that dropped it. */
  lateOperator: "stoatflow.late.operator",
  /** The window that it missed. */
  lateWindowStart: "stoatflow.late.window-start-ms",
  lateWindowEnd: "stoatflow.late.window-end-ms",
} as const;

/** One header of text. */
export function textHeader(name: string, value: string | number | bigint): Header {
  return [name, Buffer.from(String(value))];
}

/** Where a record was read, and by which app. */
export function originHeaders(origin: LogRecord, app: string): Header[] {
  return [
    textHeader(headerName.app, app),
    textHeader(headerName.originTopic, origin.topic),
    textHeader(headerName.originPartition, origin.partition),
    textHeader(headerName.originOffset, origin.offset),
    textHeader(headerName.originTimestamp, origin.timestampMs),
  ];
}
