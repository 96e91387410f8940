import type { ClockSkew } from "@stoatflow/api";
import { formatDuration } from "../../lib/format/duration.ts";

/** How a clock stands to that of the console: gaps are never reckoned across the two. */
export function skewWords(skew: ClockSkew): string {
  switch (skew.kind) {
    case "unknown":
      return "not known yet";
    case "close":
      return "as the console's";
    case "apart":
      return `${formatDuration(skew.skewMs)} ${skew.skewMs < 0 ? "behind" : "ahead of"} the console's`;
  }
}
