import { Glyph } from "../../ui/glyph.tsx";
import { annotationKinds, annotationMarks } from "./annotations.ts";
import type { PlotBox } from "./axes.tsx";
import { labelWidth, placeAnnotations, wordsOfMark } from "./place-annotations.ts";
import type { PlotScale } from "./plot-scale.ts";
import type { Annotations } from "./use-annotations.ts";

const rowPixels = 16;
export const happeningsHeight = annotationKinds.length * rowPixels;

/** What happened beside the lines, on the same axis of time: a row a kind, whether anything of it happened or not. */
export function Happenings({
  box,
  scale,
  annotations,
}: {
  readonly box: Pick<PlotBox, "left" | "width">;
  readonly scale: PlotScale;
  readonly annotations: Annotations;
}) {
  const rows = placeAnnotations(annotations.all, scale);
  return (
    <div className="relative border-hairline border-t" style={{ height: happeningsHeight + 1 }}>
      {annotationKinds.map((kind, row) => {
        const { glyph, hue, token, word } = annotationMarks[kind];
        const marks = rows.get(kind) ?? [];
        return (
          <div
            key={kind}
            data-happenings={kind}
            className="absolute inset-x-0"
            style={{ top: row * rowPixels, height: rowPixels }}
          >
            <span
              className={`absolute truncate text-right text-[11px] leading-4 ${marks.length === 0 ? "text-quiet" : "text-soft"}`}
              style={{ left: 0, width: box.left - 8 }}
            >
              {word}
            </span>
            <span
              aria-hidden="true"
              className="absolute border-selected border-b"
              style={{ left: box.left, width: box.width, top: rowPixels / 2 }}
            />
            {marks.map((mark) => (
              <span
                key={`${mark.of[0]?.fromMs} ${mark.of[0]?.label}`}
                data-mark={kind}
                title={wordsOfMark(mark)}
                className={`absolute flex items-center ${hue}`}
                style={{
                  left: box.left + mark.left,
                  width: Math.max(labelWidth(mark), mark.right - mark.left),
                  height: rowPixels,
                }}
              >
                {mark.right - mark.left > labelWidth(mark) && (
                  <span
                    aria-hidden="true"
                    className="absolute inset-x-0 h-1 rounded-full opacity-45"
                    style={{ background: token }}
                  />
                )}
                <span className="relative inline-flex items-center gap-0.5 bg-bg pr-0.5">
                  <Glyph name={glyph} />
                  {mark.of.length > 1 && (
                    <span className="text-[11px] tabular-nums leading-4">{mark.of.length}</span>
                  )}
                </span>
              </span>
            ))}
          </div>
        );
      })}
    </div>
  );
}
