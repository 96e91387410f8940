import { formatGap } from "../../lib/format/duration.ts";
import { formatIso } from "../../lib/format/time.ts";
import type { ChartPoint } from "./chart-data.ts";

/** How many partitions a tooltip has room for. */
const rowsMax = 8;

/** What was true at one tick: relative, ISO and raw. */
export function ChartTooltip({
  point,
  lines,
  heldBackBy,
}: {
  readonly point: ChartPoint;
  readonly lines: readonly string[];
  readonly heldBackBy: string | undefined;
}) {
  const { tick, atMs } = point;
  if (tick === undefined) return null;
  const partitions = lines
    .map((name) => ({ name, watermarkMs: tick.watermarks[name] ?? null }))
    .toSorted(
      (a, b) =>
        (a.watermarkMs ?? Number.POSITIVE_INFINITY) - (b.watermarkMs ?? Number.POSITIVE_INFINITY) || 0,
    );
  return (
    <div className="rounded-6 border border-border bg-bg px-3 py-2 text-12 shadow-(--float)">
      <p className="pb-1 text-quiet">
        {formatIso(atMs)}, tick {tick.sequence}
      </p>
      <table className="font-mono">
        <tbody>
          <TooltipRow
            name="global"
            watermarkMs={tick.globalWatermarkMs}
            atMs={tick.watermarkAtMs}
            className="font-semibold"
          />
          {partitions.slice(0, rowsMax).map(({ name, watermarkMs }) => (
            <TooltipRow
              key={name}
              name={name}
              watermarkMs={watermarkMs}
              atMs={atMs}
              className={name === heldBackBy ? "text-waiting" : "text-soft"}
            />
          ))}
        </tbody>
      </table>
      {partitions.length > rowsMax && (
        <p className="pt-1 text-quiet">{partitions.length - rowsMax} more, all further on</p>
      )}
    </div>
  );
}

function TooltipRow({
  name,
  watermarkMs,
  atMs,
  className,
}: {
  readonly name: string;
  readonly watermarkMs: number | null;
  readonly atMs: number;
  readonly className: string;
}) {
  return (
    <tr className={className}>
      <th scope="row" className="pr-3 text-left font-normal">
        {name}
      </th>
      {watermarkMs === null ? (
        <td colSpan={3}>no watermark</td>
      ) : (
        <>
          <td className="pr-3 text-right">{formatGap(atMs - watermarkMs)}</td>
          <td className="pr-3 text-quiet">{formatIso(watermarkMs)}</td>
          <td className="text-quiet">{watermarkMs} ms</td>
        </>
      )}
    </tr>
  );
}
