import { Serdes, StreamsBuilder, TimeWindows, type Topology, WatermarkStrategy } from "@stoatflow/engine";
import { boundMs, graceMs, windowMs } from "./delay.ts";
import { type Order, type OrdersPerMinute, ordersPerMinuteTopic, ordersTopic } from "./order.ts";
import { idlenessMs } from "./rhythm.ts";

/** Placed orders of each region, by the minute in which they were placed. */
export function ordersTopology(): Topology {
  const builder = new StreamsBuilder();
  const order = Serdes.json<Order>();
  builder
    .stream(ordersTopic, {
      key: Serdes.string(),
      value: order,
      watermark: WatermarkStrategy.boundedOutOfOrderness<string, Order>(boundMs).withIdleness(idlenessMs),
    })
    .filter((_customer, { status }) => status === "placed")
    .map((_customer, placed) => ({ key: placed.region as string, value: placed }))
    .groupByKey({ key: Serdes.string() })
    .windowedBy(TimeWindows.ofSizeAndGrace(windowMs, graceMs))
    .count({ name: ordersPerMinuteTopic })
    .toStream()
    .map((windowed, orders) => ({
      key: windowed.key,
      value: {
        region: windowed.key,
        windowStart: new Date(windowed.window.startMs).toISOString(),
        orders,
      },
    }))
    .to(ordersPerMinuteTopic, { key: Serdes.string(), value: Serdes.json<OrdersPerMinute>() });
  return builder.build();
}
