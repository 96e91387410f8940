import { expect, test } from "vitest";
import { noPauses } from "../control/pause-watch.ts";
import { snapshotOf } from "../testing/bodies.ts";
import { appsByHand } from "../testing/by-hand.ts";
import { collectGarbage } from "../testing/collect-garbage.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import type { AppView } from "../wire/index.ts";
import { liveList } from "./live-list.ts";
import { watchEventOf } from "./watch-events.ts";

const ticks = 100;

/** How many of them are there yet. */
async function keptOf(told: readonly WeakRef<object>[]): Promise<number> {
  await collectGarbage();
  return told.filter((one) => one.deref() !== undefined).length;
}

test("of the ticks that were told, the newest is kept, and the one that a slow reader had last", async () => {
  const told: WeakRef<object>[] = [];
  const viewOf = (sequence: number) => {
    const snapshot = snapshotOf({ sequence });
    told.push(new WeakRef(snapshot));
    return { summary: {}, snapshot, receivedAtMs: 1, serverNowMs: 1 } as AppView;
  };
  const ofSlow = viewOf(0);
  let newest = ofSlow;
  for (let sequence = 1; sequence <= ticks; sequence += 1) {
    const view = viewOf(sequence);
    expect(watchEventOf(newest, view).kind).toBe("delta");
    newest = view;
  }
  expect(await keptOf(told)).toBe(2);
  expect(watchEventOf(ofSlow, newest).kind).toBe("delta");
});

test("what changed in a row is let go once the row has changed again", async () => {
  const clock = new ManualClock();
  const apps = appsByHand(clock, ["orders"]);
  const part = liveList({ clock, collectors: apps.collectors, pauses: noPauses }, 1000);
  part.told();
  const told: WeakRef<object>[] = [];
  for (let sequence = 1; sequence <= ticks; sequence += 1) {
    clock.advance(1000);
    apps.tell("orders", snapshotOf({ sequence, atMs: clock.nowMs() }));
    const event = part.told();
    if (event.kind === "rows") told.push(...event.changes.map((changes) => new WeakRef(changes)));
  }
  expect(told).toHaveLength(ticks);
  expect(await keptOf(told)).toBe(1);
  apps.collectors.stop();
});
