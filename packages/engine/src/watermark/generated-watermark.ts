import { messageOf, StoatFlowError } from "../errors.ts";
import type { PartitionId } from "../record/topic-partition.ts";
import type { WatermarkGenerator, WatermarkOutput } from "./generator.ts";
import type { DispatchedEvent, PartitionEventTime } from "./partition-watermark.ts";

/** What the last commit had of the partition's event time. */
export interface KeptEventTime {
  readonly highestMs: number | undefined;
  readonly emittedMs: number | undefined;
}

/**
 * The watermark of one partition as a user's generator emits it. It never goes down, and it has no preview: what the
 * generator will say of a head is not known before it is dispatched.
 */
export class GeneratedWatermark implements PartitionEventTime {
  readonly boundMs = undefined;
  readonly #partition: PartitionId;
  readonly #generator: WatermarkGenerator<unknown, unknown>;
  readonly #output: WatermarkOutput;
  #highestMs: number | undefined;
  #emittedMs: number | undefined;
  #rose = false;

  constructor(
    partition: PartitionId,
    create: () => WatermarkGenerator<unknown, unknown>,
    kept: KeptEventTime,
  ) {
    this.#partition = partition;
    this.#highestMs = kept.highestMs;
    this.#emittedMs = kept.emittedMs;
    this.#output = { emitWatermark: (watermarkMs) => this.#emit(watermarkMs) };
    try {
      this.#generator = create();
    } catch (cause) {
      throw this.#failed(`can't be made: ${messageOf(cause)}`, cause);
    }
  }

  get highestMs(): number | undefined {
    return this.#highestMs;
  }

  get emittedMs(): number | undefined {
    return this.#emittedMs;
  }

  get valueMs(): number | undefined {
    return this.#emittedMs;
  }

  dispatched(timestampMs: number, event: DispatchedEvent): boolean {
    if (this.#highestMs === undefined || timestampMs > this.#highestMs) this.#highestMs = timestampMs;
    this.#rose = false;
    try {
      this.#generator.onEvent(event, timestampMs, this.#output);
    } catch (cause) {
      throw this.#failed(`threw on an event: ${messageOf(cause)}`, cause);
    }
    return this.#rose;
  }

  look(): boolean {
    this.#rose = false;
    try {
      this.#generator.onPeriodicEmit(this.#output);
    } catch (cause) {
      throw this.#failed(`threw on its periodic emit: ${messageOf(cause)}`, cause);
    }
    return this.#rose;
  }

  previewMs(): undefined {
    return undefined;
  }

  #emit(watermarkMs: number): void {
    if (!Number.isSafeInteger(watermarkMs)) throw this.#failed(`emitted ${watermarkMs}`, undefined);
    if (this.#emittedMs !== undefined && watermarkMs <= this.#emittedMs) return;
    this.#emittedMs = watermarkMs;
    this.#rose = true;
  }

  #failed(what: string, cause: unknown): StoatFlowError {
    if (cause instanceof StoatFlowError) return cause;
    return new StoatFlowError("operator-failed", `${this.#partition}: its watermark generator ${what}`, {
      cause,
      remedy: "mend the generator, which emits integers of milliseconds, and start again",
    });
  }
}
