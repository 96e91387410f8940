import { expect, test } from "vitest";
import { Changes } from "./changes.ts";

/** Readers that note in which turn of the event loop they were told. */
function readersOf(changes: Changes, count: number) {
  const stops = Array.from({ length: count }, () => new AbortController());
  const told: { readonly reader: number; readonly turn: number; readonly version: number }[] = [];
  let turn = 0;
  let isOver = false;
  const nextTurn = (): void => {
    turn += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  const ended = stops.map(async ({ signal }, reader) => {
    let seen = changes.version;
    while (await changes.next(seen, signal)) {
      seen = changes.version;
      told.push({ reader, turn, version: seen });
    }
  });
  return {
    told,
    async untilTold(values: number): Promise<void> {
      while (told.length < values) await new Promise(setImmediate);
    },
    async end(): Promise<void> {
      isOver = true;
      for (const stop of stops) stop.abort();
      await Promise.all(ended);
    },
  };
}

test("twenty readers of a change are told in twenty turns, the first at once", async () => {
  const changes = new Changes(20, "this app");
  const readers = readersOf(changes, 20);
  changes.announce();
  await readers.untilTold(20);
  await readers.end();
  expect(readers.told.map(({ reader }) => reader)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(new Set(readers.told.map(({ turn }) => turn)).size).toBe(20);
});

test("changes that come meanwhile are told to each, and the newest is what each has in the end", async () => {
  const changes = new Changes(20, "this app");
  const readers = readersOf(changes, 20);
  for (let i = 0; i < 5; i += 1) {
    changes.announce();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  const isUpToDate = () =>
    new Set(readers.told.filter(({ version }) => version === 5).map(({ reader }) => reader));
  while (isUpToDate().size < 20) await new Promise(setImmediate);
  const told = readers.told.length;
  for (let i = 0; i < 50; i += 1) await new Promise(setImmediate);
  await readers.end();
  expect(readers.told).toHaveLength(told);
});
