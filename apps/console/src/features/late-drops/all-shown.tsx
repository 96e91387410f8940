"use client";

import { useLostFocus } from "../../ui/use-lost-focus.ts";

/** Stands where the last press of a button has shown all that there is. */
export function AllShown({ what }: { readonly what: string }) {
  const line = useLostFocus<HTMLSpanElement>();
  return (
    <span ref={line} tabIndex={-1} data-all-shown="" className="label block min-h-6 select-none">
      All {what} are shown.
    </span>
  );
}
