import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Ring } from "./ring.ts";

function filled(limit: number, pushes: number): Ring<bigint> {
  const ring = new Ring<bigint>(limit);
  for (let i = 0; i < pushes; i += 1) ring.push((id) => id);
  return ring;
}

describe("a ring", () => {
  it("gives ids from 1, each once, and tells how many left it before the reader asked", () => {
    const [limits, pushes] = [fc.integer({ min: 1, max: 12 }), fc.nat(60)];
    fc.assert(
      fc.property(
        limits,
        pushes,
        fc.nat(80),
        fc.integer({ min: 1, max: 20 }),
        (limit, pushed, after, page) => {
          const ring = filled(limit, pushed);
          const kept = Array.from({ length: pushed }, (_, i) => BigInt(i + 1)).slice(-limit);
          const { items, next, missed } = ring.after(BigInt(after), page);
          expect(items).toEqual(kept.filter((id) => id > BigInt(after)).slice(0, page));
          expect(missed).toBe(Math.max(0, pushed - kept.length - after));
          expect(next).toBe(items.at(-1) ?? BigInt(Math.min(after, pushed)));
          expect(ring.total).toBe(BigInt(pushed));
          expect(ring.retained).toBe(kept.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("read page by page while it is written misses nothing that it still holds", () => {
    const ring = filled(5, 0);
    const seen: bigint[] = [];
    let cursor = 0n;
    for (let round = 0; round < 20; round += 1) {
      for (let i = 0; i < 4; i += 1) ring.push((id) => id);
      for (let page = ring.after(cursor, 3); page.items.length > 0; page = ring.after(cursor, 3)) {
        expect(page.missed).toBe(0);
        seen.push(...page.items);
        cursor = page.next;
      }
    }
    expect(seen).toEqual(Array.from({ length: 80 }, (_, i) => BigInt(i + 1)));
  });

  it("tells a reader from the future where it stands instead of inventing entries", () => {
    const ring = filled(5, 3);
    expect(ring.after(99n, 10)).toEqual({ items: [], next: 3n, missed: 0 });
  });
});
