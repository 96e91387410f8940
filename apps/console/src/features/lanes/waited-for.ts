import type { AppLane, InstanceSummary } from "@stoatflow/api";
import type { Lifecycle } from "@stoatflow/engine/wire";

/**
 * Whether a pause that is under way waits for a lane. Each instance numbers its own lanes, so that of several it is that
 * lane's instance which has to say so: what the app as a whole waits for does not tell whose it is.
 *
 * @param ofApp the app's life cycle at the tick, which is that of the only instance that has lanes.
 * @param instances where several have lanes, each of the app.
 */
export function isWaitedFor(
  { instanceId, lane, operator }: Pick<AppLane, "instanceId" | "lane" | "operator">,
  ofApp: Lifecycle,
  instances: readonly Pick<InstanceSummary, "instanceId" | "lifecycle">[] | undefined,
): boolean {
  const lifecycle =
    instances === undefined ? ofApp : instances.find((one) => one.instanceId === instanceId)?.lifecycle;
  if (lifecycle?.kind !== "pausing") return false;
  return lifecycle.waitingFor.some(
    (each) => each.lane === lane && (operator ?? each.operator) === each.operator,
  );
}
