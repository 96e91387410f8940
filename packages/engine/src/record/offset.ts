/**
 * An offset of a partition: a 64-bit integer, exact (invariant 16). On the wire it is decimal text.
 *
 * Offsets have gaps (compaction, transaction markers, aborted data): the difference of two is a distance in the
 * log and never a number of records.
 */
export type Offset = bigint;
