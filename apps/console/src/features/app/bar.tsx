"use client";

import type { ListedApp } from "@stoatflow/api";
import { describeGap, formatDuration } from "../../lib/format/duration.ts";
import type { Freshness } from "../../live/freshness.ts";
import { type AppStreamState, useAppId, useFreshness, useLiveView, useStream } from "../../live/live-app.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { appMark, staleAppMark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { ControlButton } from "../control/control-button.tsx";
import { isBehind } from "./pace.ts";

/** The name of the app, how it is, what it runs on, and its pause: in the bar at the top, so always in reach. */
export function AppBar() {
  const appId = useAppId();
  const view = useLiveView();
  const freshness = useFreshness();
  const snapshot = view?.snapshot ?? undefined;
  const markOf = freshness.kind === "stale" ? staleAppMark : appMark;
  return (
    <div className="flex min-h-8 min-w-0 flex-1 items-center gap-x-3">
      <span aria-hidden="true" className="text-line max-md:hidden">
        /
      </span>
      <h1 className="truncate font-medium text-13">{appId}</h1>
      {view !== undefined && view.summary.environment !== null && (
        <span className="label max-sm:hidden">{view.summary.environment}</span>
      )}
      {view !== undefined && (
        <span
          className="inline-flex items-center max-sm:[&_.word]:sr-only"
          data-lifecycle={view.summary.lifecycle?.kind}
          data-sequence={view.summary.sequence ?? undefined}
        >
          <MarkTag mark={markOf(view.summary.connection, view.summary.lifecycle?.kind)} />
        </span>
      )}
      {view !== undefined && freshness.kind === "fresh" && <Behind summary={view.summary} />}
      {snapshot !== undefined && (
        <span className="label truncate max-lg:hidden">
          {snapshot.status.guarantee}, {snapshot.status.log} log, up{" "}
          {formatDuration(snapshot.atMs - snapshot.status.startedAtMs)}, version{" "}
          {snapshot.status.build.version}
        </span>
      )}
      <StreamWord />
      {view !== undefined && <ControlButton summary={view.summary} freshness={freshness} />}
    </div>
  );
}

/** How far event time is behind, where it is, so that every part of the app says so; a phone has room for the name alone. */
function Behind({ summary }: { readonly summary: ListedApp }) {
  const { pace } = summary;
  if (pace.kind !== "behind" || !isBehind(summary)) return null;
  return (
    <span
      data-behind=""
      className="hue figures shrink-0 whitespace-nowrap text-13 text-waiting max-sm:hidden"
    >
      {describeGap(pace.gapMs)}
    </span>
  );
}

/** Whether news come in, in a word. */
function StreamWord() {
  const stream = useStream();
  const { kind } = useFreshness();
  const isLive = stream.kind === "open" && kind === "fresh";
  const words = streamWords(stream, kind);
  return (
    <span role="status" className="label ml-auto inline-flex min-w-0 items-center gap-1.5 max-sm:sr-only">
      {words !== undefined && <Glyph name={isLive ? "dot" : "slashed"} />}
      <span className="truncate">{words}</span>
    </span>
  );
}

function streamWords(stream: AppStreamState, kind: Freshness["kind"]): string | undefined {
  switch (stream.kind) {
    case "refused":
      return "refused";
    case "no-app":
      return "no such app";
    case "connecting":
      return undefined;
    case "lost":
      return "connecting to the console again";
    case "open":
      return kind === "none" ? undefined : kind === "fresh" ? "live" : "no news";
  }
}
