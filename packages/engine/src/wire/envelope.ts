import { z } from "zod";

/** The version of every shape in this folder. A reader refuses a larger one by name instead of guessing. */
export const wireVersion = 1;

const largestOffset = "9223372036854775807";

/**
 * An offset or another signed 64-bit integer, none below 0, as decimal text: exact in any JSON reader (invariant 16), and
 * no larger than what Kafka and a database's column hold.
 */
export const offsetText = z
  .string()
  .regex(/^\d{1,19}$/)
  .refine((text) => text.length < largestOffset.length || text <= largestOffset, {
    error: `larger than ${largestOffset}`,
  });

/** Milliseconds since 1970 as an integer. Event time may be negative. */
export const timeMs = z.int();

/** Not negative, and its microseconds a safe integer: some 285 years. */
export const durationMs = z.number().min(0).max(9e12);

export const count = z.int().min(0);

/** What every body that leaves the engine carries. One `sequence` is one tick (invariant 14). */
export const envelope = z.object({
  app: z.string().min(1).max(200),
  instanceId: z.string().min(1).max(200),
  /** New at every start of the process; tells a restart from a gap. Printable, since a database cuts a text at a NUL. */
  bootId: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[!-~]+$/),
  wireVersion: z.literal(wireVersion),
  /** Counts ticks from 1; decimal text. */
  sequence: offsetText,
  /** Wall clock of the app at the tick. */
  atMs: timeMs,
  capabilities: z.array(z.string().max(64)).max(64),
});
export type Envelope = z.infer<typeof envelope>;

export const partitionRef = z.object({ topic: z.string().max(249), partition: z.int().min(0) });
