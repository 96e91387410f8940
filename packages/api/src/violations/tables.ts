/** One row a violation: the first acknowledgement stands. Integers are read as `bigint` and may be written as either. */
export interface AcknowledgementTables {
  readonly acknowledgements: {
    readonly app_id: string;
    /** The run of the app: its violations are numbered anew in each. */
    readonly boot_id: string;
    /** Decimal text, as it is on the wire. */
    readonly violation_id: string;
    readonly at_ms: number;
    readonly actor: string;
    readonly note: string;
  };
}
