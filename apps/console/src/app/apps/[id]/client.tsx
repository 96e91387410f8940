"use client";

import { AppBar } from "../../../features/app/bar.tsx";
import { Headline } from "../../../features/app/headline.tsx";
import { SectionRail } from "../../../features/app/section-rail.tsx";
import { LanesPanel } from "../../../features/lanes/panel.tsx";
import { LateDropsPanel } from "../../../features/late-drops/panel.tsx";
import { PartitionsPanel } from "../../../features/partitions/panel.tsx";
import { ViolationsPanel } from "../../../features/violations/panel.tsx";
import { WatermarksPanel } from "../../../features/watermarks/panel.tsx";
import { LiveApp } from "../../../live/live-app.tsx";
import { PageFrame } from "../../../ui/page-frame.tsx";

/** Everything about one app, live. */
export function AppClient({ appId }: { readonly appId: string }) {
  return (
    <LiveApp appId={appId}>
      <PageFrame bar={<AppBar />}>
        <div className="grid gap-x-12 min-[1440px]:grid-cols-[128px_minmax(0,1fr)]">
          <SectionRail />
          <div className="flex min-w-0 flex-col gap-12">
            <Headline />
            <WatermarksPanel />
            <PartitionsPanel />
            <LanesPanel />
            <LateDropsPanel />
            <ViolationsPanel />
          </div>
        </div>
      </PageFrame>
    </LiveApp>
  );
}
