import type { ListedApp } from "@stoatflow/api";
import { appMark } from "../../ui/mark.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

/** What is true of one app or of several, as the end of a sentence. */
interface Standing {
  readonly one: string;
  readonly many: string;
}

const same = (words: string): Standing => ({ one: words, many: words });
const is = (words: string): Standing => ({ one: `is ${words}`, many: `are ${words}` });
const has = (words: string): Standing => ({ one: `has ${words}`, many: `have ${words}` });
const behind = is("behind");
const keepingUp: Standing = { one: "keeps up", many: "keep up" };

/** What is said of an app is what the order of the rows goes by, so that no trouble is on top and not in the sentence. */
const standings: Readonly<Record<Exclude<Trouble, "not-running">, Standing>> = {
  unreadable: same("can't be read"),
  failed: has("failed"),
  silent: { one: "tells nothing new", many: "tell nothing new" },
  bug: { one: "shows a bug", many: "show a bug" },
  "far-behind": behind,
  behind,
  ahead: { one: "is ahead of its own clock", many: "are ahead of their own clocks" },
  "lanes-full": has("full lanes"),
  "no-watermark": has("no watermark yet"),
  "pause-ended": { one: "has a pause that nobody ended", many: "have pauses that nobody ended" },
  "set-back": has("expected violations"),
  late: { one: "drops records as late", many: "drop records as late" },
  well: keepingUp,
};

function standingOf(app: ListedApp, isSilent: boolean): Standing {
  const trouble = troubleOf(app, isSilent);
  return trouble === "not-running"
    ? is(appMark(app.connection, app.lifecycle?.kind).word)
    : standings[trouble];
}

/**
 * All apps in one sentence: those that need a look, in the order given, then those that keep up. One is named, several
 * are counted; of three kinds of trouble or more the number of apps comes first. `isSilent`: its newest tick is old.
 *
 * @example "orders is behind, payments is paused; 2 keep up."
 */
export function overviewOf<App extends ListedApp>(
  apps: readonly App[],
  isSilent: (app: App) => boolean = () => false,
): string {
  const groups = new Map<string, { readonly standing: Standing; readonly ids: string[] }>();
  for (const app of apps) {
    const standing = standingOf(app, isSilent(app));
    const group = groups.get(standing.one) ?? { standing, ids: [] };
    group.ids.push(app.id);
    groups.set(standing.one, group);
  }
  const well = groups.get(keepingUp.one)?.ids ?? [];
  groups.delete(keepingUp.one);
  if (groups.size === 0) return allWell(well);
  const trouble = [...groups.values()].map(({ standing, ids }) => clause(standing, ids));
  // Of many clauses the reader wants the number first.
  const inAll = trouble.length < 3 ? "" : `${apps.length - well.length} need a look: `;
  return `${inAll}${trouble.join(", ")}${well.length === 0 ? "" : `; ${clause(keepingUp, well)}`}.`;
}

function allWell(ids: readonly string[]): string {
  if (ids.length === 1) return `${ids[0]} ${keepingUp.one}.`;
  return ids.length === 2 ? "Both apps keep up." : `All ${ids.length} apps keep up.`;
}

function clause({ one, many }: Standing, ids: readonly string[]): string {
  return ids.length === 1 ? `${ids[0]} ${one}` : `${ids.length} ${many}`;
}
