import type { Connection } from "@stoatflow/api";
import type { LifecycleKind, PartitionState } from "@stoatflow/engine/wire";
import type { GlyphName } from "./glyph.tsx";

/** How a state looks: a shape, a hue and a word, each of which tells it alone. */
export interface Mark {
  readonly glyph: GlyphName;
  /** The class of its hue; a neutral one colours the glyph only. */
  readonly hue: string;
  readonly word: string;
}

const mark = (glyph: GlyphName, hue: string, word: string): Mark => ({ glyph, hue, word });

export const partitionMarks: Readonly<Record<PartitionState, Mark>> = {
  starting: mark("half", "text-quiet", "starting"),
  active: mark("dot", "text-glyph", "active"),
  held: mark("diamond", "text-held", "held"),
  idle: mark("dashed", "text-quiet", "idle"),
  "waiting-for-data": mark("quarter", "text-waiting", "waiting for data"),
  "caught-up": mark("ring", "text-glyph", "caught up"),
  aligned: mark("stop", "text-aligned", "aligned"),
  paused: mark("bars", "text-quiet", "paused"),
  revoked: mark("slashed", "text-quiet", "revoked"),
};

export const lifecycleMarks: Readonly<Record<LifecycleKind, Mark>> = {
  starting: mark("half", "text-quiet", "starting"),
  restoring: mark("half", "text-quiet", "restoring"),
  running: mark("dot", "text-glyph", "running"),
  pausing: mark("quarter", "text-paused", "pausing"),
  paused: mark("bars", "text-paused", "paused"),
  resuming: mark("half", "text-paused", "resuming"),
  stopping: mark("half", "text-quiet", "stopping"),
  stopped: mark("slashed", "text-quiet", "stopped"),
  failed: mark("cross", "text-bug", "failed"),
};

/** How an app looks as a whole: its connection, where that is broken, else its lifecycle. */
export function appMark(connection: Connection, lifecycle: LifecycleKind | undefined): Mark {
  if (connection.kind === "unreachable") return mark("slashed", "text-bug", "unreachable");
  if (connection.kind === "invalid") return mark("cross", "text-bug", "bad answer");
  return lifecycle === undefined ? mark("half", "text-quiet", "connecting") : lifecycleMarks[lifecycle];
}

/** How an app looks whose newest tick is old: a state of then is no state of now. That nobody answers is one of now. */
export function staleAppMark(connection: Connection, lifecycle: LifecycleKind | undefined): Mark {
  const mark = appMark(connection, lifecycle);
  return connection.kind === "unreachable" || connection.kind === "invalid"
    ? mark
    : { glyph: "slashed", hue: "text-quiet", word: `last known: ${mark.word}` };
}
