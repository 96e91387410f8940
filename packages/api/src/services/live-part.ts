/** One part of what a browser is told, and what of it was told last. Nothing queues up: who is slow is told the newest. */
import type { LiveEvent } from "../wire/index.ts";

export interface LivePart {
  /** At most once in so many milliseconds. */
  readonly everyMs: number;
  /** Whether it is not as it was told last. */
  hasNews(): boolean;
  /** What has changed since it was told last, which this counts as told. */
  told(): LiveEvent;
  /** Nobody is told any more. */
  end(): void;
}
