"use client";

import type { Counterfactual } from "@stoatflow/api";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useAppId, useFreshness } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Panel } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { partitionHref } from "../partitions/partition-href.ts";
import { evidenceLines, rateWords } from "./evidence-words.ts";
import { releaseWords } from "./release-words.ts";
import { noGainWords, type WhatIf, whatIfs } from "./what-if.ts";

/** How often it is asked why: the answer is made of what the console has, the app is not asked. */
const beatMs = 1000;

/** Why event time is where it is: what that rests on, what lets it go on, and what would be without a partition. */
export function DiagnosisPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const times = useTimes();
  const { data } = useQuery(trpc.diagnosis.get.queryOptions({ appId }, { refetchInterval: beatMs }));
  const holder = data?.holder ?? undefined;
  const rate = data === undefined ? undefined : rateWords(data);
  const { kind } = useFreshness();
  return (
    <Panel id="why" title="Why" about="what holds event time back, and what lets it go on">
      <div className="grid min-h-56 gap-x-12 gap-y-6 pt-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          {holder === undefined ? (
            <p className="text-13 text-quiet">
              {data === undefined ? "Asking why." : "No partition holds event time back."}
            </p>
          ) : (
            <ul data-evidence={holder.reason} className="flex flex-col gap-2 text-13 text-soft">
              {kind === "stale" && (
                <li className="text-ink">
                  As it was at {times.words(holder.instance.atMs, holder.instance.atMs)}; how it is now is not
                  known.
                </li>
              )}
              {evidenceLines(holder, times).map((line, i) => (
                <li key={`line-${String(i)}`} className="text-pretty">
                  {line}
                </li>
              ))}
              {rate !== undefined && <li>{rate}</li>}
              <li data-release="" className="text-ink">
                {releaseWords(holder.release, holder.instance.atMs, times)}
              </li>
            </ul>
          )}
        </div>
        <WhatIfs all={data?.counterfactuals ?? []} appId={appId} />
      </div>
    </Panel>
  );
}

function WhatIfs({ all, appId }: { readonly all: readonly Counterfactual[]; readonly appId: string }) {
  const noGain = noGainWords(all);
  const rows = whatIfs(all);
  return (
    <div>
      {rows.length > 0 && <WhatIfTable rows={rows} appId={appId} />}
      {noGain !== undefined && <p className="pt-2 text-13 text-pretty text-soft">{noGain}</p>}
    </div>
  );
}

function WhatIfTable({ rows, appId }: { readonly rows: readonly WhatIf[]; readonly appId: string }) {
  return (
    <table className="table">
      <caption className="label pb-1 text-left">If one partition were idle, event time would be</caption>
      <thead>
        <tr>
          <th scope="col">Without</th>
          <th scope="col" className="number">
            Event time
          </th>
          <th scope="col">Then held back by</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, gain, heldBy }) => (
          <tr key={name} data-without={name}>
            <th scope="row">
              <Link
                href={partitionHref(appId, name, null)}
                className="underline decoration-line underline-offset-3 hover:decoration-ink"
              >
                {name}
              </Link>
            </th>
            <td className="number">{gain}</td>
            <td>{heldBy}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
