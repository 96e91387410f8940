import { pino } from "pino";
import { expect, it } from "vitest";
import { createEmbeddedLog } from "../embedded/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Committer } from "./committer.ts";

it("a producer that is closed while its former one is still being ended fences nobody", async () => {
  const log = createEmbeddedLog({ clock: new ManualClock() });
  const client = log.client();
  const options = { groupId: "app", topics: [], maxPollRecords: 1, metadataMaxAgeMs: 1000 };
  const committer = new Committer({
    log: client,
    consumer: client.consumer(options),
    groupId: "app",
    guarantee: "exactly-once",
    transactionalId: "app-stoatflow",
    transactionTimeoutMs: 60_000,
    logger: pino({ level: "silent" }),
  });
  await committer.open();
  const opening = committer.open();
  const closed = committer.close();
  await expect(opening).rejects.toMatchObject({ code: "log-unavailable" });
  await closed;
  const successor = log.client().producer({ transactionalId: "app-stoatflow" });
  await successor.init();
  await expect(committer.commit({ records: [], offsets: [] })).resolves.toBe("aborted");
  await expect(successor.begin()).resolves.toBeUndefined();
});
