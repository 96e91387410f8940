import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import type { PageRequest } from "./collected-app.ts";
import {
  type EntriesBody,
  EntryCollector,
  type EntryCollectorOptions,
  type OfBoot,
} from "./entry-collector.ts";
import { EntryList } from "./entry-list.ts";
import { EntryRing } from "./entry-ring.ts";

interface Entry {
  readonly id: string;
}

/** The list of an app of one instance. */
function listOver(options: EntryCollectorOptions<Entry>) {
  const list = new EntryList(options.ring, options.clock);
  const instance = new EntryCollector(options);
  return {
    announce: (bootId: string, next: string) => instance.announce(bootId, next),
    page: (request: PageRequest) => list.page(request, [instance]),
  };
}

/** An app's ring, and the list over it. */
function over({ entriesMax = 1000 } = {}) {
  const app = { bootId: "boot1", newest: 0, retained: Number.POSITIVE_INFINITY, fails: "" };
  const asked: string[] = [];
  const clock = new ManualClock();
  const list = listOver({
    clock,
    ring: new EntryRing<OfBoot<Entry>>(() => 1, { entriesMax, sizeMax: 1_000_000 }),
    fetchAfter: async (after, limit): Promise<EntriesBody<Entry>> => {
      asked.push(after);
      if (app.fails !== "") throw new ApiError("unreachable", app.fails);
      const oldest = Math.max(1, app.newest - app.retained + 1);
      const first = Math.max(Number(after) + 1, oldest);
      const count = Math.max(0, Math.min(limit, app.newest - first + 1));
      const items = Array.from({ length: count }, (_, i) => ({ id: String(first + i) }));
      const missed = Math.max(0, oldest - Number(after) - 1);
      return { bootId: app.bootId, items, next: items.at(-1)?.id ?? after, missed, total: app.newest };
    },
  });
  const ids = async (limit = 200, before?: string) =>
    (await list.page({ limit, before })).items.map(({ bootId, id }) => `${bootId}-${id}`);
  const comes = (to: number) => {
    app.newest = to;
    list.announce(app.bootId, String(to));
  };
  return { app, asked, clock, list, ids, comes };
}

test("nothing received yet is told from nothing there", async () => {
  const { list, comes } = over();
  expect(await list.page({ limit: 50 })).toEqual({
    items: [],
    total: null,
    retained: 0,
    olderThanRetained: false,
    nextBefore: null,
    freshness: { kind: "fetching" },
  });
  comes(0);
  expect(await list.page({ limit: 50 })).toMatchObject({
    items: [],
    total: 0,
    freshness: { kind: "current" },
  });
});

test("a reader waits for what the feed has just announced", async () => {
  const { ids, comes } = over();
  comes(3);
  expect(await ids()).toEqual(["boot1-3", "boot1-2", "boot1-1"]);
  comes(5);
  expect(await ids(2)).toEqual(["boot1-5", "boot1-4"]);
});

test("what is announced while an answer is on its way is asked for right after it", async () => {
  const { asked, ids, comes } = over();
  comes(3);
  comes(5);
  expect(await ids()).toEqual(["boot1-5", "boot1-4", "boot1-3", "boot1-2", "boot1-1"]);
  comes(6);
  comes(7);
  comes(8);
  expect((await ids())[0]).toBe("boot1-8");
  expect(asked.length).toBeLessThanOrEqual(4);
});

test("a reader does not wait for ever", async () => {
  const clock = new ManualClock();
  const list = listOver({
    clock,
    ring: new EntryRing<OfBoot<Entry>>(() => 1),
    fetchAfter: () => new Promise(() => undefined),
  });
  list.announce("boot1", "4");
  const page = list.page({ limit: 50 });
  clock.advance(2000);
  expect(await page).toMatchObject({ items: [], freshness: { kind: "fetching" } });
});

test("the app is asked only when its ring has moved, and only for what is new", async () => {
  const { asked, list, ids, comes } = over();
  comes(3);
  await ids();
  for (let i = 0; i < 10; i += 1) list.announce("boot1", "3");
  await ids();
  comes(4);
  await ids();
  expect(asked).toEqual(["0", "3"]);
});

test("pages follow on, newest first, to the end", async () => {
  const { list, ids, comes } = over();
  comes(250);
  const first = await list.page({ limit: 100 });
  expect(first).toMatchObject({
    total: 250,
    retained: 250,
    olderThanRetained: false,
    nextBefore: "boot1-151",
  });
  expect((await ids(100, "boot1-151"))[0]).toBe("boot1-150");
  const last = await list.page({ limit: 100, before: "boot1-51" });
  expect(last.items).toHaveLength(50);
  expect(last.nextBefore).toBeNull();
  await expect(list.page({ limit: 1, before: "boot1-999" })).rejects.toMatchObject({
    code: "unknown-cursor",
  });
});

