import { z } from "zod";

/**
 * What a committed offset carries beside it: the number of the epoch that committed it, which tells the outcome of a
 * commit whose answer was lost (invariant 12), and event time, which a restart goes on from (KAFKA-7994).
 */
export interface CommitMetadata {
  readonly epoch: number;
  /** The partition's highest event time dispatched. */
  readonly highestMs: number | undefined;
  /** What the partition's custom generator has emitted; absent with a built-in strategy. */
  readonly emittedMs?: number | undefined;
  /** The global watermark that the epoch's barrier carried. */
  readonly globalWatermarkMs: number | undefined;
}

const shape = z.object({
  v: z.literal(1),
  epoch: z.int().min(0),
  highestMs: z.int().optional(),
  emittedMs: z.int().optional(),
  globalWatermarkMs: z.int().optional(),
});

export function encodeCommitMetadata(of: CommitMetadata): string {
  return JSON.stringify({ v: 1, ...of });
}

/** `undefined` where the text is not ours, e.g. after a tool has moved the group's offsets. */
export function decodeCommitMetadata(text: string): CommitMetadata | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) return undefined;
  const { epoch, highestMs, emittedMs, globalWatermarkMs } = parsed.data;
  return { epoch, highestMs, globalWatermarkMs, ...(emittedMs === undefined ? {} : { emittedMs }) };
}
