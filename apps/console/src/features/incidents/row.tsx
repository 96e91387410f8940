import type { Incident } from "@stoatflow/engine/wire";
import { Button } from "../../ui/button.tsx";
import { MarkTag } from "../../ui/mark-tag.tsx";
import { runningWords } from "./running-words.ts";

/** One incident: what happens, where to look, and the button that begins or ends it. */
export function IncidentRow({
  incident: { name, title, happens, lookAt, running },
  atMs,
  canAsk,
  onAsk,
}: {
  readonly incident: Incident;
  /** The app's clock. */
  readonly atMs: number;
  readonly canAsk: boolean;
  readonly onAsk: (verb: "begin" | "end") => void;
}) {
  const verb = running === null ? "begin" : "end";
  return (
    <li
      className="flex items-start justify-between gap-x-6 gap-y-3 border-selected border-b py-4 max-sm:flex-col"
      data-incident={name}
      data-running={running !== null}
    >
      <div className="max-w-[72ch]">
        <h3 className="flex items-center gap-3 font-medium text-13">
          {title}
          {running !== null && <MarkTag mark={{ glyph: "triangle", hue: "text-waiting", word: "on" }} />}
        </h3>
        <p className="text-pretty pt-1 text-13 text-soft">{happens}</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 pt-1 text-13">
          <dt className="text-quiet">Look at</dt>
          <dd className="text-pretty text-soft">{lookAt}</dd>
          <dt className="text-quiet">More</dt>
          <dd className="font-mono text-12 text-soft leading-5">docs/incidents/{name}.md</dd>
        </dl>
        <p className="label min-h-4 pt-1">{running === null ? "" : runningWords(running, atMs)}</p>
      </div>
      <Button
        disabled={!canAsk}
        onClick={() => onAsk(verb)}
        aria-label={`${verb === "begin" ? "Begin" : "End"}: ${title}`}
      >
        {verb === "begin" ? "Begin" : "End"}
      </Button>
    </li>
  );
}
