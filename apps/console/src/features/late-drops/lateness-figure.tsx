import type { LateDropFigures } from "@stoatflow/api";
import { formatLength } from "../../lib/format/duration.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { shareWords } from "./grace-steps.ts";
import { TableTwin } from "./table-twin.tsx";

type Lateness = Extract<LateDropFigures["lateness"], { kind: "known" }>;
type Bucket = Lateness["histogram"][number];

/** How late they were: a bar for each range of lateness, which a click filters by, and the share that was at most that late as a line. */
export function LatenessFigure({
  lateness,
  matching,
  onRange,
}: {
  readonly lateness: Lateness;
  readonly matching: number;
  readonly onRange: (bucket: Bucket) => void;
}) {
  const { histogram, quantiles } = lateness;
  const most = Math.max(...histogram.map(({ count }) => count));
  const upTo = cumulated(histogram);
  const first = histogram[0];
  const last = histogram.at(-1);
  return (
    <figure className="min-w-0" aria-label="How late they were">
      <figcaption className="text-pretty pb-1 text-12 text-soft">
        How late:{" "}
        {quantiles
          .filter(({ percent }) => percent === 50 || percent === 95 || percent === 100)
          .map(({ percent, latenessMs }) => unbroken(`${percent} % within ${formatLength(latenessMs)}`))
          .join(", ")}
      </figcaption>
      <div className="relative h-20 border-hairline border-b">
        <div className="flex h-full items-end gap-px">
          {histogram.map((bucket, place) => (
            <button
              key={`${bucket.fromMs}-${bucket.toMs}`}
              type="button"
              data-bucket={bucket.fromMs}
              title={`${rangeWords(bucket)}: ${formatCount(bucket.count)}, ${shareWords({ kept: upTo[place] ?? 0, of: matching })} at most that late`}
              aria-label={`Only those late by ${rangeWords(bucket)}: ${formatCount(bucket.count)}`}
              onClick={() => onRange(bucket)}
              className="group/bar flex h-full min-w-0 flex-1 items-end hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span
                className="hue block w-full bg-line group-hover/bar:bg-glyph"
                style={{ height: bucket.count === 0 ? 0 : `max(2px, ${(bucket.count / most) * 100}%)` }}
              />
            </button>
          ))}
        </div>
        <Steps shares={upTo.map((count) => count / matching)} />
      </div>
      <div aria-hidden="true" className="label flex justify-between pt-0.5">
        <span>{first === undefined ? "" : formatEdge(first.fromMs)}</span>
        <span>at most that late: line, to 100 %</span>
        <span>{last === undefined ? "" : formatEdge(last.toMs)}</span>
      </div>
      <TableTwin
        head={["Late by", "Dropped", "At most that late"]}
        rows={histogram.map((bucket, place) => [
          rangeWords(bucket),
          formatCount(bucket.count),
          shareWords({ kept: upTo[place] ?? 0, of: matching }),
        ])}
      />
    </figure>
  );
}

/** A line over equal columns, at the right end of each at its share. */
function Steps({ shares }: { readonly shares: readonly number[] }) {
  const points = shares.map((share, place) => `${place + 1},${1 - share}`).join(" ");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${shares.length} 1`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full overflow-visible text-late"
    >
      <polyline
        points={`0,1 ${points}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

function cumulated(histogram: readonly Bucket[]): readonly number[] {
  let sum = 0;
  return histogram.map(({ count }) => {
    sum += count;
    return sum;
  });
}

function formatEdge(edgeMs: number | null): string {
  return edgeMs === null ? "" : formatLength(edgeMs);
}

/** `fromMs` is in it, `toMs` is not. */
function rangeWords({ fromMs, toMs }: Bucket): string {
  if (fromMs === null) return toMs === null ? "any time" : `less than ${formatLength(toMs)}`;
  return toMs === null
    ? `${formatLength(fromMs)} or more`
    : `${formatLength(fromMs)} to ${formatLength(toMs)}`;
}
