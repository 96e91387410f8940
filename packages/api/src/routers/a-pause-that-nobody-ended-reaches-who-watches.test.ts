import { expect, test } from "vitest";
import { watchApp } from "../services/watch-app.ts";
import { until } from "../testing/collecting.ts";
import { controlling } from "../testing/controlling.ts";
import { restartWhilePaused } from "../testing/ended-pause.ts";
import { type AppView, applyWatchEvent, type WatchEvent, watchEvent } from "../wire/index.ts";

const ben = { actor: "ben", reason: "seen" };
type At = Awaited<ReturnType<typeof controlling>>;

/** A page that watches the app and asks nothing. */
function watching({ collectors, pauses }: At) {
  const leaving = new AbortController();
  const events = watchApp({ collectors, pauses }, { appId: "orders" }, leaving.signal);
  let view: AppView | undefined;
  return {
    /** Reads on until the page is told that; answers in which form it came. */
    async until(
      condition: (ended: AppView["summary"]["endedPauses"]) => boolean,
    ): Promise<WatchEvent["kind"]> {
      for (;;) {
        const { done, value } = await events.next();
        if (done) throw new Error("the stream has ended");
        const event = watchEvent.parse(value[1]);
        view = applyWatchEvent(view, event);
        if (view !== undefined && condition(view.summary.endedPauses)) return event.kind;
      }
    },
    [Symbol.dispose]: () => leaving.abort(),
  };
}

test("a page that watches the app is told in a delta that a restart ended the pause, and that somebody saw it", async () => {
  await using at = await controlling({ apps: ["orders"] });
  using page = watching(at);
  expect(await page.until(({ count, newest }) => count === 0 && newest === null)).toBe("snapshot");
  await restartWhilePaused(at);
  const told = page.until(({ count, newest }) => {
    return count === 1 && newest?.actor === "ana" && newest.endedBy === "restart";
  });
  expect(await told).toBe("delta");
  // The app tells nothing more: only the acknowledgement is news.
  const pauseId = at.pauses.ended()[0]?.pauseId ?? "";
  await at.caller.control.acknowledgeEndedPause({ appId: "orders", pauseId, ...ben });
  expect(await page.until(({ count }) => count === 0)).toBe("delta");
});

test("a page that comes later, and one that lists the apps, are told in their first answer", async () => {
  await using at = await controlling();
  await restartWhilePaused(at);
  await until(
    () => at.pauses.ended(),
    ({ length }) => length === 1,
  );
  using page = watching(at);
  expect(await page.until(({ count }) => count === 1)).toBe("snapshot");
  const rows = await at.caller.apps.list();
  expect(rows.map(({ id, endedPauses }) => [id, endedPauses.count, endedPauses.newest?.reason])).toEqual([
    ["orders", 1, "deploy"],
    ["payments", 0, undefined],
  ]);
});

test("a page is told no more of it once the app was controlled", async () => {
  await using at = await controlling({ apps: ["orders"] });
  await restartWhilePaused(at);
  using page = watching(at);
  await page.until(({ count }) => count === 1);
  await at.caller.control.resume({ apps: [{ appId: "orders" }], ...ben });
  await page.until(({ count }) => count === 0);
});
