import type { ApiContext } from "../context.ts";
import { exportFormat, type LateDropExports } from "../wire/index.ts";
import { exportLookedMax, exportRowsMax } from "./export-late-drops.ts";

/** Whether late drops can be saved as a file, so that a page offers what will be given. */
export function lateDropExportsOf({ exports }: Pick<ApiContext, "exports">): LateDropExports {
  if (exports.kind === "off") return exports;
  return {
    kind: "on",
    formats: [...exportFormat.options],
    rowsMax: exportRowsMax,
    lookedMax: exportLookedMax,
  };
}
