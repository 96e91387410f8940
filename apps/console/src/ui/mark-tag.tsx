import { Glyph } from "./glyph.tsx";
import type { Mark } from "./mark.ts";

/** A state as glyph and word. */
export function MarkTag({ mark, className = "" }: { readonly mark: Mark; readonly className?: string }) {
  const isNeutral = mark.hue === "text-glyph" || mark.hue === "text-quiet";
  return (
    <span
      className={`hue inline-flex items-center gap-1.5 whitespace-nowrap align-top ${isNeutral ? "text-soft" : mark.hue} ${className}`}
    >
      <Glyph name={mark.glyph} className={mark.hue} />
      <span className="word">{mark.word}</span>
    </span>
  );
}
