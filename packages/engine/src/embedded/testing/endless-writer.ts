/**
 * Run as a process of its own: writes transactions to an embedded log until it is killed, and says each outcome on
 * its standard output once the log has acknowledged it.
 *
 * Each transaction writes one record to each of two partitions and commits the offset and the metadata that name it.
 */
import { writeSync } from "node:fs";
import { systemClock } from "../../clock.ts";
import { createEmbeddedLog } from "../embedded-log.ts";
import { toTopic } from "./records.ts";

const directory = process.argv[2] ?? "";
const log = createEmbeddedLog({ clock: systemClock, directory, segmentBytes: 2_048 });
log.createTopic("in", 1);
log.createTopic("out", 2);
const producer = log.client().producer({ transactionalId: "writer" });
await producer.init();
const partition = { topic: "in", partition: 0 };
const former = log.committed("group").get("in-0")?.offset ?? 0n;
for (let number = Number(former) + 1; ; number++) {
  await producer.begin();
  await producer.send([...toTopic("out", 0, `${number}`), ...toTopic("out", 1, `${number}`)]);
  await producer.sendOffsets("group", [{ partition, offset: BigInt(number), metadata: `${number}` }]);
  if (number % 3 === 0) {
    await producer.abort();
    continue;
  }
  if ((await producer.commit()) === "committed") writeSync(1, `${number}\n`);
}
