"use client";

import { formatCount } from "../../lib/format/integer.ts";
import { useLiveView } from "../../live/live-app.tsx";

/** The parts of the page, with how much is in each. */
export function SectionRail() {
  const view = useLiveView();
  const summary = view?.summary;
  const sections: readonly (readonly [id: string, word: string, count: number | null | undefined])[] = [
    ["watermarks", "Watermarks", undefined],
    ["partitions", "Partitions", summary?.partitions],
    ["holds", "Holds", undefined],
    ["lanes", "Lanes", view?.snapshot?.lanes.lanes.length],
    ["late-drops", "Late drops", summary?.lateDropped],
    ["violations", "Violations", summary?.violations],
  ];
  return (
    <nav aria-label="Parts of this page" className="max-[1440px]:hidden">
      <ul className="sticky top-18 flex flex-col">
        {sections.map(([id, word, count]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex h-8 items-center justify-between gap-2 border-hairline border-b text-13 text-soft hover:text-ink"
            >
              {word}
              <span className="font-mono text-12 text-quiet">
                {count === undefined || count === null ? "" : formatCount(count)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
