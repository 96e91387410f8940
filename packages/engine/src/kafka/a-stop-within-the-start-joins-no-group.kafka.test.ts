import { expect, it } from "vitest";
import { type Broker, startBroker } from "../../../../test/broker/index.ts";
import type { LogClient } from "../ports.ts";
import { newTopic, plainKafka, withBroker } from "./broker-fixture.ts";

let broker: Broker;
let log: LogClient;
withBroker(startBroker, (given) => {
  ({ broker, log } = given);
});

it("a consumer that is stopped while it starts leaves no member behind", async () => {
  const topic = await newTopic(log);
  const groupId = `g-${topic}`;
  const options = { groupId, topics: [topic], maxPollRecords: 10, metadataMaxAgeMs: 30_000 };
  const consumer = log.consumer(options);
  const starting = consumer.start().catch(() => undefined);
  await consumer.stop();
  await starting;
  const other = log.consumer(options);
  const assigned = new Promise<number>((resolve) => {
    other.onReady(() => {
      const { assignment } = other.poll();
      // The first is given up at once where it never joined, and is seen to leave where it had begun to.
      if (assignment !== undefined && assignment.length > 0) resolve(assignment.length);
    });
  });
  await other.start();
  expect(await assigned).toBe(1);
  const admin = plainKafka(broker).admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([groupId]);
  await admin.disconnect();
  await other.stop();
  expect(groups[0]?.members).toHaveLength(1);
});
