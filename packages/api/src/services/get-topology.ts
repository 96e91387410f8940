import type { TopologyBody } from "@stoatflow/engine/wire";
import type { ApiContext } from "../context.ts";

export function getTopology({ collectors }: ApiContext, appId: string): Promise<TopologyBody> {
  return collectors.get(appId).topology();
}
