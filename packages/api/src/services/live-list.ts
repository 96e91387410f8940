/**
 * The rows of all apps in what a browser is told. It owns which rows it was told last; a row, and what has changed between
 * two, is made once for all browsers that have come as far.
 */
import { isDeepStrictEqual } from "node:util";
import type { CollectedApp } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import type { ListedApp, LiveEvent, RowChanges } from "../wire/index.ts";
import { listedRow } from "./listed-row.ts";
import type { LivePart } from "./live-part.ts";

interface Row {
  readonly version: number;
  readonly row: ListedApp;
}

interface Difference {
  /** Weak, since each row is the earlier one of the next: all rows ever told would be kept. */
  readonly from: WeakRef<ListedApp>;
  readonly changes: RowChanges;
}

const rows = new WeakMap<CollectedApp, Row>();
/** By the later row, the newest difference that was asked for. */
const differences = new WeakMap<ListedApp, Difference>();

export function liveList(
  context: Pick<ApiContext, "clock" | "collectors" | "pauses">,
  everyMs: number,
): LivePart {
  const { clock, collectors } = context;
  /** `undefined`: nothing was told yet. */
  let last: { readonly apps: readonly CollectedApp[]; readonly rows: Map<string, Row> } | undefined;

  const areOthers = (apps: readonly CollectedApp[]) =>
    last?.apps.length !== apps.length || apps.some((app, i) => app !== last?.apps[i]);
  const hasChanged = (app: CollectedApp) => last?.rows.get(app.id)?.version !== app.version();

  const told = (): LiveEvent => {
    const apps = collectors.list();
    const isWhole = areOthers(apps);
    const changed = isWhole ? apps : apps.filter(hasChanged);
    const before = last?.rows;
    const now = changed.map((app) => rowOf(context, app));
    last = { apps, rows: new Map(isWhole ? [] : before) };
    const changes: RowChanges[] = [];
    for (const one of now) {
      const known = before?.get(one.row.id)?.row;
      last.rows.set(one.row.id, one);
      if (!isWhole && known !== undefined) changes.push(changesOf(known, one.row));
    }
    const serverNowMs = clock.nowMs();
    return isWhole
      ? { kind: "list", rows: now.map(({ row }) => row), serverNowMs }
      : { kind: "rows", changes, serverNowMs };
  };

  return {
    everyMs,
    hasNews: () => {
      const apps = collectors.list();
      return areOthers(apps) || apps.some(hasChanged);
    },
    told,
    end: () => undefined,
  };
}

function rowOf(context: Pick<ApiContext, "pauses">, app: CollectedApp): Row {
  const version = app.version();
  const known = rows.get(app);
  if (known?.version === version) return known;
  const made = { version, row: listedRow(context, app) };
  rows.set(app, made);
  return made;
}

function changesOf(from: ListedApp, to: ListedApp): RowChanges {
  const known = differences.get(to);
  if (known?.from.deref() === from) return known.changes;
  const fields = Object.entries(to).filter(
    ([field, value]) => field === "id" || !isDeepStrictEqual(from[field as keyof ListedApp], value),
  );
  const changes = Object.fromEntries(fields) as RowChanges;
  differences.set(to, { from: new WeakRef(from), changes });
  return changes;
}
