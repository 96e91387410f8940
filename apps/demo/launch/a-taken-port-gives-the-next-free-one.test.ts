import { afterEach, expect, test } from "vitest";
import { type HeldPort, holdFirstFreePort } from "./held-port.ts";

const firstPort = 21_000;
const held: HeldPort[] = [];
afterEach(() => {
  for (const one of held.splice(0)) one.close();
});

async function hold(from: number, tries?: number): Promise<number> {
  const one = await holdFirstFreePort(from, tries);
  held.push(one);
  return one.port;
}

test("two that look at the same moment hold two ports", async () => {
  const [one, other] = await Promise.all([hold(firstPort), hold(firstPort)]);
  expect(one).not.toBe(other);
});

test("the next free one is taken", async () => {
  const taken = await hold(firstPort);
  expect(await hold(taken)).toBeGreaterThan(taken);
});

test("where none is free, the flag that mends it is named", async () => {
  const taken = await hold(firstPort);
  await expect(hold(taken, 1)).rejects.toThrow(/taken; name another with --port/);
});
