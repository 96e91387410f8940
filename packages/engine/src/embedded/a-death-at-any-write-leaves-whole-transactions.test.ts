import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { Broker } from "./broker.ts";
import { DirectoryStorage } from "./durable/directory-storage.ts";
import { createEmbeddedLog, EmbeddedLog } from "./embedded-log.ts";
import { temporaryDirectory } from "./testing/directory.ts";
import { Death, DyingStorage } from "./testing/dying-storage.ts";

const segmentBytes = 400;
const retentionBytes = 1_000_000;
const rounds = 12;
const keys = 3;

/**
 * Writes transactions over an output and a compacted state until the storage dies.
 *
 * @returns the last round that was acknowledged, and whether the storage died.
 */
async function work(
  directory: string,
  writesBeforeDeath: number,
): Promise<{ acknowledged: number; died: boolean }> {
  const storage = new DyingStorage(new DirectoryStorage(directory), writesBeforeDeath);
  let acknowledged = 0;
  try {
    const clock = new ManualClock();
    const broker = new Broker({ clock, storage, retentionBytes, segmentBytes, transactionTimeoutMs: 60_000 });
    const log = new EmbeddedLog(broker);
    log.createTopic("in", 1);
    log.createTopic("out", 1);
    log.createTopic("state", 1, { "cleanup.policy": "compact" });
    const producer = log.client().producer({ transactionalId: "app" });
    await producer.init();
    for (let round = 1; round <= rounds; round++) {
      await producer.begin();
      const value = Buffer.from(`${round}`);
      const common = { partition: 0, timestampMs: 0, headers: [] };
      await producer.send([
        { ...common, topic: "out", key: null, value },
        {
          ...common,
          topic: "state",
          key: Buffer.from(`k${round % keys}`),
          value: Buffer.concat([value, Buffer.alloc(120, " ")]),
        },
      ]);
      const partition = { topic: "in", partition: 0 };
      await producer.sendOffsets("group", [{ partition, offset: BigInt(round), metadata: "" }]);
      expect(await producer.commit()).toBe("committed");
      acknowledged = round;
      if (round === 6) log.deleteRecords("in", 0, 0);
    }
    return { acknowledged, died: false };
  } catch (thrown) {
    if (!(thrown instanceof Death)) throw thrown;
    return { acknowledged, died: true };
  } finally {
    storage.close();
  }
}

test("outputs, state and offsets agree after a death at any write, and nothing acknowledged is gone", async () => {
  let deaths = 0;
  for (let writes = 1; ; writes++) {
    const directory = temporaryDirectory();
    const { acknowledged, died } = await work(directory, writes);
    const log = createEmbeddedLog({ clock: new ManualClock(), directory, segmentBytes, retentionBytes });
    if (log.partitionCount("state") !== undefined) {
      const committed = Number(log.committed("group").get("in-0")?.offset ?? 0n);
      expect(committed).toBeGreaterThanOrEqual(acknowledged);
      expect(committed).toBeLessThanOrEqual(acknowledged + 1);
      const outputs = log.readCommitted("out").map(({ value }) => Number(value));
      expect(outputs).toEqual(Array.from({ length: committed }, (_, index) => index + 1));
      const state = new Map<string, number>();
      for (const { key, value } of log.readCommitted("state")) state.set(String(key), Number(value));
      const expected = new Map<string, number>();
      for (let round = 1; round <= committed; round++) expected.set(`k${round % keys}`, round);
      expect(Object.fromEntries(state)).toEqual(Object.fromEntries(expected));
      if (!died) expect(log.bounds("state", 0).highWatermark).toBeGreaterThan(20n);
    }
    log.close();
    if (!died) break;
    deaths++;
  }
  expect(deaths).toBeGreaterThan(50);
});
