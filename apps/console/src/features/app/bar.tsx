"use client";

import { formatDuration } from "../../lib/format/duration.ts";
import { useAppId, useLiveView, useStream } from "../../live/live-app.tsx";
import { appMark } from "../../ui/mark.ts";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { ControlButton } from "../control/control-button.tsx";

/** The name of the app, how it is, what it runs on, and its pause. */
export function AppBar() {
  const appId = useAppId();
  const view = useLiveView();
  const stream = useStream();
  const status = view?.snapshot?.status;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 pb-6">
      <h1 className="font-medium text-15">{appId}</h1>
      {view?.summary.environment != null && <span className="label">{view.summary.environment}</span>}
      {view !== undefined && (
        <span
          data-lifecycle={view.summary.lifecycle?.kind}
          data-sequence={view.summary.sequence ?? undefined}
        >
          <MarkTag mark={appMark(view.summary.connection, view.summary.lifecycle?.kind)} />
        </span>
      )}
      {status !== undefined && view?.snapshot != null && (
        <span className="label max-md:hidden">
          {status.guarantee}, {status.log} log, up {formatDuration(view.snapshot.atMs - status.startedAtMs)},
          version {status.build.version}
        </span>
      )}
      <span role="status" className="label">
        {stream.kind === "refused" && `The console refuses: ${stream.message}`}
        {stream.kind === "connecting" && view !== undefined && "Connecting to the console again…"}
      </span>
      {view !== undefined && (
        <div className="ml-auto">
          <ControlButton summary={view.summary} />
        </div>
      )}
    </div>
  );
}
