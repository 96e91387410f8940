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
      className="grid grid-cols-[minmax(0,72ch)_auto] justify-start gap-x-12 gap-y-3 border-selected border-b py-4 max-sm:grid-cols-1"
      data-incident={name}
      data-running={running !== null}
    >
      <div>
        <div className="flex items-center gap-x-3">
          <h3 className="font-medium text-13">{title}</h3>
          {running !== null && <MarkTag mark={{ glyph: "triangle", hue: "text-waiting", word: "on" }} />}
        </div>
        <p className="text-pretty pt-1 text-13 text-soft">{happens}</p>
        <p className="text-pretty pt-1 text-13 text-soft">
          <span className="text-quiet">Look at</span> {lookAt}
        </p>
        <p className="label pt-1">
          More in <span className="font-mono">docs/incidents/{name}.md</span>
        </p>
      </div>
      <div className="flex items-center gap-3 self-start">
        <Button
          className="w-16"
          disabled={!canAsk}
          onClick={() => onAsk(verb)}
          aria-label={`${verb === "begin" ? "Begin" : "End"}: ${title}`}
        >
          {verb === "begin" ? "Begin" : "End"}
        </Button>
        {running !== null && (
          <span className="label figures max-w-[36ch] text-pretty">{runningWords(running, atMs)}</span>
        )}
      </div>
    </li>
  );
}
