import { expect, test } from "vitest";
import { exchange } from "./testing/exchange.ts";
import { startFake } from "./testing/start-fake.ts";

test.each([
  ["", 0n, 100],
  ["?after=9223372036854775807&limit=500", 9_223_372_036_854_775_807n, 500],
  ["?limit=1", 0n, 1],
])(
  "/late-drops%s, /holds and /violations ask the app for entries after %s, at most %i",
  async (query, after, limit) => {
    const { url, app } = await startFake();
    for (const path of ["/late-drops", "/holds", "/violations"]) {
      expect((await exchange(url + path + query)).status).toBe(200);
      expect(app.pages.at(-1)).toEqual({ after, limit });
    }
  },
);

test.each([
  ["after=-1", '"after" of the query'],
  ["after=", '"after" of the query'],
  ["after=0x10", '"after" of the query'],
  ["after=1.5", '"after" of the query'],
  ["after=%201", '"after" of the query'],
  ["after=12345678901234567890", '"after" of the query'],
  ["after=1&after=2", '"after" of the query'],
  ["limit=0", '"limit" of the query'],
  ["limit=501", '"limit" of the query'],
  ["limit=1e2", '"limit" of the query'],
  ["limit=ten", '"limit" of the query'],
  ["limit=", '"limit" of the query'],
  ["since=5", "since"],
])("?%s is refused by name instead of being guessed at", async (query, named) => {
  const { url, app } = await startFake();
  for (const path of ["/late-drops", "/holds", "/violations"]) {
    const answer = await exchange(`${url}${path}?${query}`);
    expect(answer.status).toBe(400);
    const { error } = JSON.parse(answer.body);
    expect(error.code).toBe("malformed");
    expect(error.message).toContain(named);
  }
  expect(app.pages).toEqual([]);
});
