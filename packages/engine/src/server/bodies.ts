/** The parts of a snapshot as the bodies of their routes. Each takes the whole of one tick (invariant 14). */
import type {
  CommitsBody,
  Envelope,
  FeedSnapshot,
  LanesBody,
  LifecycleKind,
  LivenessBody,
  ReadinessBody,
  StatusBody,
  WatermarksBody,
} from "../wire/index.ts";

export function envelopeOf(snapshot: FeedSnapshot): Envelope {
  const { app, instanceId, bootId, wireVersion, sequence, atMs, capabilities } = snapshot;
  return { app, instanceId, bootId, wireVersion, sequence, atMs, capabilities };
}

export function watermarksBodyOf(snapshot: FeedSnapshot): WatermarksBody {
  return { ...envelopeOf(snapshot), ...snapshot.watermarks };
}

export function statusBodyOf(snapshot: FeedSnapshot): StatusBody {
  return { ...envelopeOf(snapshot), ...snapshot.status };
}

export function lanesBodyOf(snapshot: FeedSnapshot): LanesBody {
  return { ...envelopeOf(snapshot), ...snapshot.lanes };
}

export function commitsBodyOf(snapshot: FeedSnapshot): CommitsBody {
  return { ...envelopeOf(snapshot), ...snapshot.commits };
}

export function livenessBodyOf(snapshot: FeedSnapshot): LivenessBody {
  return { ...envelopeOf(snapshot), live: true };
}

/**
 * A paused app is ready: it does what it was asked to, keeps its place in the group and must not be replaced. What
 * has not begun its work yet, or will not take it up again, is not.
 */
const isReady: Readonly<Record<LifecycleKind, boolean>> = {
  starting: false,
  restoring: false,
  running: true,
  pausing: true,
  paused: true,
  resuming: true,
  stopping: false,
  stopped: false,
  failed: false,
};

export function readinessBodyOf(snapshot: FeedSnapshot): ReadinessBody {
  const { lifecycle } = snapshot.status;
  return { ...envelopeOf(snapshot), ready: isReady[lifecycle.kind], lifecycle };
}
