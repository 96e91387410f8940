/** Integers are read as `bigint` and may be written as either; a `boolean` is 0 or 1 in neither. */
export interface AuditTables {
  readonly audit: {
    /** A time-ordered id, unique over all consoles. */
    readonly id: string;
    readonly at_ms: number;
    readonly actor: string;
    readonly action: string;
    readonly app_id: string;
    readonly reason: string;
    /** `begun` before the app is called, then what came of it. */
    readonly outcome: string;
    /** JSON: what was asked, and what was answered. */
    readonly detail: string;
  };
}
