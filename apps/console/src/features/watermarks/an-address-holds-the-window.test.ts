import fc from "fast-check";
import { expect, test } from "vitest";
import { spanMsMax, spanMsMin } from "./chart-window.ts";
import { parseLength, writeLength } from "./length.ts";

test("any length that a chart can have comes back from an address as it was", () => {
  fc.assert(
    fc.property(fc.integer({ min: spanMsMin, max: spanMsMax }), (lengthMs) => {
      expect(parseLength(writeLength(lengthMs))).toBe(lengthMs);
    }),
  );
});

test("a length is written in the largest unit that has it whole, and what is none is refused", () => {
  expect([600_000, 5_400_000, 86_400_000, 1500].map(writeLength)).toEqual(["10min", "90min", "1d", "1500ms"]);
  for (const text of ["", "10", "min", "-5min", "999ms", "1e3s", "40000d", "1.5h"])
    expect(parseLength(text)).toBeUndefined();
});
