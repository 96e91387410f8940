import type { ProducerRecord } from "@stoatflow/engine";

/** What an app's topic is fed from: a shop, tills, sensors. Time comes from outside. */
export interface RecordSource {
  /** What came in since the last call, in the order in which it is to be written. Bounded after a stall. */
  next(nowMs: number): readonly ProducerRecord[];
}
