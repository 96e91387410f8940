"use client";

/** The columns of a row, and of the line of headings above all rows. Narrower than that a row is a card. */
export const rowColumns =
  "grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 xl:grid-cols-[24px_minmax(0,1fr)_824px_92px] xl:gap-x-4";
export const figureColumns =
  "grid grid-cols-3 gap-x-3 gap-y-2 md:grid-cols-[160px_repeat(6,minmax(0,1fr))] xl:grid-cols-[168px_148px_48px_88px_92px_96px_88px] xl:gap-x-4 xl:gap-y-0";

const heads: readonly (readonly [word: string, means: string])[] = [
  ["Gap to now", "How far event time is behind the app's clock, and how that went"],
  ["Lag, catch-up", "Offsets to the end, and how long they last as it goes now"],
  ["Held", "Heads that are held behind older records"],
  ["Late a minute", "Late drops a minute, over the last five whole ones"],
  ["Violations", "What the tripwire counted since the app's start: bugs and expected ones"],
  ["Lanes", "Lanes that are full, and the oldest work in one"],
  ["Seen", "When something of it was received last"],
];

export function RowHeads({
  isAllSelected,
  onSelectAll,
}: {
  readonly isAllSelected: boolean;
  readonly onSelectAll: (isSelected: boolean) => void;
}) {
  return (
    <div className={`${rowColumns} label items-end border-hairline border-b pb-2`}>
      <label className="flex size-6 items-center">
        <input
          type="checkbox"
          className="size-4"
          checked={isAllSelected}
          aria-label="Select all apps that are shown"
          onChange={(event) => onSelectAll(event.target.checked)}
        />
      </label>
      <span className="pb-1" aria-hidden="true">
        App
      </span>
      <div aria-hidden="true" className={`${figureColumns} pb-1 text-right max-xl:hidden`}>
        {heads.map(([word, means]) => (
          <span key={word} title={means}>
            <span className="explained">{word}</span>
          </span>
        ))}
      </div>
      <span />
    </div>
  );
}
