"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useAppId, useLiveView, useStream } from "../../live/live-app.tsx";
import { NoStream } from "../../ui/no-stream.tsx";
import { Note } from "../../ui/panel.tsx";
import { Headline } from "./headline.tsx";
import { NotReached } from "./not-reached.tsx";

/** What is shown of what an app told. One of which nothing was ever told has none: a place held for it would promise. */
export function ToldParts({ children }: { readonly children: ReactNode }) {
  const stream = useStream();
  const view = useLiveView();
  if (stream.kind === "no-app") return <NoApp />;
  if (view === undefined && (stream.kind === "lost" || stream.kind === "refused"))
    return (
      <NoStream stream={stream}>
        <AllApps />
      </NoStream>
    );
  const connection = view?.summary.connection.kind;
  const isBroken = connection === "unreachable" || connection === "invalid";
  if (isBroken && view?.snapshot === null)
    return (
      <div className="flex flex-col">
        <Headline bare />
        <NotReached summary={view.summary} />
        <Note>
          Nothing was told by it since the console started; this page fills as soon as it answers. <AllApps />
        </Note>
      </div>
    );
  return <div className="flex min-w-0 flex-col gap-12">{children}</div>;
}

/** The id comes from an address, which somebody may have mistyped. */
function NoApp() {
  return (
    <>
      <p data-sentence="" className="max-w-[72ch] text-pretty text-20">
        There is no app named <span className="break-all">{visibleText(useAppId())}</span>.
      </p>
      <Note>
        Apps are named in the configuration of the console. <AllApps />
      </Note>
    </>
  );
}

function AllApps() {
  return (
    <Link href="/" className="whitespace-nowrap text-ink underline">
      All apps
    </Link>
  );
}
