import type { InstanceSummary } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";

/** How far the clocks of an app's instances are apart: what they say of time is compared, so it has to be the same time. */
export function InstanceClocks({ instances }: { readonly instances: readonly InstanceSummary[] }) {
  if (instances.length < 2) return null;
  return (
    <ul
      data-instance-clocks=""
      className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-12 text-soft"
      aria-label="Clocks of the instances"
    >
      {instances.map(({ url, instanceId, skew }) => (
        <li key={url} className={skew.kind === "apart" ? "text-waiting" : ""}>
          {instanceId ?? url}: clock {wordsOf(skew)}
        </li>
      ))}
    </ul>
  );
}

function wordsOf(skew: InstanceSummary["skew"]): string {
  if (skew.kind === "unknown") return "not known";
  const word = `${formatDuration(skew.skewMs)} ${skew.skewMs < 0 ? "behind" : "ahead of"} the console's`;
  return skew.kind === "apart" ? `${word}, too far for times to be compared` : word;
}
