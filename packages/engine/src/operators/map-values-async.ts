import { StoatFlowError } from "../errors.ts";
import type { LaneContext, Operator } from "./operator.ts";
import type { Row } from "./row.ts";

export type AsyncMapper = (value: unknown, key: unknown) => Promise<unknown>;

export interface MapValuesAsyncOptions {
  /** The operator's name in errors and in what a pause waits for. */
  readonly name: string;
  readonly mapper: AsyncMapper;
  /** How long one call may take, in milliseconds. */
  readonly timeLimitMs: number;
  readonly context: LaneContext;
  readonly next: Operator;
}

/**
 * Gives each row the value that a promise brings, e.g. from a service. Calls of one lane follow each other, so that a
 * key's rows stay in order (invariant 10); calls of different lanes overlap. A call that throws or takes longer than
 * its limit fails the app; nothing of its epoch is then committed.
 */
export class MapValuesAsyncOperator implements Operator {
  readonly #options: MapValuesAsyncOptions;

  constructor(options: MapValuesAsyncOptions) {
    this.#options = options;
  }

  process(row: Row): void {
    const { mapper, context, next } = this.#options;
    const brought = this.#limited(mapper(row.value, row.key));
    context.defer(
      brought.then((value) => () => {
        next.process({
          key: row.key,
          value,
          timestampMs: row.timestampMs,
          headers: row.headers,
          origin: row.origin,
          order: row.order,
          keyBytes: row.keyBytes,
        });
      }),
    );
  }

  #limited(call: Promise<unknown>): Promise<unknown> {
    const { name, timeLimitMs, context } = this.#options;
    return new Promise((resolve, reject) => {
      const cancel = context.after(timeLimitMs, () => {
        reject(
          new StoatFlowError("operator-failed", `${name} took longer than ${timeLimitMs} ms`, {
            setting: "mapValuesAsync",
            remedy: "make the call quicker, or give mapValuesAsync a longer timeLimitMs",
          }),
        );
      });
      call.then(resolve, reject).finally(cancel);
    });
  }
}
