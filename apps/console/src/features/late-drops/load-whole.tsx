"use client";

import type { LateDropEntry } from "@stoatflow/api";
import { useId } from "react";
import { visibleText } from "../../lib/format/visible-text.ts";
import { useFreshness, useLiveView } from "../../live/live-app.tsx";
import { Button } from "../../ui/button.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import type { WholeRecord } from "./use-whole-record.ts";
import { loadWords, whyNotLoaded } from "./whole-record.ts";

/** Below what was cut: the way to the whole, or what came of it. */
export function LoadWhole({ drop, whole }: { readonly drop: LateDropEntry; readonly whole: WholeRecord }) {
  const id = useId();
  const view = useLiveView();
  const freshness = useFreshness();
  const reason = view === undefined ? undefined : whyNotLoaded(view, freshness);
  const told = useLostFocus<HTMLParagraphElement>(whole.kind === "another");
  if (whole.kind === "whole") return null;
  const words = wordsOf(whole);
  const isLoading = whole.kind === "loading";
  const isOff = isLoading || view === undefined || reason !== undefined;
  return (
    <div data-whole={whole.kind} className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-2">
      {/* It is there before there is anything to tell, so that what comes is read out. */}
      <p
        ref={told}
        role="status"
        tabIndex={-1}
        className={words === undefined ? "sr-only" : `text-pretty text-13 ${hueOf[whole.kind]}`}
      >
        {words}
      </p>
      {whole.kind !== "another" && (
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
      )}
      {reason !== undefined && !isLoading && whole.kind !== "another" && (
        <span id={id} className="label">
          {reason}
        </span>
      )}
    </div>
  );
}

const hueOf = { "not-asked": "", loading: "", failed: "text-soft", another: "text-waiting" } as const;

function wordsOf(whole: WholeRecord): string | undefined {
  if (whole.kind === "failed") return `It can't be had: ${visibleText(whole.message)}.`;
  if (whole.kind === "another")
    return "The log has another record at this offset by now: it was cut or made anew since the drop.";
  return undefined;
}
