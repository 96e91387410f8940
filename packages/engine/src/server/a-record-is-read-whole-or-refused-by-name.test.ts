import { describe, expect, test } from "vitest";
import { StoatFlowError } from "../errors.ts";
import type { RecordRead } from "../ports.ts";
import type { LogRecord } from "../record/record.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { recordBody, recordBytesMax } from "../wire/index.ts";
import type { RecordSource } from "./record-source.ts";
import { recordReadLimitMs } from "./server-limits.ts";
import { exchange } from "./testing/exchange.ts";
import { startFake } from "./testing/start-fake.ts";

const asked = "/record?topic=orders&partition=1&offset=41";

const record: LogRecord = {
  topic: "orders",
  partition: 1,
  offset: 41n,
  timestampMs: 1_790_000_000_000,
  key: Buffer.from("north"),
  value: Buffer.from("v"),
  headers: [],
};

function reading(answer: RecordRead): RecordSource {
  return { topics: ["orders", "returns"], read: async () => answer };
}

function found(change: Partial<LogRecord>): RecordSource {
  return reading({ kind: "found", record: { ...record, ...change } });
}

async function answerOf(source: RecordSource, query = asked) {
  const { url, logged } = await startFake({ records: { kind: "readable", source } });
  const answer = await exchange(url + query);
  return { status: answer.status, body: JSON.parse(answer.body), logged };
}

describe("what is there", () => {
  test("is told whole, however large up to the bound, and nothing of it is logged", async () => {
    const value = Buffer.alloc(recordBytesMax - 5, "x");
    const { status, body, logged } = await answerOf(found({ value }));
    expect(status).toBe(200);
    expect(recordBody.parse(body)).toMatchObject({
      topic: "orders",
      partition: 1,
      offset: "41",
      timestampMs: 1_790_000_000_000,
      key: { text: "north", truncated: false },
      value: { sizeBytes: value.length, truncated: false },
      sizeBytes: recordBytesMax,
      truncated: false,
    });
    expect(body.value.text).toBe(value.toString());
    expect(logged).toEqual([]);
  });

  test("is cut beyond the bound, key before value before headers, and says so", async () => {
    const value = Buffer.alloc(recordBytesMax - 4, 0xff);
    const headers: LogRecord["headers"] = [["trace", Buffer.from("4bf92f35")]];
    const { status, body } = await answerOf(found({ value, headers }));
    expect(status).toBe(200);
    const told = recordBody.parse(body);
    expect(told).toMatchObject({ truncated: true, sizeBytes: recordBytesMax + 14, headerCount: 1 });
    expect(told.key).toMatchObject({ truncated: false });
    expect(told.value).toMatchObject({ encoding: "hex", truncated: true, sizeBytes: value.length });
    expect(told.value?.text).toHaveLength(2 * (recordBytesMax - 5));
    expect(told.headers).toEqual([]);
  });

  test("keeps null apart from empty, and has no time stamp that is not exact", async () => {
    const { body } = await answerOf(found({ key: null, value: Buffer.alloc(0), timestampMs: 2 ** 60 }));
    expect(recordBody.parse(body)).toMatchObject({ key: null, value: { sizeBytes: 0 }, timestampMs: null });
  });

  test("has no time stamp where Kafka wrote that there is none", async () => {
    const { body } = await answerOf(found({ timestampMs: -1 }));
    expect(recordBody.parse(body).timestampMs).toBeNull();
  });

  test("tells that the name of a header was cut, and counts names into its size", async () => {
    const { body } = await answerOf(found({ headers: [["n".repeat(1001), Buffer.from("h")]] }));
    const told = recordBody.parse(body);
    expect(told.headers).toMatchObject([["n".repeat(1000), { text: "h" }]]);
    expect(told).toMatchObject({ truncated: true, sizeBytes: 5 + 1 + 1001 + 1 });
  });

  test("has names of headers within its bound, as its other bytes", async () => {
    const name = "é".repeat(1000);
    const headers = Array.from({ length: 600 }, (): [string, null] => [name, null]);
    const told = recordBody.parse((await answerOf(found({ headers }))).body);
    expect(told).toMatchObject({ headerCount: 600, truncated: true, sizeBytes: 6 + 600 * 2000 });
    const bytes = told.headers.reduce((sum, [of]) => sum + Buffer.byteLength(of), 6);
    expect(bytes).toBeGreaterThan(recordBytesMax - 2000);
    expect(bytes).toBeLessThanOrEqual(recordBytesMax);
  });

  test("has so many headers at most, and their number", async () => {
    const headers = Array.from({ length: 1001 }, (_, i): [string, null] => [`h${i}`, null]);
    const told = recordBody.parse((await answerOf(found({ headers }))).body);
    expect(told.headers).toHaveLength(1000);
    expect(told).toMatchObject({ headerCount: 1001, truncated: true });
  });
});

test.each<[RecordRead, string]>([
  [{ kind: "deleted", start: 90n }, "it was deleted, as the log begins at offset 90 now"],
  [{ kind: "beyond-end", end: 12n }, "what is committed ends at offset 12"],
  [{ kind: "aborted" }, "a transaction that was aborted"],
  [{ kind: "marker" }, "the marker that ends a transaction"],
  [{ kind: "compacted" }, "compaction has taken it"],
  [{ kind: "no-partition" }, "there is no such partition, or no such topic any more"],
])("a record that is $kind is refused with what became of it", async (missing, why) => {
  const { status, body } = await answerOf(reading(missing));
  expect(status).toBe(404);
  expect(body.error).toMatchObject({ code: "no-such-record", message: expect.stringContaining(why) });
  expect(body.error.message).toContain("orders-1 has no record at offset 41");
});

