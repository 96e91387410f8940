/**
 * The life of an app as a pure state machine.
 *
 * ```
 *   starting ─▶ restoring ─▶ running ─▶ pausing ─▶ paused ─▶ resuming ─▶ running
 *                                          └──────────────────▲
 *   any but the last two ─▶ stopping ─▶ stopped        any but stopped ─▶ failed
 * ```
 */
export type LifecycleState =
  | "starting"
  | "restoring"
  | "running"
  | "pausing"
  | "paused"
  | "resuming"
  | "stopping"
  | "stopped"
  | "failed";

/**
 * `assigned`: partitions came and state is read back. `ready`: records can be dispatched. `revoked`: all partitions
 * went. `drained`: everything dispatched is committed. `resumed`: the first turn after a resume.
 */
export type LifecycleEvent =
  | "assigned"
  | "ready"
  | "revoked"
  | "pause"
  | "drained"
  | "resume"
  | "resumed"
  | "stop"
  | "ended"
  | "fail";

type Row = { readonly [E in LifecycleEvent]: LifecycleState | undefined };

const never: Row = {
  assigned: undefined,
  ready: undefined,
  revoked: undefined,
  pause: undefined,
  drained: undefined,
  resume: undefined,
  resumed: undefined,
  stop: undefined,
  ended: undefined,
  fail: undefined,
};

const alive = { stop: "stopping", fail: "failed", revoked: "starting" } as const;

/** Where each event leads from each state; `undefined`: it is not allowed there. */
const transitions: { readonly [S in LifecycleState]: Row } = {
  starting: { ...never, ...alive, assigned: "restoring" },
  restoring: { ...never, ...alive, ready: "running" },
  running: { ...never, ...alive, assigned: "restoring", pause: "pausing" },
  pausing: { ...never, ...alive, assigned: "restoring", drained: "paused", resume: "resuming" },
  paused: { ...never, ...alive, assigned: "restoring", resume: "resuming" },
  resuming: { ...never, ...alive, assigned: "restoring", resumed: "running", pause: "pausing" },
  stopping: { ...never, ended: "stopped", fail: "failed" },
  stopped: never,
  failed: never,
};

export function nextLifecycle(state: LifecycleState, event: LifecycleEvent): LifecycleState | undefined {
  return transitions[state][event];
}
