import type { ListedApp } from "@stoatflow/api";
import { appMark } from "../../ui/mark.ts";
import { isBehind } from "../app/pace.ts";

/** What is true of one app or of several, as the end of a sentence. */
interface Standing {
  readonly one: string;
  readonly many: string;
}

const same = (words: string): Standing => ({ one: words, many: words });
const is = (words: string): Standing => ({ one: `is ${words}`, many: `are ${words}` });
const unreadable = same("can't be read");
const silent: Standing = { one: "tells nothing new", many: "tell nothing new" };
const failed: Standing = { one: "has failed", many: "have failed" };
const behind = is("behind");
const noWatermark: Standing = { one: "has no watermark yet", many: "have no watermark yet" };
const keepingUp: Standing = { one: "keeps up", many: "keep up" };

function standingOf(summary: ListedApp): Standing {
  const { connection, lifecycle } = summary;
  if (connection.kind === "unreachable" || connection.kind === "invalid") return unreadable;
  if (lifecycle?.kind === "failed") return failed;
  if (lifecycle?.kind !== "running") return is(appMark(connection, lifecycle?.kind).word);
  if (isBehind(summary)) return behind;
  return summary.pace.kind === "none" ? noWatermark : keepingUp;
}

/**
 * All apps in one sentence: those that need a look, in the order given, then those that keep up. One is named, several
 * are counted. `isSilent`: its newest tick is old.
 *
 * @example "orders is behind, payments is paused; 2 keep up."
 */
export function overviewOf<App extends ListedApp>(
  apps: readonly App[],
  isSilent: (app: App) => boolean = () => false,
): string {
  const groups = new Map<string, { readonly standing: Standing; readonly ids: string[] }>();
  for (const app of apps) {
    const broken = standingOf(app);
    // What an app last told is no news once it tells nothing.
    const standing = broken !== unreadable && isSilent(app) ? silent : broken;
    const group = groups.get(standing.one) ?? { standing, ids: [] };
    group.ids.push(app.id);
    groups.set(standing.one, group);
  }
  const well = groups.get(keepingUp.one)?.ids ?? [];
  groups.delete(keepingUp.one);
  if (groups.size === 0) return allWell(well);
  const trouble = [...groups.values()].map(({ standing, ids }) => clause(standing, ids)).join(", ");
  return well.length === 0 ? `${trouble}.` : `${trouble}; ${clause(keepingUp, well)}.`;
}

function allWell(ids: readonly string[]): string {
  if (ids.length === 1) return `${ids[0]} ${keepingUp.one}.`;
  return ids.length === 2 ? "Both apps keep up." : `All ${ids.length} apps keep up.`;
}

function clause({ one, many }: Standing, ids: readonly string[]): string {
  return ids.length === 1 ? `${ids[0]} ${one}` : `${ids.length} ${many}`;
}
