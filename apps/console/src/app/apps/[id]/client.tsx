"use client";

import { AppBar } from "../../../features/app/bar.tsx";
import { AppPanels } from "../../../features/app/panels.tsx";
import { LiveApp } from "../../../live/live-app.tsx";
import { PageFrame } from "../../../ui/page-frame.tsx";

/** Everything about one app, live. */
export function AppClient({ appId }: { readonly appId: string }) {
  return (
    <LiveApp appId={appId}>
      <PageFrame bar={<AppBar />}>
        <AppPanels />
      </PageFrame>
    </LiveApp>
  );
}
