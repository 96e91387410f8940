"use client";

import Link from "next/link";
import { useLiveView, useStream } from "../../live/live-app.tsx";
import { Note } from "../../ui/panel.tsx";
import { HoldsPanel } from "../holds/panel.tsx";
import { LanesPanel } from "../lanes/panel.tsx";
import { LateDropsPanel } from "../late-drops/panel.tsx";
import { PartitionsPanel } from "../partitions/panel.tsx";
import { ViolationsPanel } from "../violations/panel.tsx";
import { WatermarksPanel } from "../watermarks/panel.tsx";
import { Headline } from "./headline.tsx";
import { SectionRail } from "./section-rail.tsx";
import { StayAtAnchor } from "./stay-at-anchor.tsx";

/** The parts of the page of an app. One of which nothing was ever told has none: a place held for them would promise. */
export function AppPanels() {
  const stream = useStream();
  const view = useLiveView();
  if (stream.kind === "refused" && view === undefined)
    return <Nothing sentence={`The console refuses: ${stream.message}.`} />;
  const connection = view?.summary.connection.kind;
  const isBroken = connection === "unreachable" || connection === "invalid";
  if (isBroken && view?.snapshot === null)
    return (
      <div className="flex flex-col">
        <Headline bare />
        <Note>
          Nothing was told by it since the console started. It is asked again by itself, and this page fills
          as soon as it answers. <AllApps />
        </Note>
      </div>
    );
  return (
    <div className="grid gap-x-12 min-[1440px]:grid-cols-[128px_minmax(0,1fr)]">
      <SectionRail />
      <StayAtAnchor>
        <Headline />
        <WatermarksPanel />
        <PartitionsPanel />
        <HoldsPanel />
        <LanesPanel />
        <LateDropsPanel />
        <ViolationsPanel />
      </StayAtAnchor>
    </div>
  );
}

function Nothing({ sentence }: { readonly sentence: string }) {
  return (
    <>
      <p data-sentence="" className="max-w-[72ch] text-pretty text-20">
        {sentence}
      </p>
      <Note>
        <AllApps />
      </Note>
    </>
  );
}

function AllApps() {
  return (
    <Link href="/" className="text-ink underline">
      All apps
    </Link>
  );
}
