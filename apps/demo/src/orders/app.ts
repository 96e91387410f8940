import type { DemoApp } from "../demo-app.ts";
import { ordersPartitions, ordersPerMinuteTopic, ordersTopic } from "./order.ts";
import { OrderGenerator } from "./order-generator.ts";
import { ordersTopology } from "./topology.ts";

/** A shop's orders: disorder, and orders that come when their minute is closed. */
export const ordersApp: DemoApp = {
  id: "orders",
  topics: [
    { topic: ordersTopic, partitions: ordersPartitions },
    { topic: ordersPerMinuteTopic, partitions: ordersPartitions },
  ],
  // A till that writes what is no order must not stop the shop.
  settings: { "processing.undecodable": "dead-letter" },
  asksAService: false,
  topology: ordersTopology,
  source: ({ clock, random }) => new OrderGenerator(random, clock.nowMs()),
};
