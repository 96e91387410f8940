import type { CollectedApp } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { messageOf } from "../one-line.ts";
import type { ConnectionKind, DataAge, HistoryRetention } from "../wire/index.ts";
import { countUnacknowledged } from "./count-unacknowledged.ts";

/** How the console itself is, for whoever watches over it. */
export interface ConsoleVitals {
  readonly apps: readonly AppVitals[];
  readonly history: HistoryRetention["writer"];
  /** Why the bugs that nobody has looked at can't be counted; `null`: they are. */
  readonly uncounted: string | null;
}

export interface AppVitals {
  readonly id: string;
  readonly connection: ConnectionKind;
  readonly age: DataAge;
  /** Pages and programs that watch it. */
  readonly subscriptions: number;
  /** Pauses that a restart or a take-over ended, and nobody has acknowledged. */
  readonly endedPauses: number;
  /**
   * Those too that the app has counted and the console does not hold, which nobody can acknowledge: they count until the
   * app is started anew. `null`: {@link ConsoleVitals.uncounted} says why.
   */
  readonly unacknowledgedBugs: number | null;
}

/**
 * What cannot be read is absent, and all else is told: the worse things are, the more it is needed.
 *
 * @example
 * ```ts
 * const vitals = await readVitals(createContext({ collectors, database })());
 * ```
 */
export async function readVitals(context: ApiContext): Promise<ConsoleVitals> {
  const bugs = await unacknowledgedBugs(context);
  const vitalsOf = (app: CollectedApp): AppVitals => {
    const { age, connection } = app.listed();
    return {
      id: app.id,
      connection: connection.kind,
      age,
      subscriptions: app.subscriptions(),
      endedPauses: context.pauses.endedOf(app.id).length,
      unacknowledgedBugs: bugs.kind === "counted" ? (bugs.byApp.get(app.id) ?? null) : null,
    };
  };
  return {
    apps: context.collectors.list().map(vitalsOf),
    history: context.history.writer(),
    uncounted: bugs.kind === "counted" ? null : bugs.reason,
  };
}

type Bugs =
  | { readonly kind: "counted"; readonly byApp: ReadonlyMap<string, number> }
  | { readonly kind: "not-read"; readonly reason: string };

async function unacknowledgedBugs(context: ApiContext): Promise<Bugs> {
  try {
    const counts = await countUnacknowledged(context, undefined);
    const byApp = counts.map((one) => [one.appId, one.unacknowledged + (one.notHeld ?? 0)] as const);
    return { kind: "counted", byApp: new Map(byApp) };
  } catch (thrown) {
    return { kind: "not-read", reason: messageOf(thrown) };
  }
}
