/**
 * The world outside of the apps and the console, as a process of its own: shops that write orders, the price service that
 * the app asks, and an operator of Kafka. What goes wrong in a test goes wrong here. Nothing of the engine is in it.
 */
import { once } from "node:events";
import http from "node:http";
import kafkajs from "kafkajs";
import { type OutsideCommand, outsideCommand } from "./outside-command.ts";

const { Kafka, logLevel } = kafkajs;
const [brokers = "", topic = "", partitionCount = "1"] = process.argv.slice(2);
const partitions = Number(partitionCount);
const everyMs = 100;

const kafka = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.NOTHING });
const producer = kafka.producer();
const admin = kafka.admin();
process.on("disconnect", () => process.exit(0));
await Promise.all([producer.connect(), admin.connect()]);

let written = 0;
/** Partitions that nobody writes to any more. */
const quiet = new Set<number>();
/** How far the clock of who writes to a partition is ahead. */
const clockAheadMs = new Map<number, number>();

// The prices: one call an order. A key may hang, and all may be slow.
let slowMs = 0;
const hanging = new Set<string>();
const prices = http.createServer((request, response) => {
  const key = decodeURIComponent((request.url ?? "/").slice(1));
  if (hanging.has(key)) return;
  setTimeout(() => response.end("100"), slowMs);
});
prices.listen(0, "127.0.0.1");
await once(prices, "listening");

interface Order {
  readonly partition: number;
  readonly key: string;
  readonly value: string;
  readonly timestamp: string;
}

function order(partition: number, atMs: number, key = `customer-${written % 50}`): Order {
  written += 1;
  return { partition, key, value: JSON.stringify({ order: written }), timestamp: `${atMs}` };
}

const send = async (messages: Order[]): Promise<void> => {
  await producer.send({ topic, messages, acks: -1 });
};

async function obey(command: OutsideCommand): Promise<void> {
  const now = Date.now();
  switch (command.kind) {
    case "future-stamp": {
      slowMs = command.slowMs;
      const others = Array.from({ length: partitions }, (_, partition) => partition).filter(
        (partition) => partition !== command.partition,
      );
      const rush = Array.from({ length: command.rush }, () =>
        others.map((partition) => order(partition, now)),
      );
      await send(rush.flat());
      return send([order(command.partition, now + command.aheadMs)]);
    }
    case "clock-ahead":
      clockAheadMs.set(command.partition, command.aheadMs);
      return;
    case "quiet":
      quiet.add(command.partition);
      return;
    case "late-burst":
      return send(
        Array.from({ length: command.count }, () => order(command.partition, now - command.lateMs)),
      );
    case "poison":
      return send([{ ...order(command.partition, now), value: "{ this is no order" }]);
    case "hang":
      hanging.add(command.key);
      return send([order(command.partition, now, command.key)]);
    case "recreate":
      await admin.deleteTopics({ topics: [topic] });
      await admin.createTopics({ topics: [{ topic, numPartitions: partitions }], waitForLeaders: true });
      return;
  }
}

process.on("message", (message) => {
  obey(outsideCommand.parse(message)).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ done: false, error: String(error) }),
  );
});

const address = prices.address();
process.send?.({
  prices: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
});
for (;;) {
  const now = Date.now();
  const messages = Array.from({ length: partitions }, (_, partition) => partition)
    .filter((partition) => !quiet.has(partition))
    .map((partition) => order(partition, now + (clockAheadMs.get(partition) ?? 0)));
  // While the topic is made anew nobody can write to it.
  await send(messages).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, everyMs));
}
