/**
 * Another process that writes to a topic with plain kafkajs: one record a partition every tenth of a second, stamped
 * with its own clock, until its parent ends it or is gone. Nothing of the engine is in it.
 */
import kafkajs from "kafkajs";

const { Kafka, logLevel } = kafkajs;
const [brokers = "", topic = "", partitionCount = "1"] = process.argv.slice(2);
const everyMs = 100;

const producer = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.ERROR }).producer();
process.on("disconnect", () => process.exit(0));
await producer.connect();
let written = 0;
for (;;) {
  const stamp = Date.now();
  const messages = Array.from({ length: Number(partitionCount) }, (_, partition) => {
    written += 1;
    return {
      partition,
      key: `customer-${written % 50}`,
      value: JSON.stringify({ order: written, amountMinor: 100 + (written % 900) }),
      timestamp: `${stamp}`,
    };
  });
  await producer.send({ topic, messages, acks: -1 });
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}
