import type { Connection, ConnectionKind } from "../wire/index.ts";

/** The first of these that an instance is in is what the app is said to be. */
const order: readonly ConnectionKind[] = ["live", "invalid", "unreachable", "connecting"];

/** How an app stands of which several instances are followed: pure. Of equals the first one. */
export function appConnection(all: readonly [Connection, ...Connection[]]): Connection {
  return all.reduce((best, one) => (order.indexOf(one.kind) < order.indexOf(best.kind) ? one : best));
}
