"use client";

import { useQuery } from "@tanstack/react-query";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useTRPC } from "../../trpc/context.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { useTimes } from "../../ui/times-provider.tsx";

/** How often it is asked whether the file of the apps could be taken. */
const beatMs = 5000;

/** Says that the file of the apps is refused as it stands, why, and that what is shown is of the last good one. */
export function RefusedFile() {
  const trpc = useTRPC();
  const times = useTimes();
  const { data } = useQuery(
    trpc.apps.configuration.queryOptions(undefined, { refetchInterval: beatMs, retry: false }),
  );
  if (data?.kind !== "refused") return null;
  return (
    <div
      role="alert"
      data-refused=""
      className="mb-6 flex gap-3 rounded-6 border border-border bg-raised p-4"
    >
      <span className="flex h-5 shrink-0 items-center">
        <Glyph name="triangle" className="text-waiting" />
      </span>
      <div className="min-w-0 text-pretty">
        <p className="font-medium">
          {data.file} is refused since {times.words(data.sinceMs, data.sinceMs)}; these are the apps of the
          last good one.
        </p>
        <p className="text-soft">{visibleText(data.error)}</p>
        <p className="text-soft">
          Mend the file: it is read again as soon as it is saved, without a restart.
        </p>
      </div>
    </div>
  );
}
