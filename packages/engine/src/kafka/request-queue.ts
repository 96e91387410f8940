import { createRequire } from "node:module";

let isQuiet = false;

/**
 * Mends a timer of kafkajs 2.2.4 at its source: after every answer its request queue sets one for a time in the past,
 * which newer versions of Node answer with a `TimeoutNegativeWarning`, although there is nothing to wait for unless
 * requests are pending.
 */
export function quietRequestQueue(): void {
  if (isQuiet) return;
  isQuiet = true;
  const queue: RequestQueue = createRequire(import.meta.url)("kafkajs/src/network/requestQueue").prototype;
  const schedule = queue.scheduleCheckPendingRequests;
  queue.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/** The part of kafkajs' request queue that is touched. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}
