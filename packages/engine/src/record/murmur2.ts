/**
 * The hash by which Java's Kafka producer gives a key its partition. The engine uses it for partitions of what it
 * writes and for lanes, so that a key's place is the same whoever wrote the record.
 */
const seed = 0x9747b28c;
const multiplier = 0x5bd1e995;
const signBit = 0x80000000;

/**
 * The 32-bit MurmurHash2 of `bytes` as Java's client computes it: a signed integer.
 *
 * @example
 * ```ts
 * murmur2(Buffer.from("foobar")); // -790332482
 * ```
 */
export function murmur2(bytes: Uint8Array): number {
  const length = bytes.length;
  const tail = length & ~3;
  let hash = seed ^ length;
  for (let at = 0; at < tail; at += 4) {
    let word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    word = Math.imul(word, multiplier);
    word = Math.imul(word ^ (word >>> 24), multiplier);
    hash = Math.imul(hash, multiplier) ^ word;
  }
  const left = length - tail;
  if (left > 0) {
    if (left > 2) hash ^= (bytes[tail + 2] as number) << 16;
    if (left > 1) hash ^= (bytes[tail + 1] as number) << 8;
    hash = Math.imul(hash ^ (bytes[tail] as number), multiplier);
  }
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return hash ^ (hash >>> 15);
}

/**
 * The partition of a key among `partitionCount`, as Java's default partitioner chooses it: the hash without its sign
 * bit, modulo the count.
 *
 * @example
 * ```ts
 * partitionForKey(Buffer.from("21"), 8); // 4
 * ```
 */
export function partitionForKey(key: Uint8Array, partitionCount: number): number {
  return (murmur2(key) & ~signBit) % partitionCount;
}
