"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useState } from "react";
import { appsSearchParams } from "../../app/search-params.ts";
import { NoStream } from "../../ui/no-stream.tsx";
import { Note, RowsOnTheirWay } from "../../ui/panel.tsx";
import { type AppFilter, choicesOf, isShown } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { overviewOf } from "./overview.ts";
import { RefusedFile } from "./refused-file.tsx";
import { RowHeads } from "./row-heads.tsx";
import { AppRows } from "./rows.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useApps } from "./use-apps.ts";

/** Every configured app, trouble first. */
export function AppsPanel() {
  const told = useApps();
  const [{ find, ...named }, setParams] = useQueryStates(appsSearchParams);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((id: string, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (isSelected) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  if (told.kind === "waiting") return <RowsOnTheirWay rows={6} label="Asking for the apps" />;
  if (told.kind === "unreachable") return <NoStream stream={told.stream} />;
  const { apps, freshnessOf } = told;
  if (apps.length === 0) return <NoApps />;
  const filter: AppFilter = { words: find, ...named };
  const shown = apps.filter((app) => isShown(app, filter));
  const isSilent = (app: (typeof apps)[number]): boolean => freshnessOf(app).kind === "stale";
  const chosen = apps.filter(({ id }) => selected.has(id));
  const change = ({ words, ...rest }: Partial<AppFilter>): void => {
    void setParams(words === undefined ? rest : { ...rest, find: words });
  };
  return (
    <>
      <RefusedFile />
      <p className="min-h-7 text-pretty pb-6 text-20" data-sentence="">
        {overviewOf(apps, isSilent)}
      </p>
      <FilterBar
        filter={filter}
        choices={choicesOf(apps)}
        shown={shown.length}
        all={apps.length}
        onChange={change}
      />
      <RowHeads
        isAllSelected={shown.length > 0 && shown.every(({ id }) => selected.has(id))}
        onSelectAll={(isSelected) => setSelected(new Set(isSelected ? shown.map(({ id }) => id) : []))}
      />
      <AppRows apps={shown} freshnessOf={freshnessOf} selected={selected} onSelect={select} />
      {shown.length === 0 && <Note>No app is as you look for it. {apps.length} others are not shown.</Note>}
      <SelectionBar apps={chosen} freshnessOf={freshnessOf} onClear={() => setSelected(new Set())} />
    </>
  );
}

function NoApps() {
  return (
    <>
      <RefusedFile />
      <p className="text-20" data-sentence="">
        No app is configured.
      </p>
      <Note>
        Name them in <code className="font-mono text-12">STOATFLOW_APPS</code>, for example{" "}
        <code className="font-mono text-12">orders=http://127.0.0.1:4001</code>, or in a file given by{" "}
        <code className="font-mono text-12">--config</code>, and start the console again.
      </Note>
    </>
  );
}
