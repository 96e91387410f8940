import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { quietRequestQueue } from "./request-queue.ts";

/** The part of kafkajs' request queue that the test looks at. */
interface Queue {
  throttleCheckTimeoutId: unknown;
  throttledUntil: number;
  pending: unknown[];
  checkPendingRequests(): void;
  destroy(): void;
}

function queue(): Queue {
  const RequestQueue = createRequire(import.meta.url)("kafkajs/src/network/requestQueue");
  return new RequestQueue({
    maxInFlightRequests: null,
    requestTimeout: 1000,
    enforceRequestTimeout: false,
    clientId: "c",
    broker: "b",
    logger: { debug() {} },
  });
}

test("a timer for a time in the past is set by the client as it comes, and by the mended one no more", () => {
  const before = queue();
  before.checkPendingRequests();
  expect(before.throttleCheckTimeoutId).not.toBeNull();
  before.destroy();

  quietRequestQueue();
  const after = queue();
  after.checkPendingRequests();
  expect(after.throttleCheckTimeoutId).toBeNull();
});

test("requests that wait for the end of a throttling still get their timer", () => {
  quietRequestQueue();
  const throttled = queue();
  throttled.throttledUntil = systemClock.nowMs() + 60_000;
  throttled.pending.push({});
  throttled.checkPendingRequests();
  expect(throttled.throttleCheckTimeoutId).not.toBeNull();
  throttled.destroy();
});
