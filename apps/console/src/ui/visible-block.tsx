import { visibleParts } from "../lib/format/visible-text.ts";

/** A block of somebody else's text: what a browser would swallow or let reorder the rest is written out, and marked as such. */
export function VisibleBlock({ text }: { readonly text: string }) {
  return visibleParts(text).map((part, place) =>
    part.kind === "as-it-is" ? (
      part.text
    ) : (
      <span
        key={`${String(place)}-${part.text}`}
        title="a character that can't be seen, written out"
        className="rounded-[3px] border border-border bg-hover px-px text-soft"
      >
        {part.text}
      </span>
    ),
  );
}
