import { expect, test } from "vitest";
import { kafkaLog } from "./index.ts";

test("a log without brokers is refused", () => {
  expect(() => kafkaLog({ brokers: [] })).toThrow("no Kafka broker is given");
});

test.each(["127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:kafka"])(
  "the broker %s is refused at once, with the form that is due",
  async (broker) => {
    const asked = kafkaLog({ brokers: [broker] }).admin.partitionCounts(["in"]);
    await expect(asked).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(`"${broker}"`),
      remedy: expect.stringContaining("host:port"),
    });
  },
);

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
