/**
 * What an app implements to make watermarks by a rule of its own. The names are Flink's.
 */

/** Where a {@link WatermarkGenerator} puts the watermarks of its partition. */
export interface WatermarkOutput {
  /**
   * The partition's event time has reached `watermarkMs`. What is lower than a watermark before it changes nothing.
   *
   * @param watermarkMs an integer of milliseconds; anything else ends the app with `operator-failed`.
   */
  emitWatermark(watermarkMs: number): void;
}

/**
 * Makes the watermarks of one partition. Each partition has a generator of its own, made anew at every start and in
 * every recovery; what it had emitted by the last commit is kept by the engine and goes on from there.
 *
 * What it throws ends the app with `operator-failed`, and the error names the partition.
 *
 * @example
 * ```ts
 * const threeBehind: WatermarkGenerator<string, string> = {
 *   onEvent: (_event, timestampMs, output) => output.emitWatermark(timestampMs - 3000),
 *   onPeriodicEmit: () => {},
 * };
 * ```
 */
export interface WatermarkGenerator<K, V> {
  /** A record of the partition was dispatched, with its event time. */
  onEvent(event: { readonly key: K; readonly value: V }, timestampMs: number, output: WatermarkOutput): void;
  /** Called at every commit interval while records may be dispatched and the partition is assigned. */
  onPeriodicEmit(output: WatermarkOutput): void;
}
