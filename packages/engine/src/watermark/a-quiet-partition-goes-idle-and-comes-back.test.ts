import { describe, expect, it } from "vitest";
import { Idleness } from "./idleness.ts";

describe("a partition", () => {
  it("is idle once nothing was dispatched from it for the time-out, and says since when by the wall clock", () => {
    const idleness = new Idleness(100, 0);
    idleness.look(99, 5099, false);
    expect(idleness.idle).toBe(false);
    idleness.look(100, 5100, false);
    expect(idleness.idle).toBe(true);
    idleness.look(700, 5700, false);
    expect(idleness.idleSinceMs).toBe(5100);
  });

  it("counts again at once when a record is dispatched, and goes idle again after the same time-out", () => {
    const idleness = new Idleness(100, 0);
    idleness.look(100, 100, false);
    idleness.dispatched(150);
    expect(idleness.idle).toBe(false);
    expect(idleness.idleSinceMs).toBeUndefined();
    idleness.look(249, 249, false);
    expect(idleness.idle).toBe(false);
    idleness.look(250, 250, false);
    expect(idleness.idle).toBe(true);
  });

  it("is never idle where idleness is off", () => {
    const idleness = new Idleness(undefined, 0);
    idleness.look(1_000_000_000, 1_000_000_000, false);
    expect(idleness.idle).toBe(false);
  });

  it("assigned late is quiet only from then on", () => {
    const idleness = new Idleness(100, 900);
    idleness.look(950, 950, false);
    expect(idleness.idle).toBe(false);
    idleness.look(1000, 1000, false);
    expect(idleness.idle).toBe(true);
  });
});

describe("where the partition could not be served", () => {
  it("the time stands still, and goes on from where it stood", () => {
    const idleness = new Idleness(100, 0);
    idleness.look(60, 60, false);
    for (let servedMs = 100; servedMs <= 1000; servedMs += 100) idleness.look(servedMs, servedMs, true);
    expect(idleness.idle).toBe(false);
    idleness.look(1039, 1039, false);
    expect(idleness.idle).toBe(false);
    idleness.look(1040, 1040, false);
    expect(idleness.idle).toBe(true);
  });

  it("a dispatch within a time that stood still is not counted back beyond itself", () => {
    const idleness = new Idleness(100, 0);
    idleness.look(50, 50, false);
    idleness.dispatched(80);
    idleness.look(90, 90, true);
    idleness.look(189, 189, false);
    expect(idleness.idle).toBe(false);
    idleness.look(190, 190, false);
    expect(idleness.idle).toBe(true);
  });
});
