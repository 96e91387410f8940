import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { serving } from "../testing/serving.ts";
import { callerSkew, serverTime } from "./index.ts";

test.each([
  ["the same clock", 1000, 1010, 1020, { kind: "close", skewMs: 0 }],
  ["a long way, the same clock", 1000, 9000, 19_000, { kind: "close", skewMs: 0 }],
  ["ahead, beyond what the way can explain", 5000, 1000, 5100, { kind: "apart", skewMs: 4000 }],
  ["behind, beyond what the way can explain", 1000, 5000, 1100, { kind: "apart", skewMs: -3900 }],
  ["ahead by the limit", 3000, 1000, 3000, { kind: "close", skewMs: 2000 }],
  ["a caller's clock that was put back on the way", 5000, 1000, 900, { kind: "close", skewMs: 0 }],
])("%s", (_, sentAtMs, serverNowMs, arrivedAtMs, skew) => {
  expect(callerSkew({ sentAtMs, serverNowMs, arrivedAtMs })).toEqual(skew);
});

test("the server tells its time, and how far apart is too far", async () => {
  const clock = new ManualClock(1_790_000_000_000);
  await using at = await serving({ resources: { clock } });
  const answer = await at.client.time.now.query();
  expect(serverTime.parse(answer)).toEqual({ serverNowMs: 1_790_000_000_000, skewLimitMs: 2000 });
});
