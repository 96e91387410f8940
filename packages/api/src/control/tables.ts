export interface PauseTables {
  /** The newest pause of each app that there is something to tell of. */
  readonly pauses: {
    readonly app_id: string;
    /** When it was last written. */
    readonly at_ms: number;
    /** JSON: a `KnownPause`. */
    readonly body: string;
  };
}
