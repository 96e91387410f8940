import type { LateDropEntry } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";
import { previewPayload } from "../../lib/format/payload.ts";
import { formatClock, formatIso } from "../../lib/format/time.ts";
import { partitionName } from "../../live/append-tick.ts";
import { ScrollMore } from "../../ui/scroll-more.tsx";

/** One line a drop: when, which key, how late, where from. */
export function LateDropList({
  drops,
  bootId,
  open,
  onOpen,
}: {
  readonly drops: readonly LateDropEntry[];
  /** The run that is shown; those of earlier runs stand below a line that says so. */
  readonly bootId: string | null;
  readonly open: string | undefined;
  readonly onOpen: (name: string) => void;
}) {
  return (
    <div className="-mx-2">
      <div aria-hidden="true" className={`${columns} label h-8 items-center border-hairline border-b`}>
        <span>Dropped, UTC</span>
        <span>Key</span>
        <span className="text-right">Late by</span>
        <span className="text-right max-sm:hidden">Partition</span>
      </div>
      <ScrollMore className="max-h-128">
        <ul aria-label="Late drops, newest first">
          {drops.map((drop, index) => {
            const name = `${drop.bootId}-${drop.id}`;
            return (
              <li key={name} className="border-selected border-b">
                {isFirstOfEarlierRun(drops, index, bootId) && (
                  <p data-earlier-run="" className="label border-selected border-b px-2 py-2">
                    before the app was started anew
                  </p>
                )}
                <button
                  type="button"
                  data-late-drop={name}
                  aria-pressed={name === open}
                  onClick={() => onOpen(name)}
                  className={`${columns} h-8 w-full items-center rounded-none text-left focus-visible:-outline-offset-2 ${name === open ? "bg-selected" : "hover:bg-raised"}`}
                >
                  <time
                    dateTime={formatIso(drop.atMs)}
                    title={formatIso(drop.atMs)}
                    className="font-mono text-12"
                  >
                    {formatClock(drop.atMs)}
                  </time>
                  <span
                    className={`truncate font-mono text-12 ${isText(drop.key) ? "" : "text-quiet italic"}`}
                  >
                    {previewPayload(drop.key).text}
                  </span>
                  <span className="text-right font-mono text-12">{formatDuration(drop.latenessMs)}</span>
                  <span className="truncate text-right font-mono text-12 text-soft max-sm:hidden">
                    {partitionName(drop)}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </ScrollMore>
    </div>
  );
}

const columns =
  "grid grid-cols-[84px_minmax(0,1fr)_112px] gap-x-3 px-2 sm:grid-cols-[84px_minmax(0,1fr)_112px_minmax(72px,auto)]";

/** Whether the entry begins those of another run than the one before it, and that is not the run that is shown. */
function isFirstOfEarlierRun(drops: readonly LateDropEntry[], index: number, bootId: string | null): boolean {
  const boot = drops[index]?.bootId;
  return boot !== bootId && drops[index - 1]?.bootId !== boot;
}

function isText(payload: LateDropEntry["key"]): boolean {
  return payload !== null && payload.sizeBytes > 0;
}
