"use client";

import type { ReactNode } from "react";
import { AppBar } from "../../../features/app/bar.tsx";
import { AppParts } from "../../../features/app/parts.tsx";
import { LiveApp } from "../../../live/live-app.tsx";
import { PageFrame } from "../../../ui/page-frame.tsx";

/** One app, live, whichever part of it is looked at: its stream goes on from part to part. */
export function AppClient({ appId, children }: { readonly appId: string; readonly children: ReactNode }) {
  return (
    <LiveApp appId={appId}>
      <PageFrame bar={<AppBar />} parts={<AppParts />}>
        {children}
      </PageFrame>
    </LiveApp>
  );
}
