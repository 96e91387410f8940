/**
 * Dead letters: records that could not be worked or written, put aside in a topic within the epoch's transaction, so
 * that each is there once however often its epoch is done again. Key, value and headers are those of the record; why
 * and where from is in headers of their own.
 */
import { messageOf } from "../errors.ts";
import type { Header } from "./headers.ts";
import { headerName, originHeaders, textHeader } from "./origin-headers.ts";
import type { LogRecord, ProducerRecord } from "./record.ts";

/** Where an app's dead letters go. */
export interface DeadLetterPlace {
  readonly topic: string;
  readonly partitions: number;
  /** The app that writes them. */
  readonly app: string;
}

/** The most characters of an error's message in a header. */
const messageKept = 1000;

/** A record that could not be decoded. Stamped with `nowMs`, since its own stamp may be out of any range. */
export function undecodableLetter(
  place: DeadLetterPlace,
  record: LogRecord,
  cause: unknown,
  nowMs: number,
): ProducerRecord {
  return letter(place, record, nowMs, [
    ...originHeaders(record, place.app),
    textHeader(headerName.reason, "undecodable"),
    textHeader(headerName.errorClass, cause instanceof Error ? cause.name : typeof cause),
    textHeader(headerName.errorMessage, messageOf(cause).slice(0, messageKept)),
  ]);
}

/** An output whose stamp its topic does not take, with the reason. */
export function refusedOutputLetter(
  place: DeadLetterPlace,
  output: ProducerRecord,
  why: string,
  nowMs: number,
): ProducerRecord {
  return letter(place, output, nowMs, [
    textHeader(headerName.app, place.app),
    textHeader(headerName.outputTopic, output.topic),
    textHeader(headerName.outputPartition, output.partition),
    textHeader(headerName.eventTime, output.timestampMs),
    textHeader(headerName.reason, "output-beyond-limit"),
    textHeader(headerName.errorMessage, why),
  ]);
}

/** Records of one partition stay in order among themselves: they go to one partition here too. */
function letter(
  { topic, partitions }: DeadLetterPlace,
  of: LogRecord | ProducerRecord,
  nowMs: number,
  added: readonly Header[],
): ProducerRecord {
  const { key, value, headers } = of;
  return {
    topic,
    partition: of.partition % partitions,
    timestampMs: nowMs,
    key,
    value,
    headers: [...headers, ...added],
  };
}
