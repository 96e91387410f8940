import type { ApiContext } from "../context.ts";
import { type LiveLanes, lanesOf } from "../wire/index.ts";
import { newestPart } from "./newest-part.ts";

/** @throws {ApiError} `unknown-app` */
export function readLiveLanes(context: ApiContext, appId: string): LiveLanes {
  return newestPart(context, appId, (snapshot) => ({ ...snapshot.lanes, lanes: lanesOf(snapshot) }));
}
