/** Random things that happen to a log of two partitions with two producers, and how each is done. */
import fc from "fast-check";
import type { LogProducer } from "../../ports.ts";
import type { EmbeddedClient } from "../embedded-client.ts";
import type { EmbeddedLog } from "../embedded-log.ts";
import type { LogModel } from "./log-model.ts";
import { toTopic, values } from "./records.ts";

export const partitionCount = 2;
const producerCount = 2;

const partition = fc.nat({ max: partitionCount - 1 });
const producer = fc.nat({ max: producerCount - 1 });
const count = fc.integer({ min: 1, max: 5 });
/** A place in the log, as a part of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const outcome = fc.constantFrom("committed" as const, "aborted" as const);

export const writeOperation = fc.oneof(
  fc.record({ kind: fc.constant("append" as const), partition, count }),
  fc.record({ kind: fc.constant("send" as const), partition, producer, count }),
  fc.record({ kind: fc.constant("end" as const), producer, outcome }),
  fc.record({ kind: fc.constant("init" as const), producer }),
  fc.record({ kind: fc.constant("whole" as const), partition, count, outcome }),
  fc.record({ kind: fc.constant("truncate" as const), partition, place }),
  fc.record({ kind: fc.constant("delete" as const), partition, place }),
  fc.record({ kind: fc.constant("compact" as const), partition, seeds: fc.array(place, { maxLength: 6 }) }),
);
export type WriteOperation = typeof writeOperation extends fc.Arbitrary<infer T> ? T : never;

export const readOperation = fc.oneof(
  fc.record({ kind: fc.constant("poll" as const) }),
  fc.record({ kind: fc.constant("seek" as const), partition, place }),
  fc.record({ kind: fc.constant("pause" as const), partition }),
  fc.record({ kind: fc.constant("resume" as const), partition }),
);
export type ReadOperation = typeof readOperation extends fc.Arbitrary<infer T> ? T : never;

/** Carries write operations out on a log, and on the models of its partitions where there are any. */
export class Writer {
  readonly #producers: (LogProducer | undefined)[] = [];
  readonly #inTransaction = new Set<number>();
  #log: EmbeddedLog;
  #client: EmbeddedClient;
  #texts = 0;

  constructor(log: EmbeddedLog) {
    this.#log = log;
    this.#client = log.client();
  }

  /** Goes on with a log that was opened again; transactions that are open are the next init's. */
  moveTo(log: EmbeddedLog): void {
    this.#log = log;
    this.#client = log.client();
    this.#producers.length = 0;
    this.#inTransaction.clear();
  }

  async run(operation: WriteOperation, models?: readonly LogModel[]): Promise<void> {
    const model = "partition" in operation ? models?.[operation.partition] : undefined;
    switch (operation.kind) {
      case "append": {
        const texts = this.#newTexts(operation.count);
        this.#log.append("in", operation.partition, values(...texts));
        model?.append(texts);
        return;
      }
      case "send": {
        const texts = this.#newTexts(operation.count);
        const open = await this.#open(operation.producer, models);
        await open.send(toTopic("in", operation.partition, ...texts));
        model?.append(texts, operation.producer);
        return;
      }
      case "end": {
        if (!this.#inTransaction.delete(operation.producer)) return;
        const open = this.#producers[operation.producer];
        if (operation.outcome === "committed") await open?.commit();
        else await open?.abort();
        for (const each of models ?? []) each.finish(operation.producer, operation.outcome);
        return;
      }
      case "init":
        await this.#init(operation.producer, models);
        return;
      case "whole": {
        const texts = this.#newTexts(operation.count);
        this.#log.appendTransaction("in", operation.partition, values(...texts), operation.outcome);
        model?.append(texts, -1);
        model?.finish(-1, operation.outcome);
        return;
      }
      case "truncate": {
        const offset = this.#offsetAt(operation.partition, operation.place);
        this.#log.truncate("in", operation.partition, offset);
        model?.truncateTo(offset);
        return;
      }
      case "delete": {
        const offset = this.#offsetAt(operation.partition, operation.place);
        this.#log.deleteRecords("in", operation.partition, offset);
        model?.deleteBefore(offset);
        return;
      }
      case "compact": {
        const offsets = new Set(operation.seeds.map((seed) => this.#offsetAt(operation.partition, seed)));
        this.#log.compact("in", operation.partition, offsets);
        model?.remove(offsets);
        return;
      }
    }
  }

  #offsetAt(of: number, part: number): number {
    return Math.floor(Number(this.#log.bounds("in", of).highWatermark) * part);
  }

  #newTexts(howMany: number): string[] {
    return Array.from({ length: howMany }, () => `${this.#texts++}`);
  }

  async #open(of: number, models: readonly LogModel[] | undefined): Promise<LogProducer> {
    const known = this.#producers[of] ?? (await this.#init(of, models));
    if (!this.#inTransaction.has(of)) await known.begin();
    this.#inTransaction.add(of);
    return known;
  }

  async #init(of: number, models: readonly LogModel[] | undefined): Promise<LogProducer> {
    const next = this.#client.producer({ transactionalId: `producer-${of}` });
    await next.init();
    this.#producers[of] = next;
    this.#inTransaction.delete(of);
    for (const each of models ?? []) each.finish(of, "aborted");
    return next;
  }
}
