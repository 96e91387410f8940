"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { useId } from "react";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useFreshness, useLiveView } from "../../live/live-app.tsx";
import { Button } from "../../ui/button.tsx";
import type { WholeRecord } from "./use-whole-record.ts";
import { loadWords, whyNotLoaded } from "./whole-record.ts";

/** Below what was cut: the way to the whole, or what came of it. */
export function LoadWhole({ drop, whole }: { readonly drop: LateDropEntry; readonly whole: WholeRecord }) {
  const id = useId();
  const view = useLiveView();
  const freshness = useFreshness();
  const reason = view === undefined ? undefined : whyNotLoaded(view, freshness);
  if (whole.kind === "whole") return null;
  if (whole.kind === "another")
    return (
      <p role="status" data-whole="another" className="text-pretty pt-2 text-13 text-waiting">
        The log has another record at this offset by now: it was cut or made anew since the drop.
      </p>
    );
  const isLoading = whole.kind === "loading";
  const isOff = isLoading || view === undefined || reason !== undefined;
  return (
    <div data-whole={whole.kind} className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-2">
      {whole.kind === "failed" && (
        <p role="status" className="text-pretty text-13 text-soft">
          It can't be had: {visibleText(whole.message)}.
        </p>
      )}
      <Button
        className="h-7 aria-disabled:cursor-default aria-disabled:border-hairline aria-disabled:bg-hover aria-disabled:text-quiet"
        // Not `disabled`, which would take the focus away from whoever pressed it.
        aria-disabled={isOff}
        aria-busy={isLoading}
        aria-describedby={reason === undefined ? undefined : id}
        onClick={() => {
          if (isOff) return;
          if (whole.kind === "failed") whole.again();
          else if (whole.kind === "not-asked") whole.load();
        }}
      >
        {isLoading ? "Loading…" : whole.kind === "failed" ? "Try again" : loadWords(drop)}
      </Button>
      {reason !== undefined && !isLoading && (
        <span id={id} className="label">
          {reason}
        </span>
      )}
    </div>
  );
}
