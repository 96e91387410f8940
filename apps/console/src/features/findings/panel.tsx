"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { appHref } from "../../lib/app-href.ts";
import { recentOptions } from "../../live/append-tick.ts";
import { useAppId, useFreshness, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { Glyph, type GlyphName } from "../../ui/glyph.tsx";
import { StaleRoot } from "../../ui/panel.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import type { FindingKind } from "./finding.ts";
import { findingsOf } from "./findings.ts";

const looks: Readonly<Record<FindingKind, readonly [GlyphName, hue: string]>> = {
  bug: ["cross", "text-bug"],
  expected: ["back", "text-expected"],
  "stuck-lane": ["quarter", "text-bug"],
  undecodable: ["slashed", "text-bug"],
  "late-drops": ["down", "text-late"],
  ahead: ["triangle", "text-waiting"],
  held: ["diamond", "text-held"],
  idle: ["dashed", "text-quiet"],
};

const lateDropsLooked = 50;
const violationsLooked = 20;

/** What else stands out, each thing with the way to more of it. Its room is always there, so that nothing below moves. */
export function FindingsPanel() {
  const trpc = useTRPC();
  const appId = useAppId();
  const times = useTimes();
  const freshness = useFreshness();
  const view = useLiveView();
  const snapshot = view?.snapshot;
  const lateDropRate = view?.summary.lateDropRate;
  const recent = useQuery(trpc.watermarks.recent.queryOptions({ appId }, recentOptions));
  const lateDrops = useQuery(trpc.lateDrops.list.queryOptions({ appId, limit: lateDropsLooked }));
  const violations = useQuery(trpc.violations.list.queryOptions({ appId, limit: violationsLooked }));
  // Once a tick, not at each beat by which ages grow.
  const found = useMemo(
    () =>
      snapshot === undefined || snapshot === null
        ? undefined
        : findingsOf(
            snapshot,
            {
              ticks: recent.data?.ticks ?? [],
              lateDrops: lateDrops.data?.items ?? [],
              lateDropsAreAll: lateDrops.data?.nextBefore === null,
              lateDropRate,
              violations: violations.data?.items ?? [],
            },
            times,
          ),
    [snapshot, lateDropRate, recent.data, lateDrops.data, violations.data, times],
  );
  const isTold = [recent, lateDrops, violations].every(({ data }) => data !== undefined);
  const failed = lateDrops.error ?? violations.error ?? recent.error;
  const notKnown = failed === null ? undefined : `What else there is can't be had in full: ${failed.message}`;
  return (
    <StaleRoot>
      <section
        aria-label="What else stands out"
        data-findings={isTold ? "told" : "asked"}
        className="figures"
      >
        <ScrollMore className="h-36 max-sm:h-56">
          {notKnown !== undefined && <p className="py-1 text-13 text-quiet">{notKnown}</p>}
          {found?.length === 0 && isTold && freshness.kind === "fresh" && (
            <p className="py-1 text-13 text-quiet">Nothing else stands out.</p>
          )}
          <ul>
            {found?.map(({ kind, sentence, href }) => {
              const [glyph, hue] = looks[kind];
              return (
                <li key={kind} data-finding={kind} className="py-1 text-13">
                  <Link href={appHref(appId) + href} className="flex gap-2 text-soft hover:text-ink">
                    <Glyph name={glyph} className={`mt-1 ${hue}`} />
                    <span className="text-pretty">{sentence}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </ScrollMore>
      </section>
    </StaleRoot>
  );
}
