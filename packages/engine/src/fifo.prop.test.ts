import fc from "fast-check";
import { expect, test } from "vitest";
import { Fifo } from "./fifo.ts";

type Step = { readonly kind: "push"; readonly count: number } | { readonly kind: "take" | "head" | "clear" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("push" as const), count: fc.nat(6) }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom("take" as const, "head" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const) }) },
);

test("a queue gives back what an array would, whatever is pushed, taken and cleared", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new Fifo<number>();
      let model: number[] = [];
      let pushed = 0;
      for (const of of steps) {
        switch (of.kind) {
          case "push":
            for (let i = 0; i < of.count; i += 1) {
              pushed += 1;
              queue.push(pushed);
              model.push(pushed);
            }
            break;
          case "take":
            expect(queue.take()).toBe(model.shift());
            break;
          case "head":
            expect(queue.head()).toBe(model[0]);
            break;
          case "clear":
            queue.clear();
            model = [];
            break;
        }
        expect(queue.size).toBe(model.length);
      }
    }),
    { numRuns: 300 },
  );
});

test("a queue that never runs empty gives back in order over many turns", () => {
  const queue = new Fifo<number>();
  for (let i = 0; i < 10; i += 1) queue.push(i);
  for (let i = 10; i < 5000; i += 1) {
    queue.push(i);
    expect(queue.take()).toBe(i - 10);
    expect(queue.size).toBe(10);
  }
});
