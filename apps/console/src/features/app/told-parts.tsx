"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useLiveView, useStream } from "../../live/live-app.tsx";
import { Note } from "../../ui/panel.tsx";
import { Headline } from "./headline.tsx";

/** What is shown of what an app told. One of which nothing was ever told has none: a place held for it would promise. */
export function ToldParts({ children }: { readonly children: ReactNode }) {
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
  return <div className="flex min-w-0 flex-col gap-12">{children}</div>;
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