test("entries of a new boot come first, those of the old one after, none twice", async () => {
  const { app, ids, comes } = over();
  comes(3);
  await ids();
  app.bootId = "boot2";
  comes(2);
  expect(await ids()).toEqual(["boot2-2", "boot2-1", "boot1-3", "boot1-2", "boot1-1"]);
  expect(await ids(2, "boot2-1")).toEqual(["boot1-3", "boot1-2"]);
});

test("an answer of another boot than the feed's is not taken", async () => {
  const { app, list, ids, comes } = over();
  comes(3);
  await ids();
  app.bootId = "boot2";
  app.newest = 9;
  list.announce("boot1", "4");
  expect(await ids()).toEqual(["boot1-3", "boot1-2", "boot1-1"]);
  expect((await list.page({ limit: 1 })).freshness).toEqual({ kind: "fetching" });
  list.announce("boot2", "9");
  expect((await ids())[0]).toBe("boot2-9");
});

test("a restart while an answer is on its way begins the new boot at its start", async () => {
  const { app, ids, comes } = over();
  comes(3);
  app.bootId = "boot2";
  comes(1);
  expect(await ids()).toEqual(["boot2-1"]);
});

test("an answer of the old boot that comes late does not make the new one be asked for twice", async () => {
  const answers: ((body: EntriesBody<Entry>) => void)[] = [];
  const list = listOver({
    clock: new ManualClock(),
    ring: new EntryRing<OfBoot<Entry>>(() => 1),
    fetchAfter: () => new Promise((resolve) => answers.push(resolve)),
  });
  list.announce("boot1", "1");
  list.announce("boot2", "1");
  answers[0]?.({ bootId: "boot1", items: [{ id: "1" }], next: "1", missed: 0, total: 1 });
  await new Promise(setImmediate);
  list.announce("boot2", "1");
  expect(answers).toHaveLength(2);
  answers[1]?.({ bootId: "boot2", items: [{ id: "1" }], next: "1", missed: 0, total: 1 });
  expect((await list.page({ limit: 50 })).items).toEqual([{ id: "1", bootId: "boot2" }]);
});

test("what no longer fits goes, oldest first, and it is said", async () => {
  const { asked, list, ids, comes } = over({ entriesMax: 10 });
  comes(8);
  await ids();
  comes(15);
  const page = await list.page({ limit: 200 });
  expect(page.items.map(({ id }) => id)).toEqual(["15", "14", "13", "12", "11", "10", "9", "8", "7", "6"]);
  expect(page).toMatchObject({ total: 15, retained: 10, olderThanRetained: true, nextBefore: null });
  expect(await list.page({ limit: 5, before: "boot1-2" })).toMatchObject({
    items: [],
    olderThanRetained: true,
  });
  comes(100_000);
  expect((await ids())[0]).toBe("boot1-100000");
  expect(asked.at(-1)).toBe("99990");
});

test("the start of a burst is had from an app that keeps it, however far the ids have gone on", async () => {
  const kept = [1, 2, 3, 99_999, 100_000];
  const list = listOver({
    clock: new ManualClock(),
    ring: new EntryRing<OfBoot<Entry>>(() => 1, { entriesMax: 10, sizeMax: 100 }),
    hasHoles: true,
    fetchAfter: async (after) => ({
      bootId: "boot1",
      items: kept.filter((id) => id > Number(after)).map((id) => ({ id: String(id) })),
      next: "100000",
      missed: 99_995,
      total: 100_000,
    }),
  });
  list.announce("boot1", "100000");
  const { items, total, olderThanRetained } = await list.page({ limit: 50 });
  expect(items.map(({ id }) => Number(id))).toEqual(kept.toReversed());
  expect([total, olderThanRetained]).toEqual([100_000, true]);
});

test("what left the app's own ring before it was asked for is said", async () => {
  const { app, list, comes } = over();
  app.retained = 5;
  comes(20);
  expect(await list.page({ limit: 50 })).toMatchObject({ total: 20, retained: 5, olderThanRetained: true });
});

