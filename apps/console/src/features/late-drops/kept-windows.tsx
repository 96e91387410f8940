import type { LateDropEntry } from "@stoatflow/api";
import { formatCount, formatQuantity } from "../../lib/format/integer.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { useTimes } from "../../ui/times-provider.tsx";

/** How many windows stand there at once; the rest unfolds. */
const shownAtOnce = 4;

/** The windows that the same record was counted in: a record may be late for one window and in time for another. */
export function KeptWindows({ drop }: { readonly drop: LateDropEntry }) {
  const times = useTimes();
  const { keptWindows, timestampMs } = drop;
  const words = keptWindows.map(({ startMs, endMs }) =>
    unbroken(`${times.near(startMs, timestampMs)} to ${times.near(endMs, timestampMs)}`),
  );
  const rest = words.slice(shownAtOnce);
  return (
    <section
      aria-label="Windows that it was counted in"
      data-field="keptWindows"
      data-value={words.length}
      className="pt-4"
    >
      <h3 className="label">Also counted in</h3>
      {words.length === 0 ? (
        <p className="pt-1 text-quiet">no other window</p>
      ) : (
        <>
          <p className="pt-1">
            {formatQuantity(words.length, "other window")}:{" "}
            <span className="font-mono text-12">{words.slice(0, shownAtOnce).join(", ")}</span>
          </p>
          {rest.length > 0 && (
            <details>
              <summary className="label min-h-6 w-fit cursor-pointer underline hover:text-ink">
                {formatCount(rest.length)} more
              </summary>
              <p className="pt-1 font-mono text-12">{rest.join(", ")}</p>
            </details>
          )}
        </>
      )}
    </section>
  );
}
