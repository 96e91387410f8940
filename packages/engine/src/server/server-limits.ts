/** The server's bounds (invariant 17). Those of the feed can be set, for tests and for very large apps. */

/** The largest body of a request, in bytes. */
export const requestBytesMax = 16 * 1024;

/** Sockets open at once; the feed's readers are among them. */
export const connectionsMax = 256;

/** Records that are read from the log on demand at once. */
export const recordReadsMax = 2;

/** A record that the log does not give within this time is refused. */
export const recordReadLimitMs = 5000;

export interface FeedLimits {
  /** Streams of `GET /events` open at once. @default 64 */
  readonly readersMax: number;
  /** Deltas kept for readers that come back. @default 300 */
  readonly resumeDeltasMax: number;
  /** The same in bytes. @default 4 MiB */
  readonly resumeBytesMax: number;
  /** A reader that does not take what waits for it within this time is cut off. @default 60000 */
  readonly readerStallMs: number;
}

export const defaultFeedLimits: FeedLimits = {
  readersMax: 64,
  resumeDeltasMax: 300,
  resumeBytesMax: 4 * 1024 * 1024,
  readerStallMs: 60_000,
};

/** One bound with what it holds now, as the status shows it. */
export interface LimitUse {
  readonly used: number;
  readonly limit: number;
}
