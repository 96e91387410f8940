import { Serdes, StreamsBuilder, TimeWindows, type Topology, WatermarkStrategy } from "@stoatflow/engine";
import { enrich } from "./enrich.ts";
import type { MerchantDirectory } from "./merchant-directory.ts";
import {
  type EnrichedPayment,
  enrichedTopic,
  type Payment,
  type PaymentsPerMinute,
  paymentsPerMinuteTopic,
  paymentsTopic,
} from "./payment.ts";
import { boundMs, graceMs, windowMs } from "./rhythm.ts";

/** Longer than any incident lasts: a directory that is out of reach for minutes stops payments, and fails none. */
const lookUpLimitMs = 900_000;

/**
 * Payments with what the directory says of their merchant, and those of each merchant counted by the minute.
 *
 * Now and then a payment is stamped hours ahead. Once it is dispatched, the watermark of its partition is hours ahead
 * as well, and stays there: the later payments of that partition are judged by the smallest of the others, which
 * follow the clock, so none of them is late by it. There is no idleness for the same reason: if all partitions were
 * idle at once, time would be the largest of theirs, and what comes next would be hours late.
 */
export function paymentsTopology(directory: MerchantDirectory): Topology {
  const builder = new StreamsBuilder();
  const enriched = builder
    .stream(paymentsTopic, {
      key: Serdes.string(),
      value: Serdes.json<Payment>(),
      watermark: WatermarkStrategy.boundedOutOfOrderness(boundMs).withIdleness(undefined),
    })
    .mapValuesAsync(async (payment) => enrich(payment, await directory.find(payment.merchant)), {
      timeLimitMs: lookUpLimitMs,
    });
  enriched.to(enrichedTopic, { key: Serdes.string(), value: Serdes.json<EnrichedPayment>() });
  enriched
    .filter((_merchant, { outcome }) => outcome === "approved")
    .groupByKey()
    .windowedBy(TimeWindows.ofSizeAndGrace(windowMs, graceMs))
    .count({ name: paymentsPerMinuteTopic })
    .toStream()
    .map((windowed, payments) => ({
      key: windowed.key,
      value: {
        merchant: windowed.key,
        windowStart: new Date(windowed.window.startMs).toISOString(),
        payments,
      },
    }))
    .to(paymentsPerMinuteTopic, { key: Serdes.string(), value: Serdes.json<PaymentsPerMinute>() });
  return builder.build();
}
