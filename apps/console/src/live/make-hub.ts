import { makeTrpcClient } from "../trpc/client.ts";
import { LiveHub } from "./hub.ts";
import { browserClock } from "./hub-clock.ts";
import { openStreamOf } from "./open-stream.ts";

/** A hub on the console of this page. */
export function makeHub(): LiveHub {
  return new LiveHub({ open: openStreamOf(makeTrpcClient(), browserClock), clock: browserClock });
}
