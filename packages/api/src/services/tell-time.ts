import type { ApiContext } from "../context.ts";
import { type ServerTime, skewLimitMs } from "../wire/index.ts";

export function tellTime({ clock }: ApiContext): ServerTime {
  return { serverNowMs: clock.nowMs(), skewLimitMs };
}
