import type { DemoApp } from "../demo-app.ts";
import { MerchantDirectory } from "./merchant-directory.ts";
import { enrichedTopic, paymentsPartitions, paymentsPerMinuteTopic, paymentsTopic } from "./payment.ts";
import { PaymentGenerator } from "./payment-generator.ts";
import { paymentsTopology } from "./topology.ts";

/** A broker takes no record stamped over an hour ahead unless its topic says so; Kafka's largest number says so. */
const anyTime = { "message.timestamp.after.max.ms": "9223372036854775807" };

/** A town's tills in rushes, one of them with its clock ahead: a head that is held behind older payments. */
export const paymentsApp: DemoApp = {
  id: "payments",
  topics: [paymentsTopic, enrichedTopic, paymentsPerMinuteTopic].map((topic) => ({
    topic,
    partitions: paymentsPartitions,
    config: anyTime,
  })),
  // Few look-ups at once, and few payments in front of them: the backlog is where it can be seen, in the partitions.
  settings: { "processing.lanes": 3, "processing.lane-capacity": 4 },
  asksAService: true,
  topology: ({ clock, random, hindrance }) =>
    paymentsTopology(new MerchantDirectory(clock, random, hindrance)),
  source: ({ clock, random }) => new PaymentGenerator(random, clock.nowMs()),
};
