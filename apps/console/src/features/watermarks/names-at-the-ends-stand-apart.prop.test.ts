import fc from "fast-check";
import { expect, test } from "vitest";
import { labelPixels, placeLabels } from "./place-labels.ts";

test("no two names touch, all are within the plot, in the order of their lines, the more important ones first", () => {
  const label = fc.record({ name: fc.uuid(), y: fc.double({ min: 0, max: 300, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 40 }), fc.integer({ min: 30, max: 300 }), (labels, height) => {
      const within = labels.map((each) => ({ ...each, y: Math.min(each.y, height) }));
      const placed = placeLabels(within, height);
      expect(placed.length).toBe(Math.min(labels.length, Math.floor(height / labelPixels)));
      for (const [place, { name, y }] of placed.entries()) {
        expect(within.slice(0, placed.length).map((each) => each.name)).toContain(name);
        expect(y).toBeGreaterThanOrEqual(labelPixels / 2 - 1e-6);
        expect(y).toBeLessThanOrEqual(height - labelPixels / 2 + 1e-6);
        const next = placed[place + 1];
        if (next !== undefined) expect(next.y - y).toBeGreaterThanOrEqual(labelPixels - 1e-6);
      }
    }),
  );
});

test("a name that has room stands at the end of its line", () => {
  expect(
    placeLabels(
      [
        { name: "a", y: 40 },
        { name: "b", y: 120 },
      ],
      200,
    ),
  ).toEqual([
    { name: "a", y: 40 },
    { name: "b", y: 120 },
  ]);
});
