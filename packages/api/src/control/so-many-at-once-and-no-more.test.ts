import { expect, test } from "vitest";
import { sideBySide } from "./side-by-side.ts";

test("at most so many run at once, each item once, and the results are in the order of the items", async () => {
  const waiting: (() => void)[] = [];
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  const done = sideBySide([0, 1, 2, 3, 4, 5, 6], 3, async (item) => {
    seen.push(item);
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => waiting.push(resolve));
    running -= 1;
    return item * 10;
  });
  // The newest goes on first, so that the ends are not in the order of the items.
  for (let left = 7; left > 0; left -= 1) {
    waiting.pop()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await done).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
});

test("nothing to do is done at once", async () => {
  expect(await sideBySide([], 3, async (item: number) => item)).toEqual([]);
});
