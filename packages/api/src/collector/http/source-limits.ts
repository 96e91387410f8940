/** What one app can make the collector hold or wait for. */
export interface SourceLimits {
  /** From opening the feed to the head of its answer. */
  readonly connectTimeoutMs: number;
  /** Without a byte on the feed: three times the engine's comment interval. */
  readonly silenceMs: number;
  /** Bytes of one event of the feed; some 4.5 MB are 10,000 partitions. */
  readonly messageBytesMax: number;
  /** Above, reading waits, and the peer with it. */
  readonly eventsPerSecondMax: number;
  /**
   * Bytes of an answer with several entries of a list. It is parsed in one piece, and everybody else waits for that: a
   * few milliseconds. Where more would be answered, fewer are asked for.
   */
  readonly entriesBytesMax: number;
  /** Bytes of an answer to any other request, and of one entry alone. */
  readonly answerBytesMax: number;
  readonly answerTimeoutMs: number;
}

export const defaultSourceLimits: SourceLimits = {
  connectTimeoutMs: 10_000,
  silenceMs: 45_000,
  messageBytesMax: 32 * 1024 * 1024,
  eventsPerSecondMax: 100,
  entriesBytesMax: 2 * 1024 * 1024,
  answerBytesMax: 16 * 1024 * 1024,
  answerTimeoutMs: 10_000,
};
