import type { HubClock } from "./hub.ts";

/** The clock of the browser, for whoever runs a hub or listens to one. */
export const browserClock: HubClock = {
  nowMs: () => Date.now(),
  after: (delayMs, call) => {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};
