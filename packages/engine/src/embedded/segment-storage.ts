/** Where a partition keeps its segments beyond the memory: files, or nowhere. */
export interface SegmentStorage {
  /** The stored segments by ascending base offset; a torn tail may end the last. */
  load(): readonly StoredSegment[];
  /** Adds bytes at the end of the segment, which comes to be with the first call. Done when it returns. */
  append(baseOffset: number, bytes: Buffer): void;
  /** Takes a torn tail off. */
  cut(baseOffset: number, byteLength: number): void;
  /** Puts `bytes` in the place of the segment; a death in the middle leaves the former or the new one whole. */
  replace(baseOffset: number, bytes: Buffer): void;
  remove(baseOffset: number): void;
}

export interface StoredSegment {
  readonly baseOffset: number;
  readonly bytes: Buffer;
}

/** Keeps nothing: the log lives in memory alone. */
export const noStorage: SegmentStorage = {
  load: () => [],
  append: () => {},
  cut: () => {},
  replace: () => {},
  remove: () => {},
};
