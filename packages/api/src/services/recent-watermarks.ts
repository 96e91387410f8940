import type { ApiContext } from "../context.ts";
import type { RecentTicks } from "../wire/index.ts";

export interface RecentWatermarks {
  readonly appId: string;
  readonly partitions?: readonly string[] | undefined;
}

export function recentWatermarks({ collectors }: ApiContext, input: RecentWatermarks): RecentTicks {
  return collectors.get(input.appId).recentTicks(input.partitions);
}
