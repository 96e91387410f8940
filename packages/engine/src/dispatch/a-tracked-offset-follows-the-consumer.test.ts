import { describe, expect, it } from "vitest";
import { TrackedOffset } from "./tracked-offset.ts";

describe("a tracked offset", () => {
  it("is behind the record that was dispatched", () => {
    const tracked = new TrackedOffset(5n);
    expect(tracked.position).toBe(5n);
    expect(tracked.dispatched(5n)).toBeUndefined();
    expect(tracked.position).toBe(6n);
  });

  it("passes markers and gaps up to the next head, and never down", () => {
    const tracked = new TrackedOffset(0n);
    tracked.dispatched(0n);
    tracked.advanceTo(7n);
    expect(tracked.position).toBe(7n);
    tracked.advanceTo(3n);
    expect(tracked.position).toBe(7n);
    expect(tracked.dispatched(7n)).toBeUndefined();
  });

  it("stays through a seek-back until the first re-fetched record is dispatched, which counts once", () => {
    const tracked = new TrackedOffset(20n);
    tracked.advanceTo(12n);
    expect(tracked.position).toBe(20n);
    expect(tracked.dispatched(12n)).toEqual({ before: 20n, after: 12n });
    expect(tracked.position).toBe(13n);
    expect(tracked.dispatched(13n)).toBeUndefined();
  });

  it("takes the same record twice for a regression", () => {
    const tracked = new TrackedOffset(4n);
    tracked.dispatched(4n);
    expect(tracked.dispatched(4n)).toEqual({ before: 5n, after: 4n });
  });

  it("is exact beyond 2^53", () => {
    const tracked = new TrackedOffset(9_223_372_036_854_775_800n);
    tracked.dispatched(9_223_372_036_854_775_805n);
    expect(tracked.position).toBe(9_223_372_036_854_775_806n);
  });
});
