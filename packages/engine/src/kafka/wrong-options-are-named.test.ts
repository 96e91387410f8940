import { expect, test } from "vitest";
import { kafkaLog } from "./index.ts";

test("a log without brokers is refused", () => {
  expect(() => kafkaLog({ brokers: [] })).toThrow("no Kafka broker is given");
});

test.each([
  "readAheadBytesLimit",
  "fetchWaitMs",
  "unavailableAfterMs",
  "requestTimeoutMs",
  "sessionTimeoutMs",
])("%s must be a positive whole number", (setting) => {
  for (const value of [0, -1, 1.5, Number.NaN]) {
    expect(() => kafkaLog({ brokers: ["b:1"], [setting]: value })).toThrow(`${setting} is ${value}`);
  }
});
