"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { appHref } from "../../lib/app-href.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { useAppId, useLiveView, useStream } from "../../live/live-app.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { simulatesIncidents } from "../incidents/simulates.ts";

interface Part {
  /** Its folder in the address; the overview has none. */
  readonly path: string;
  readonly word: string;
  readonly count?: number | null | undefined;
}

/** The way between the parts of an app, with how much is in each. */
export function AppParts() {
  const home = appHref(useAppId());
  const here = usePathname();
  const view = useLiveView();
  const stream = useStream();
  if (stream.kind === "no-app") return null;
  const summary = view?.summary;
  const parts: readonly Part[] = [
    { path: "", word: "Overview" },
    { path: "/partitions", word: "Partitions", count: summary?.partitions },
    { path: "/late-drops", word: "Late drops", count: summary?.lateDropped },
    { path: "/violations", word: "Violations", count: summary?.violations },
    { path: "/lanes", word: "Lanes", count: view?.snapshot?.lanes.lanes.length },
    { path: "/audit", word: "Audit" },
    ...(simulatesIncidents(view) ? [{ path: "/incidents", word: "Simulate an incident" }] : []),
  ];
  return (
    <nav aria-label="Parts of this app">
      <ScrollMore>
        <ul className="flex">
          {parts.map(({ path, word, count }) => (
            <li key={path}>
              <Link
                href={home + path}
                aria-current={here === home + path ? "page" : undefined}
                ref={here === home + path ? intoView : undefined}
                className="flex h-9 items-center gap-2 whitespace-nowrap border-transparent border-b-2 pr-1 text-13 text-soft hover:text-ink aria-[current]:border-ink aria-[current]:text-ink mr-4 scroll-mx-10"
              >
                {word}
                <span className="min-w-[2ch] font-mono text-12 text-quiet">
                  {count === undefined || count === null ? "" : formatCount(count)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </ScrollMore>
    </nav>
  );
}

/** Where there is no room for all parts, the one that is looked at is in view. */
function intoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