test("a topic that the app does not read is not asked for", async () => {
  let reads = 0;
  const read = async (): Promise<RecordRead> => {
    reads += 1;
    return { kind: "compacted" };
  };
  const { status, body } = await answerOf(
    { topics: ["orders", "returns"], read },
    "/record?topic=secrets&partition=0&offset=1",
  );
  expect(status).toBe(404);
  expect(body.error.code).toBe("not-a-source");
  expect(body.error.message).toContain('does not read the topic "secrets"; it reads orders, returns');
  expect(reads).toBe(0);
});

test.each([
  ["", '"topic" of the query'],
  ["topic=&partition=1&offset=1", '"topic" of the query'],
  [`topic=${"t".repeat(250)}&partition=1&offset=1`, '"topic" of the query'],
  ["topic=a&topic=b&partition=1&offset=1", '"topic" of the query'],
  ["topic=orders&partition=-1&offset=1", '"partition" of the query'],
  ["topic=orders&partition=2147483648&offset=1", '"partition" of the query'],
  ["topic=orders&partition=1.0&offset=1", '"partition" of the query'],
  ["topic=orders&partition=1&offset=-1", '"offset" of the query'],
  ["topic=orders&partition=1&offset=1e3", '"offset" of the query'],
  ["topic=orders&partition=1&offset=9223372036854775808", '"offset" of the query'],
  ["topic=orders&partition=1", '"offset" of the query'],
  ["topic=orders&partition=1&offset=1&limit=3", "limit"],
])("?%s is refused by name", async (query, named) => {
  const { status, body } = await answerOf(found({}), `/record?${query}`);
  expect(status).toBe(400);
  expect(body.error.code).toBe("malformed");
  expect(body.error.message).toContain(named);
});

test("where the log can't give one there is no such route, and no bound of it", async () => {
  const server = await startFake({ records: { kind: "none" } });
  expect((await exchange(server.url + asked)).status).toBe(404);
  expect(Object.keys(server.limits())).not.toContain("server.record-reads");
});

test("where it is switched off, each is refused by the setting that does it, and none is read", async () => {
  const server = await startFake({
    records: { kind: "switched-off", setting: "stoatflow.status.payload-bytes-kept" },
  });
  const { status, body } = await exchange(server.url + asked);
  expect(status).toBe(403);
  expect(JSON.parse(body).error).toMatchObject({
    code: "switched-off",
    message: expect.stringContaining("stoatflow.status.payload-bytes-kept is 0"),
  });
  expect(Object.keys(server.limits())).not.toContain("server.record-reads");
});

test("two are read at once; the next is refused, and one that is over leaves its place", async () => {
  const ends: (() => void)[] = [];
  const source: RecordSource = {
    topics: ["orders"],
    read: () => new Promise((resolve) => ends.push(() => resolve({ kind: "found", record }))),
  };
  const server = await startFake({ records: { kind: "readable", source } });
  const first = [exchange(server.url + asked), exchange(server.url + asked)];
  await expect.poll(() => ends.length).toBe(2);
  expect(server.limits()["server.record-reads"]).toEqual({ used: 2, limit: 2 });
  const third = await exchange(server.url + asked);
  expect(third.status).toBe(503);
  expect(JSON.parse(third.body).error.code).toBe("too-many-reads");
  for (const end of ends) end();
  for (const one of await Promise.all(first)) expect(one.status).toBe(200);
  expect(server.limits()).toMatchObject({
    "server.record-reads": { used: 0, limit: 2 },
    "server.record.bytes": { used: 6, limit: recordBytesMax },
  });
});

test("a log that gives nothing in time is refused then, and holds its place until it ends", async () => {
  const clock = new ManualClock();
  const ends: (() => void)[] = [];
  const source: RecordSource = {
    topics: ["orders"],
    read: () => new Promise((resolve) => ends.push(() => resolve({ kind: "compacted" }))),
  };
  const server = await startFake({ records: { kind: "readable", source }, clock });
  const answer = exchange(server.url + asked);
  await expect.poll(() => ends.length).toBe(1);
  await clock.advance(recordReadLimitMs);
  const { status, body } = await answer;
  expect(status).toBe(503);
  expect(JSON.parse(body).error).toMatchObject({
    code: "log-unavailable",
    message: expect.stringContaining("did not give orders-1 at offset 41 within 5 s"),
  });
  expect(server.limits()["server.record-reads"]?.used).toBe(1);
  for (const end of ends) end();
  await expect.poll(() => server.limits()["server.record-reads"]?.used).toBe(0);
});

test("what the log says of its failure is passed on, with the way out", async () => {
  const read = async (): Promise<RecordRead> => {
    throw new StoatFlowError("log-unavailable", "no broker answered", { remedy: "start Kafka" });
  };
  const { status, body } = await answerOf({ topics: ["orders"], read });
  expect(status).toBe(503);
  expect(body.error).toEqual({ code: "log-unavailable", message: "no broker answered; start Kafka" });
});

test("a fault of the engine is one, without its words", async () => {
  const read = async (): Promise<RecordRead> => {
    throw new Error("a bug");
  };
  const { status, body, logged } = await answerOf({ topics: ["orders"], read });
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain("a bug");
  expect(logged).toHaveLength(1);
});
