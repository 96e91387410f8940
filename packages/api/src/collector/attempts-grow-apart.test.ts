import { expect, test } from "vitest";
import { snapshotOf } from "../testing/bodies.ts";
import { collectorByHand } from "../testing/by-hand.ts";
import { ManualClock } from "../testing/manual-clock.ts";

/** A collector over a source whose every attempt the test answers by hand. */
function attemptsByHand() {
  const clock = new ManualClock();
  const { collector, attempts } = collectorByHand(clock);
  /** Fails the open attempt and says how long is waited for the next one. */
  const failing = () => {
    const count = attempts.length;
    attempts.at(-1)?.ended({ kind: "unreachable", reason: "refused" });
    const [waitMs] = clock.waiting();
    clock.advance(waitMs ?? 0);
    expect(attempts).toHaveLength(count + 1);
    return waitMs;
  };
  return { attempts, clock, collector, failing };
}

test("each attempt that fails makes the wait longer, up to a bound", () => {
  const { failing } = attemptsByHand();
  expect(Array.from({ length: 8 }, failing)).toEqual([125, 250, 500, 1000, 2000, 4000, 5000, 5000]);
});

test("a connection that lasted makes the next wait short; one that did not, does not", () => {
  const { attempts, clock, failing } = attemptsByHand();
  for (let i = 0; i < 5; i += 1) failing();
  attempts.at(-1)?.tick(snapshotOf({ sequence: 1 }));
  clock.advance(9_999);
  expect(failing()).toBe(4000);
  attempts.at(-1)?.tick(snapshotOf({ sequence: 2 }));
  clock.advance(10_000);
  expect(failing()).toBe(125);
});

test("a tick that is not newer than the one shown is not shown, but counts as a sign of life", () => {
  const { attempts, collector, failing } = attemptsByHand();
  attempts.at(-1)?.tick(snapshotOf({ sequence: 7 }));
  failing();
  expect(collector.summary().connection.kind).toBe("unreachable");
  attempts.at(-1)?.tick(snapshotOf({ sequence: 6 }));
  expect(collector.summary()).toMatchObject({ sequence: "7", connection: { kind: "live" } });
  expect(collector.recentTicks().ticks).toHaveLength(1);
});

test("after stop there is no further attempt", () => {
  const { attempts, clock, collector } = attemptsByHand();
  attempts.at(-1)?.ended({ kind: "unreachable", reason: "refused" });
  collector.stop();
  expect(clock.waiting()).toEqual([]);
  clock.advance(60_000);
  expect(attempts).toHaveLength(1);
});
