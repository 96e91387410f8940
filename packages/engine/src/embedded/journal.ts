/**
 * What the broker remembers besides the partitions' data, as entries to be replayed in order at the next open.
 * The schemas are here because a file may be from another version, however whole its bytes are.
 */
import { z } from "zod";

const offsetsSchema = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      /** Decimal text: any 64-bit integer. */
      offset: z.string().regex(/^-?\d+$/),
      metadata: z.string(),
    }),
  ),
);

/** Committed offsets by group, then by partition. */
export type StoredOffsets = z.infer<typeof offsetsSchema>;

export const journalEntrySchema = z.discriminatedUnion("kind", [
  /** The first entry of every journal. */
  z.object({ kind: z.literal("format"), version: z.literal(1) }),
  /** A topic came to be or got more partitions. */
  z.object({
    kind: z.literal("topic"),
    topic: z.string(),
    partitions: z.int().nonnegative(),
    config: z.record(z.string(), z.string()),
  }),
  z.object({
    kind: z.literal("log-start"),
    topic: z.string(),
    partition: z.int().nonnegative(),
    offset: z.int().nonnegative(),
  }),
  /** The log was cut; what an earlier decision said of markers no longer says anything. */
  z.object({
    kind: z.literal("truncated"),
    topic: z.string(),
    partition: z.int().nonnegative(),
    offset: z.int().nonnegative(),
  }),
  z.object({ kind: z.literal("producer"), transactionalId: z.string(), producerId: z.int().positive() }),
  z.object({ kind: z.literal("offsets"), offsets: offsetsSchema }),
  /** The topic was deleted and created again: its log starts and committed offsets are forgotten. */
  z.object({ kind: z.literal("topic-reset"), topic: z.string() }),
  /** The point of no return of a transaction: its markers follow, and its offsets hold from here on. */
  z.object({
    kind: z.literal("decided"),
    producerId: z.int().positive(),
    outcome: z.enum(["committed", "aborted"]),
    markers: z.array(
      z.object({
        topic: z.string(),
        partition: z.int().nonnegative(),
        /** The offset that the marker takes. */
        offset: z.int().nonnegative(),
      }),
    ),
    offsets: offsetsSchema,
  }),
]);

export type JournalEntry = z.infer<typeof journalEntrySchema>;

export interface Journal {
  /** Done when it returns. */
  append(entry: JournalEntry): void;
}

/** Keeps nothing: the log lives in memory alone. */
export const noJournal: Journal = { append: () => {} };
