import type { LiveState } from "@stoatflow/api/wire";

/** Where the query cache holds what came by the stream: the list of all apps, and each app. */
export const listKey = ["live", "list"] as const;

export function appKey(appId: string) {
  return ["live", "app", appId] as const;
}

export type LiveApps = NonNullable<LiveState["list"]>;
