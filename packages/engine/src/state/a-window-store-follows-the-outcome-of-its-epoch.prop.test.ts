import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WindowStore } from "./window-store.ts";

type Step =
  | { readonly kind: "put"; readonly start: number; readonly key: string; readonly value: number }
  | { readonly kind: "expire"; readonly below: number }
  | { readonly kind: "commit" | "rollback" };

const starts = [0, 10, 20, 30];
const keys = ["", "a", "b"];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      start: fc.constantFrom(...starts),
      key: fc.constantFrom(...keys),
      value: fc.nat(100),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("expire" as const), below: fc.nat(40) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("commit" as const, "rollback" as const) }) },
);

/** The whole store as two plain maps. */
class Model {
  committed = new Map<string, number>();
  open = new Map<string, number>();

  do(of: Step): void {
    switch (of.kind) {
      case "put":
        this.open.set(`${of.start}/${of.key}`, of.value);
        break;
      case "expire":
        for (const place of this.open.keys()) if (startOf(place) < of.below) this.open.delete(place);
        break;
      case "commit":
        this.committed = new Map(this.open);
        break;
      case "rollback":
        this.open = new Map(this.committed);
        break;
    }
  }

  /** What the open epoch has changed, by place. */
  changes(): Map<string, number | undefined> {
    const changed = new Map<string, number | undefined>();
    for (const place of this.committed.keys()) if (!this.open.has(place)) changed.set(place, undefined);
    for (const [place, value] of this.open)
      if (value !== this.committed.get(place)) changed.set(place, value);
    return changed;
  }
}

function startOf(place: string): number {
  return Number(place.split("/")[0]);
}

function doIt(store: WindowStore<number>, of: Step): void {
  switch (of.kind) {
    case "put":
      store.put(of.start, of.key, of.value);
      break;
    case "expire":
      store.expire((start) => start < of.below);
      break;
    case "commit":
      store.commit();
      break;
    case "rollback":
      store.rollback();
      break;
  }
}

function changesOf(store: WindowStore<number>): Map<string, number | undefined> {
  const changes = new Map<string, number | undefined>();
  for (const { windowStartMs, key, value } of store.changes()) {
    const place = `${windowStartMs}/${key}`;
    expect(changes.has(place)).toBe(false);
    changes.set(place, value);
  }
  return changes;
}

describe("a window store", () => {
  it("reads, expires, commits and rolls back as two plain maps would", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = new WindowStore<number>("counts");
        const model = new Model();
        for (const of of steps) {
          doIt(store, of);
          model.do(of);
          for (const start of starts) {
            for (const key of keys) expect(store.get(start, key)).toBe(model.open.get(`${start}/${key}`));
          }
          expect(store.size).toBe(model.committed.size);
          if (of.kind === "commit" || of.kind === "rollback") expect(store.dirty).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("names all that an epoch changed, so that a changelog of it restores the same store", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = new WindowStore<number>("counts");
        const restored = new WindowStore<number>("counts");
        const model = new Model();
        for (const of of [...steps, { kind: "commit" } as const]) {
          if (of.kind === "commit") {
            const changes = changesOf(store);
            // A value written again as it was may be told of once more; what changed must be.
            for (const [place, value] of model.changes()) {
              expect(changes.has(place)).toBe(true);
              expect(changes.get(place)).toBe(value);
            }
            for (const [place, value] of changes) {
              restored.restore(startOf(place), place.split("/")[1] ?? "", value);
            }
          }
          doIt(store, of);
          model.do(of);
        }
        for (const start of starts) {
          for (const key of keys) expect(restored.get(start, key)).toBe(store.get(start, key));
        }
        expect(restored.size).toBe(store.size);
      }),
      { numRuns: 300 },
    );
  });

  it("writes no tombstone for what its epoch alone has known", () => {
    const store = new WindowStore<number>("counts");
    store.put(0, "a", 1);
    store.expire((start) => start < 10);
    expect(store.dirty).toBe(false);
    store.put(20, "a", 1);
    store.commit();
    store.put(20, "b", 1);
    store.expire((start) => start < 30);
    expect([...store.changes()]).toEqual([{ windowStartMs: 20, key: "a", value: undefined }]);
  });

  it("takes rows of the changelog in their order, deletions of the unknown included, and can be emptied", () => {
    const store = new WindowStore<number>("counts");
    store.restore(0, "a", undefined);
    store.restore(0, "a", 1);
    store.restore(0, "a", 2);
    store.restore(10, "a", 5);
    store.restore(10, "a", undefined);
    expect(store.get(0, "a")).toBe(2);
    expect(store.get(10, "a")).toBeUndefined();
    expect(store.size).toBe(1);
    expect(store.dirty).toBe(false);
    store.put(0, "b", 1);
    store.clear();
    expect(store.get(0, "a")).toBeUndefined();
    expect(store.size).toBe(0);
    expect(store.dirty).toBe(false);
  });
});
