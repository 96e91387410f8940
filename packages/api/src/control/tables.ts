export interface PauseTables {
  /** By app: the newest pause of each of its instances that there is something to tell of. */
  readonly pauses: {
    readonly app_id: string;
    /** When it was last written. */
    readonly at_ms: number;
    /** JSON: a list of `KnownPause`. */
    readonly body: string;
  };
}
