import { expect, test } from "vitest";
import { ServingClock } from "./serving-clock.ts";

test("only the time between can and can't counts", () => {
  const clock = new ServingClock();
  expect(clock.servedMs(1000)).toBe(0);
  clock.serving(true, 1000);
  expect(clock.servedMs(1300)).toBe(300);
  clock.serving(false, 1400);
  expect(clock.servedMs(9000)).toBe(400);
  clock.serving(true, 9000);
  expect(clock.servedMs(9001)).toBe(401);
});

test("saying the same again changes nothing", () => {
  const clock = new ServingClock();
  clock.serving(false, 10);
  clock.serving(true, 100);
  clock.serving(true, 200);
  expect(clock.servedMs(300)).toBe(200);
  clock.serving(false, 300);
  clock.serving(false, 900);
  expect(clock.servedMs(1000)).toBe(200);
});
