/**
 * Stage 0: what a record goes through between the dispatcher and its lane. Decodes and judges it when it becomes
 * head, and when it is dispatched runs the stateless operators in front of the first keyed one.
 *
 * Owned by the processing; called by the dispatcher.
 */

import { unreachable } from "../assert.ts";
import type { Head } from "../dispatch/dispatch-partition.ts";
import type { DispatchTarget, HeadOutcome } from "../dispatch/dispatcher.ts";
import { messageOf, StoatFlowError } from "../errors.ts";
import type { Operator } from "../operators/operator.ts";
import { type DeadLetterPlace, undecodableLetter } from "../record/dead-letter.ts";
import type { LogRecord } from "../record/record.ts";
import type { SourceNode } from "../topology/graph.ts";
import { buildRouting } from "../topology/stages.ts";
import type { Topology } from "../topology/topology.ts";
import type { DropReason } from "../wire/index.ts";
import { KeyRouter } from "./key-router.ts";
import type { LanePool } from "./lane-pool.ts";

/** A row of stage 0 goes no further than the router, which gives it its place. */
const unplaced = 0;

/** What is done with a record that can't be decoded. */
export type UndecodablePolicy =
  | { readonly kind: "fail" }
  | { readonly kind: "skip" }
  | {
      readonly kind: "dead-letter";
      readonly place: DeadLetterPlace;
      /** Whether the epoch may hold one more letter. */
      readonly hasRoom: () => boolean;
    };

export interface SourceStageOptions {
  readonly topology: Topology;
  readonly lanes: LanePool;
  readonly undecodable: UndecodablePolicy;
  readonly invalidTimestamp: "fail" | "drop";
  /** Told of a dispatched record that is dropped. */
  readonly dropped: (reason: DropReason) => void;
  /** Wall clock, for when a record became head. */
  readonly nowMs: () => number;
}

export class SourceStage implements DispatchTarget {
  readonly #options: SourceStageOptions;
  readonly #sources: ReadonlyMap<string, SourceNode>;
  readonly #routes: ReadonlyMap<string, Operator>;

  constructor(options: SourceStageOptions) {
    this.#options = options;
    const { topology, lanes } = options;
    this.#sources = new Map(topology.sources.map((source) => [source.topic, source]));
    this.#routes = buildRouting(topology, ({ key }, place) => new KeyRouter(place, key, lanes));
  }

  get waitingForCapacity(): boolean {
    return this.#options.lanes.waitingForCapacity;
  }

  source(topic: string): SourceNode | undefined {
    return this.#sources.get(topic);
  }

  headOf(record: LogRecord): HeadOutcome {
    const source = this.#sources.get(record.topic);
    if (source === undefined)
      return fail("unknown-topic", record, "its topic is no source", "processing", undefined);
    let key: unknown;
    let value: unknown;
    try {
      key = record.key === null ? null : source.key.deserialize(record.key);
      value = record.value === null ? null : source.value.deserialize(record.value);
    } catch (cause) {
      return this.#undecodable(record, cause);
    }
    let timestampMs = record.timestampMs;
    if (source.strategy.assigner !== undefined) {
      try {
        timestampMs = source.strategy.assigner(key, value, record.timestampMs);
      } catch (cause) {
        return fail(
          "operator-failed",
          record,
          `the timestamp assigner threw: ${messageOf(cause)}`,
          "stream",
          cause,
        );
      }
    }
    if (!Number.isSafeInteger(timestampMs) || timestampMs < 0) {
      if (this.#options.invalidTimestamp === "drop") return { kind: "drop", reason: "invalidTimestamp" };
      return fail(
        "invalid-timestamp",
        record,
        `its timestamp is ${timestampMs}`,
        "processing.invalid-timestamp",
        undefined,
      );
    }
    return { kind: "head", head: { record, timestampMs, key, value, sinceMs: this.#options.nowMs() } };
  }

  #undecodable(record: LogRecord, cause: unknown): HeadOutcome {
    const policy = this.#options.undecodable;
    switch (policy.kind) {
      case "fail":
        return fail("undecodable", record, messageOf(cause), "processing.undecodable", cause);
      case "skip":
        return { kind: "drop", reason: "undecodable" };
      case "dead-letter": {
        if (!policy.hasRoom()) return { kind: "wait" };
        const letter = undecodableLetter(policy.place, record, cause, this.#options.nowMs());
        return { kind: "drop", reason: "undecodable", letter };
      }
      default:
        return unreachable(policy);
    }
  }

  accept(head: Head): void {
    const { record, timestampMs, key, value } = head;
    if (key === null && this.#sources.get(record.topic)?.role === "table") {
      this.#options.dropped("nullKey");
      return;
    }
    this.#routes.get(record.topic)?.process({
      key,
      value,
      timestampMs,
      headers: record.headers,
      origin: record,
      order: unplaced,
      keyBytes: undefined,
    });
  }
}

function fail(
  code: "unknown-topic" | "undecodable" | "operator-failed" | "invalid-timestamp",
  record: LogRecord,
  why: string,
  setting: string,
  cause: unknown,
): HeadOutcome {
  const at = `${record.topic}-${record.partition} at offset ${record.offset}`;
  const remedy =
    code === "undecodable"
      ? "mend the producer or the serde, or set stoatflow.processing.undecodable to skip or dead-letter"
      : code === "invalid-timestamp"
        ? "mend the producer, name a timestamp assigner, or set stoatflow.processing.invalid-timestamp to drop"
        : "mend the function and start again; nothing of this record was committed";
  return {
    kind: "fail",
    error: new StoatFlowError(code, `${at}: ${why}`, { setting: `stoatflow.${setting}`, remedy, cause }),
  };
}
