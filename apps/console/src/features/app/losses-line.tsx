"use client";

import Link from "next/link";
import { appHref } from "../../lib/app-href.ts";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { lossesOf } from "./losses.ts";

/** "Did we lose anything?" in a sentence whose parts lead to more of them. */
export function LossesLine() {
  const home = appHref(useAppId());
  const times = useTimes();
  const snapshot = useLiveView()?.snapshot;
  return (
    <p data-losses="" className="figures min-h-5 max-w-[128ch] text-pretty text-13 text-soft max-sm:min-h-15">
      {snapshot !== undefined &&
        snapshot !== null &&
        lossesOf(snapshot, times).map(({ text, path }, i) =>
          path === undefined ? (
            // The parts of one sentence have no names of their own.
            <span key={`part-${String(i)}`}>{text}</span>
          ) : (
            <Link
              key={`part-${String(i)}`}
              href={home + path}
              className="text-ink underline decoration-line underline-offset-3 hover:decoration-ink"
            >
              {text}
            </Link>
          ),
        )}
    </p>
  );
}