test("a failure is told with its beginning, what is held stays, and the next tick tries again", async () => {
  const { app, clock, list, ids, comes } = over();
  comes(2);
  await ids();
  const sinceMs = clock.nowMs();
  app.fails = "gone";
  comes(3);
  expect(await list.page({ limit: 50 })).toMatchObject({
    retained: 2,
    freshness: { kind: "failed", sinceMs, reason: "gone" },
  });
  clock.advance(1000);
  comes(3);
  expect((await list.page({ limit: 50 })).freshness).toEqual({ kind: "failed", sinceMs, reason: "gone" });
  app.fails = "";
  comes(3);
  expect(await list.page({ limit: 50 })).toMatchObject({ retained: 3, freshness: { kind: "current" } });
});

test.each([
  ["ids that go back", [{ id: "2" }, { id: "1" }], "2", "out of order at id 1"],
  ["an id that is held already", [{ id: "0" }], "1", "out of order at id 0"],
  ["a cursor that goes back", [{ id: "1" }, { id: "2" }], "1", "goes on at 1, behind id 2"],
  ["a total that no sum could hold", [{ id: "1" }], "1", "total is 9007199254740991", 9_007_199_254_740_991],
])("%s: refused as a bad answer", async (_, items, next, reason, total = 2) => {
  const list = listOver({
    clock: new ManualClock(),
    ring: new EntryRing<OfBoot<Entry>>(() => 1),
    fetchAfter: async () => ({ bootId: "boot1", items, next, missed: 0, total }),
  });
  list.announce("boot1", "2");
  expect(await list.page({ limit: 50 })).toMatchObject({
    items: [],
    freshness: { kind: "failed", reason: expect.stringContaining(reason) },
  });
});

test("an app that sends pages without end is left until the next tick", async () => {
  let requests = 0;
  const endless = listOver({
    clock: new ManualClock(),
    ring: new EntryRing<OfBoot<Entry>>(() => 1, { entriesMax: 1_000_000, sizeMax: 1_000_000 }),
    fetchAfter: async (after) => {
      requests += 1;
      const next = String(BigInt(after) + 1n);
      return { bootId: "boot1", items: [{ id: next }], next, missed: 0, total: 1 };
    },
  });
  endless.announce("boot1", "1000000");
  expect(await endless.page({ limit: 1 })).toMatchObject({ retained: 50, freshness: { kind: "fetching" } });
  expect(requests).toBe(50);
});

test("a ring is bounded in size too, but keeps its newest entry, and knows what came of the runs it holds", () => {
  type Sized = OfBoot<Entry> & { readonly size: number };
  const ring = new EntryRing<Sized>(({ size }) => size, { entriesMax: 10, sizeMax: 100 });
  const [first, second, third] = [
    { bootId: "boot1", id: "9", size: 60 },
    { bootId: "boot1", id: "10", size: 60 },
    { bootId: "boot2", id: "1", size: 500 },
  ] as const;
  ring.push(first);
  expect(ring.hasEvicted).toBe(false);
  ring.push(second);
  expect(ring.hasEvicted).toBe(true);
  expect([first, second, third, { bootId: "boot1", id: "11" }].map((one) => ring.isKnown(one))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  ring.push(third);
  expect(ring.entries).toEqual([third]);
  expect(ring.isKnown(second)).toBe(false);
});

test("the lists of two instances are one: by arrival, none twice, and what one withholds is told", async () => {
  const clock = new ManualClock();
  const ring = new EntryRing<OfBoot<Entry>>(() => 1);
  const answering = (bootId: string, newest: () => number) =>
    new EntryCollector<Entry>({
      clock,
      ring,
      fetchAfter: async (after) => {
        if (newest() < 0) throw new ApiError("unreachable", "gone");
        const items = Array.from({ length: newest() - Number(after) }, (_, i) => ({
          id: String(Number(after) + i + 1),
        }));
        return { bootId, items, next: String(newest()), missed: 0, total: newest() };
      },
    });
  let newestOfB = 1;
  const a = answering("a", () => 2);
  const b = answering("b", () => newestOfB);
  const silent = answering("c", () => 0);
  const list = new EntryList(ring, clock);
  const page = (limit: number, before?: string) => list.page({ limit, before }, [a, b, silent]);
  a.announce("a", "2");
  await page(1);
  b.announce("b", "1");
  expect((await page(10)).items.map(({ bootId, id }) => `${bootId}-${id}`)).toEqual(["b-1", "a-2", "a-1"]);
  expect(await page(1, "b-1")).toMatchObject({
    items: [{ id: "2", bootId: "a" }],
    total: 3,
    freshness: { kind: "current" },
  });
  newestOfB = -1;
  b.announce("b", "2");
  expect(await page(1)).toMatchObject({ freshness: { kind: "failed", reason: "gone" } });
});
