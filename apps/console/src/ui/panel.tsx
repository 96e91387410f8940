"use client";

import type { ReactNode } from "react";
import { formatAge } from "../lib/format/duration.ts";
import { useFreshness } from "../live/live-app.tsx";
import { Glyph } from "./glyph.tsx";

/**
 * A part of a page that knows its age. Past three seconds without a new tick its numbers grey out and it says since
 * when; nothing else of it changes.
 */
export function Panel({
  id,
  title,
  about,
  aside,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** What is in it, in a few words; a phone has no room for them. */
  readonly about: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <StaleRoot>
      <section id={id} aria-labelledby={`${id}-title`} data-panel={id}>
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-hairline border-b pb-2">
          <div className="flex items-baseline gap-3">
            <h2 id={`${id}-title`} className="font-medium text-15">
              {title}
            </h2>
            <span className="label max-lg:hidden">{about}</span>
            <Age />
          </div>
          {aside}
        </div>
        <div className="figures">{children}</div>
      </section>
    </StaleRoot>
  );
}

/** Marks what is in it as stale, for the style and for tests. */
export function StaleRoot({ children }: { readonly children: ReactNode }) {
  const { kind } = useFreshness();
  return (
    <div data-stale={kind === "stale"} className="min-w-0">
      {children}
    </div>
  );
}

/** "no data for 41 s", once that is so. */
export function Age() {
  const freshness = useFreshness();
  if (freshness.kind !== "stale") return null;
  return (
    <span data-age="" className="inline-flex items-center gap-1.5 whitespace-nowrap text-12 text-soft">
      <Glyph name="slashed" />
      no data for {formatAge(freshness.ageMs)}
    </span>
  );
}

/** An honest word where there is nothing to show. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className="py-6 text-13 text-quiet">{children}</p>;
}

/** Holds the place of rows that are on their way, so that nothing moves when they come. */
export function RowsOnTheirWay({ rows, label }: { readonly rows: number; readonly label: string }) {
  return (
    <div role="status" aria-label={label} style={{ height: rows * 32 }} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className="flex h-8 shrink-0 items-center border-selected border-b">
          <div className="h-2 w-2/5 rounded-full bg-hover" />
        </div>
      ))}
    </div>
  );
}
