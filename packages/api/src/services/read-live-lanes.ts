import type { ApiContext } from "../context.ts";
import type { LiveLanes } from "../wire/index.ts";
import { newestPart } from "./newest-part.ts";

export function readLiveLanes(context: ApiContext, appId: string): LiveLanes {
  return newestPart(context, appId, "lanes");
}
