/** What the minimum needs of a partition. */
export interface WatermarkContribution {
  /** Excluded from the minimum, for as long as nothing comes of it. */
  readonly idle: boolean;
  /** Says nothing of event time at all: a table's partition without a backlog. */
  readonly leftOut?: boolean;
  /** Its preview, else its watermark; `undefined` where it has none yet. */
  readonly valueMs: number | undefined;
}
