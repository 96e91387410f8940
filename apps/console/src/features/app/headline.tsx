"use client";

import { useLiveView } from "../../live/live-app.tsx";
import { FigureText } from "../../ui/number-cell.tsx";
import { Age, StaleRoot } from "../../ui/panel.tsx";
import { sentenceOf } from "./sentence.ts";
import { type Vital, vitalsOf } from "./vitals.ts";

/** The sentence, and the four numbers under it. */
export function Headline() {
  const view = useLiveView();
  const snapshot = view?.snapshot;
  return (
    <StaleRoot>
      <div className="flex min-h-16 flex-col gap-1">
        <p
          data-sentence=""
          data-sequence={view?.summary.sequence ?? undefined}
          className="figures max-w-[72ch] text-pretty text-20"
        >
          {view === undefined ? "Waiting for the first tick." : sentenceOf(view.summary)}
        </p>
        <div className="min-h-5">
          <Age />
        </div>
      </div>
      <dl className="figures grid grid-cols-2 gap-x-8 gap-y-4 pt-4 sm:grid-cols-4">
        {snapshot === undefined || snapshot === null
          ? ["Gap to now", "Lag", "Held", "Late drops"].map((label) => (
              <EmptyVital key={label} label={label} />
            ))
          : vitalsOf(snapshot).map((vital) => <VitalNumber key={vital.label} vital={vital} />)}
      </dl>
    </StaleRoot>
  );
}

function VitalNumber({ vital: { label, figure, note, hue } }: { readonly vital: Vital }) {
  return (
    <div className="min-w-0">
      <dt className="label">{label}</dt>
      <dd>
        <FigureText
          figure={figure}
          className={`block truncate font-medium text-28 tracking-tight ${hue ?? ""} hue`}
        />
        <span className="label block truncate">{note}</span>
      </dd>
    </div>
  );
}

function EmptyVital({ label }: { readonly label: string }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd>
        <span className="block text-28 text-quiet">—</span>
        <span className="label block">not told yet</span>
      </dd>
    </div>
  );
}
