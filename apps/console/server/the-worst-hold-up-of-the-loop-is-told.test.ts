import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { LoopDelay } from "./loop-delay.ts";

const heldUpMs = 200;

/** Nothing else has its turn meanwhile. */
function holdUp(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldUpMs);
}

/** Until the loop has been looked at again. */
async function looked(delay: LoopDelay): Promise<void> {
  const before = delay.worstMs();
  for (let turn = 0; turn < 100 && delay.worstMs() <= before; turn += 1) await wait(10);
}

test("what held the loop up is told until two spans have gone by", async () => {
  using delay = new LoopDelay();
  await wait(30);
  holdUp();
  await looked(delay);
  const worst = delay.worstMs();
  // The look before may have been as much as one interval in front of it.
  expect(worst).toBeGreaterThan(heldUpMs - 20);
  delay.turn();
  expect(delay.worstMs()).toBe(worst);
  delay.turn();
  expect(delay.worstMs()).toBeLessThan(worst);
});
