import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GlobalWatermark } from "./global-watermark.ts";
import type { Mover } from "./watermark-movers.ts";
import { WatermarkMoves } from "./watermark-moves.ts";

class Part implements Mover {
  readonly partition: { readonly topic: string; readonly partition: number };
  idle = false;
  previewCounts = false;
  changedAt = 0;
  valueMs: number | undefined;

  constructor(partition: number, valueMs?: number) {
    this.partition = { topic: "in", partition };
    this.valueMs = valueMs;
  }
}

/** Two partitions of which each change is later than all before it. */
function world(...values: (number | undefined)[]) {
  const parts = values.map((valueMs, i) => new Part(i, valueMs));
  const watermark = new GlobalWatermark<Part>();
  let changes = 0;
  const change = (index: number, to: Partial<Pick<Part, "valueMs" | "idle" | "previewCounts">>): void => {
    changes += 1;
    Object.assign(parts[index] as Part, to, { changedAt: changes });
  };
  const look = (atMs = 0): number | undefined => watermark.advance(parts, atMs);
  const by = (closeMs: number): string => {
    const found = watermark.moves.firstPast(closeMs);
    return found.kind === "moved" ? `${found.move.partition} ${found.move.cause}` : found.kind;
  };
  return { parts, watermark, change, look, by };
}

describe("what moved the watermark past a close", () => {
  it("is the partition that held it, although others have gone on since", () => {
    const { change, look, by } = world(40, 10);
    look();
    change(1, { valueMs: 100 });
    change(0, { valueMs: 60 });
    expect(look()).toBe(60);
    expect(by(11)).toBe("1 dispatched");
    expect(by(40)).toBe("1 dispatched");
    expect(by(41)).toBe("0 dispatched");
    expect(by(60)).toBe("0 dispatched");
    expect(by(61)).toBe("not-yet");
  });

  it("is a preview where that is what the partition contributes", () => {
    const { change, look, by } = world(50, 0);
    look();
    change(1, { valueMs: 3500, previewCounts: true });
    look();
    expect(by(50)).toBe("1 preview");
    change(0, { valueMs: 900 });
    look();
    expect(by(51)).toBe("0 dispatched");
  });

  it("is the partition that became idle", () => {
    const { change, look, by } = world(50, 0);
    look();
    change(1, { idle: true });
    look();
    expect(by(50)).toBe("1 idle");
  });

  it("is the last that went idle where all are, up to the highest", () => {
    const { change, look, by } = world(5000, 2000);
    look();
    change(0, { idle: true });
    look();
    change(1, { idle: true });
    expect(look()).toBe(5000);
    expect(by(5000)).toBe("1 idle");
  });

  it("is the one that goes on, where another came back behind the watermark and caught up before", () => {
    const { parts, watermark, change, look, by } = world(10, 100);
    change(0, { idle: true });
    expect(look()).toBe(100);
    Object.assign(parts[0] as Part, { idle: false });
    look();
    change(0, { valueMs: 300 });
    change(1, { valueMs: 200 });
    expect(look()).toBe(200);
    expect(by(101)).toBe("1 dispatched");
    expect(watermark.moves.retained).toBe(2);
  });

  it("is the partition that was taken away", () => {
    const { parts, watermark, look, by } = world(50, 0);
    look();
    const [first] = parts;
    watermark.advance(first === undefined ? [] : [first], 0);
    expect(by(50)).toBe("1 removed");
  });

  it("is the last that had no value, where there was no watermark yet", () => {
    const { change, look, by } = world(undefined, undefined);
    change(0, { valueMs: 5 });
    expect(look()).toBeUndefined();
    change(1, { valueMs: 7 });
    expect(look()).toBe(5);
    expect(by(5)).toBe("1 dispatched");
  });

  it("is not known in front of the start", () => {
    const { watermark, change, look, by } = world(100);
    watermark.restart(100);
    expect(by(100)).toBe("before-start");
    change(0, { valueMs: 200 });
    look();
    expect(by(100)).toBe("before-start");
    expect(by(101)).toBe("0 dispatched");
  });

  it("is forgotten with a move that was rolled back", () => {
    const { watermark, change, look, by } = world(10);
    look();
    change(0, { valueMs: 30 });
    look();
    watermark.forget();
    watermark.restart(20);
    expect(by(20)).toBe("0 dispatched");
    expect(by(21)).toBe("not-yet");
  });

  it("is not guessed where another process moved it meanwhile", () => {
    const { watermark, change, look, by } = world(10);
    look();
    watermark.forget();
    watermark.restart(500);
    change(0, { valueMs: 600 });
    look();
    expect(by(400)).toBe("before-start");
  });
});

it("the newest moves are kept, as many as the bound says, and older ones are said to be beyond it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 70 }), (limit, count) => {
      const moves = new WatermarkMoves(limit);
      const partition = { topic: "in", partition: 0 };
      for (let i = 0; i < count; i += 1) {
        const fromMs = i === 0 ? undefined : i * 10;
        moves.push({ fromMs, toMs: (i + 1) * 10, atMs: i, ...partition, cause: "dispatched" });
      }
      expect(moves.retained).toBe(Math.min(count, limit));
      for (let closeMs = 1; closeMs <= count * 10; closeMs += 1) {
        const found = moves.firstPast(closeMs);
        const index = Math.ceil(closeMs / 10) - 1;
        if (index < count - limit) expect(found.kind).toBe("beyond-history");
        else expect(found.kind === "moved" && found.move.atMs).toBe(index);
      }
      expect(moves.firstPast(count * 10 + 1).kind).toBe("not-yet");
    }),
  );
});
