"use client";

import type { InstanceSummary } from "@stoatflow/api";
import type { ReactNode } from "react";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { agoOf, type Times } from "../../lib/format/times.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useLiveView } from "../../live/live-app.tsx";
import { appMark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { skewWords } from "./skew-words.ts";

const notConfigured = "not configured";

/** Whose the app is, where it runs and what to do about it; and each of its instances. */
export function AboutPanel() {
  const view = useLiveView();
  const times = useTimes();
  if (view === undefined) return null;
  const { summary, snapshot } = view;
  const { environment, owner, runbookUrl, labels, instances, skew } = summary;
  const labelled = Object.entries(labels);
  return (
    <Panel id="about" title="About" about="whose it is, where it runs, and its instances">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 py-3 text-13 sm:grid-cols-4">
        <Fact word="Environment" otherwise={notConfigured}>
          {environment === null ? undefined : visibleText(environment)}
        </Fact>
        <Fact word="Owner" otherwise={notConfigured}>
          {owner === null ? undefined : visibleText(owner)}
        </Fact>
        <Fact word="Runbook" otherwise={notConfigured}>
          {runbookUrl === null ? undefined : (
            <a
              href={runbookUrl}
              rel="noreferrer"
              className="underline decoration-line underline-offset-3 hover:decoration-ink"
            >
              {visibleText(runbookUrl.replace(/^https?:\/\//, ""))}
            </a>
          )}
        </Fact>
        <Fact word="Labels" otherwise={notConfigured}>
          {labelled.length === 0
            ? undefined
            : labelled.map(([name, value]) => visibleText(`${name}=${value}`)).join(", ")}
        </Fact>
        <Fact word="Started">
          {snapshot === null
            ? undefined
            : `${times.words(snapshot.status.startedAtMs, snapshot.atMs)}, ${formatDuration(snapshot.atMs - snapshot.status.startedAtMs)} ago`}
        </Fact>
        <Fact word="Runs">
          {snapshot === null
            ? undefined
            : `${snapshot.status.guarantee}, ${visibleText(snapshot.status.log)} log`}
        </Fact>
        <Fact word="Version">
          {snapshot === null
            ? undefined
            : `${visibleText(snapshot.status.build.version)}, Node ${visibleText(snapshot.status.build.node)}`}
        </Fact>
        <Fact word="Its clock">{skewWords(skew)}</Fact>
      </dl>
      <Instances instances={instances} times={times} nowMs={summary.serverNowMs} />
    </Panel>
  );
}

function Fact({
  word,
  otherwise = "not told",
  children,
}: {
  readonly word: string;
  /** What is said where there is nothing. */
  readonly otherwise?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="label">{word}</dt>
      <dd className={`break-words ${children === undefined ? "text-quiet" : ""}`}>{children ?? otherwise}</dd>
    </div>
  );
}

function Instances({
  instances,
  times,
  nowMs,
}: {
  readonly instances: readonly InstanceSummary[];
  readonly times: Times;
  readonly nowMs: number;
}) {
  return (
    <div className="overflow-hidden">
      <table className="table" aria-label="Instances">
        <thead>
          <tr>
            <th scope="col">Instance</th>
            <th scope="col">State</th>
            <th scope="col">Does</th>
            <th scope="col" className="number max-sm:hidden">
              Partitions
            </th>
            <th scope="col" className="number">
              Last heard
            </th>
            <th scope="col" className="max-sm:hidden">
              Its clock
            </th>
          </tr>
        </thead>
        <tbody>
          {instances.map((instance) => (
            <tr key={instance.url} data-instance={instance.url}>
              <th scope="row" title={instance.url} className="max-w-64 truncate max-sm:max-w-28">
                {visibleText(instance.instanceId ?? instance.url)}
              </th>
              <td>
                <MarkTag mark={appMark(instance.connection, instance.lifecycle?.kind)} />
              </td>
              <td>{roles[instance.role]}</td>
              <td className="number max-sm:hidden">
                {instance.partitions === null ? "—" : formatCount(instance.partitions)}
              </td>
              <td
                className="number"
                title={
                  instance.receivedAtMs === null
                    ? undefined
                    : times.moment(instance.receivedAtMs, nowMs).title
                }
              >
                {instance.age.kind === "none"
                  ? "never"
                  : instance.age.kind === "fresh"
                    ? "now"
                    : agoOf(instance.age.ageMs)}
              </td>
              <td className="max-sm:hidden">{skewWords(instance.skew)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const roles: Readonly<Record<InstanceSummary["role"], string>> = {
  working: "works",
  "standing-by": "stands by",
  unknown: "not known",
};
