import { type SparkPoint, sparkPath } from "./spark-path.ts";

const size = { width: 72, height: 18 };

/** How a number went, as a line of a fixed size beside it: the number says what it is now. `least`: what is noise. */
export function Sparkline({
  points,
  least,
  hue,
}: {
  readonly points: readonly SparkPoint[];
  readonly least: number;
  readonly hue: string;
}) {
  return (
    <svg
      viewBox={`0 -1 ${size.width} ${size.height + 2}`}
      width={size.width}
      height={size.height + 2}
      aria-hidden="true"
      className={`meter shrink-0 ${hue}`}
    >
      <path d={`M0 ${size.height}H${size.width}`} className="stroke-hairline" strokeDasharray="1 3" />
      <path
        d={sparkPath(points, { ...size, least })}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
      />
    </svg>
  );
}
