"use client";

import { useState } from "react";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { Note, Panel, RowsOnTheirWay } from "../../ui/panel.tsx";
import { rememberActor, rememberedActor } from "../control/actor.ts";
import { IncidentRow } from "./row.tsx";
import { simulatesIncidents } from "./simulates.ts";
import { useIncidents } from "./use-incidents.ts";

/** What can be made to go wrong in an app of the demo, to see what the console says of it. */
export function IncidentsPanel() {
  const appId = useAppId();
  const view = useLiveView();
  const [actor, setActor] = useState(rememberedActor);
  const simulates = simulatesIncidents(view);
  const { listed, ask, busy, failure } = useIncidents(appId, simulates);
  const by = actor.trim();
  return (
    <Panel
      id="incidents"
      title="Simulate an incident"
      about="it really happens to this app, and ends when it is ended, or by itself"
      aside={
        simulates && (
          <label className="label flex items-center gap-2">
            Your name, for the audit
            <input
              name="actor"
              className="field h-7 w-40"
              maxLength={200}
              autoComplete="name"
              value={actor}
              onChange={(event) => setActor(event.target.value)}
            />
          </label>
        )
      }
    >
      {!simulates && (
        <Note>
          {appId} simulates no incidents: only the apps of the demo do, which disturb nobody's work.
        </Note>
      )}
      {listed.error !== null && <Note>The incidents can't be had: {listed.error.message}</Note>}
      {simulates && listed.isPending && <RowsOnTheirWay rows={8} label="Asking for the incidents" />}
      <div role="alert" className="text-13 text-bug empty:hidden [&:not(:empty)]:pt-3">
        {failure}
      </div>
      <ul className="flex flex-col">
        {listed.data?.items.map((incident) => (
          <IncidentRow
            key={incident.name}
            incident={incident}
            atMs={Math.max(listed.data.atMs, view?.summary.atMs ?? 0)}
            canAsk={by !== "" && !busy}
            onAsk={(verb) => {
              rememberActor(by);
              ask(verb, incident.name, by);
            }}
          />
        ))}
      </ul>
    </Panel>
  );
}
