import { deflateRawSync, inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { bytesOf } from "./row.ts";

const minutes = 4;
const query = {
  appId: "orders",
  fromMs: recordedFromMs,
  toMs: recordedFromMs + minutes * 60_000 - 1,
  maxPoints: 300,
};

let history: RecordedHistory;

/** Some of it is compacted, the rest is still by the tick. */
beforeAll(async () => {
  history = await recordedHistory();
  for (let second = 0; second < minutes * 60; second += 1) {
    history.tick([partitionOf(0), partitionOf(1, { lag: String(second) })]);
    await history.pass(1000);
  }
  await history.history.flush();
});

afterAll(() => history?.[Symbol.asyncDispose]());

/** Each leaves something else that can't be read: the row, its frame, its block, or but one of its columns. */
const damages: Readonly<Record<string, (body: Uint8Array, isDeflated: boolean) => Uint8Array>> = {
  "bytes of something else": () => Buffer.from("damaged"),
  "a body that is cut short": (body) => body.subarray(0, body.length - 5),
  "a format that is not known": (_, isDeflated) =>
    isDeflated ? deflateRawSync(Buffer.from([99])) : Buffer.from([1, 99]),
  "a last column that never ends": (body, isDeflated) => {
    const blocks = isDeflated ? inflateRawSync(body) : Buffer.from(body);
    blocks.fill(0xff, blocks.length - 3);
    return isDeflated ? deflateRawSync(blocks) : blocks;
  },
};

async function damage(
  change: (body: Uint8Array, isDeflated: boolean) => Uint8Array,
): Promise<() => Promise<void>> {
  const { database } = history;
  const ticks = await database.selectFrom("history_ticks").select(["at_s", "body"]).execute();
  const chunks = await database
    .selectFrom("history_chunks")
    .select(["tier", "from_s", "part", "slab", "body"])
    .execute();
  const write = async (bodyOf: (body: Uint8Array, isDeflated: boolean) => Uint8Array) => {
    for (const { at_s, body } of ticks)
      await database
        .updateTable("history_ticks")
        .set({ body: Buffer.from(bodyOf(bytesOf(body), false)) })
        .where("at_s", "=", at_s)
        .execute();
    for (const { tier, from_s, part, slab, body } of chunks)
      await database
        .updateTable("history_chunks")
        .set({ body: Buffer.from(bodyOf(bytesOf(body), true)) })
        .where("tier", "=", tier)
        .where("from_s", "=", from_s)
        .where("part", "=", part)
        .where("slab", "=", slab)
        .execute();
  };
  await write(change);
  return () => write((body) => body);
}

test.each(Object.entries(damages))(
  "%s: each call says that the database can't be read",
  async (_, change) => {
    const { past } = history.reader;
    const mend = await damage(change);
    const fault = {
      code: "storage",
      message: expect.stringMatching(
        /^the console's database can't be read for history: .*; look at the data folder/,
      ),
    };
    for (const [fromMs, toMs] of [
      [query.fromMs, query.fromMs + 59_999],
      [query.toMs - 10_000, query.toMs],
    ] as const) {
      const span = { ...query, fromMs, toMs };
      await expect(past.watermarks(span, ["orders-1"])).rejects.toMatchObject(fault);
      await expect(past.watermarks(span)).rejects.toMatchObject(fault);
      await expect(past.at("orders", toMs)).rejects.toMatchObject(fault);
    }
    await mend();
    expect((await past.watermarks(query, ["orders-1"])).partitions[0]?.lag.last).toHaveLength(minutes * 60);
  },
);
