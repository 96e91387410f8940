import { defaultHistoryLimits, type HistoryLimits, inMemoryHistoryLimits } from "@stoatflow/api";
import { StartError } from "./start-error.ts";

/** What was given for history, as text; absent: the default. */
export interface HistorySettings {
  readonly bytes: string | undefined;
  readonly days: string | undefined;
  /** There is no data folder. */
  readonly isInMemory: boolean;
}

const mebi = 1024 ** 2;
const bytesBounds = { least: 16 * mebi, most: 1024 ** 4 };
/** What a process can hold beside everything else. */
const bytesInMemoryMax = 1024 * mebi;
/** A day of each 10 s is always kept. */
const daysBounds = { least: 1, most: 3650 };
const dayMs = 86_400_000;

/**
 * @throws StartError with exit status 2, naming the setting, its value and its bounds.
 * @example
 * ```ts
 * historyLimitsOf({ bytes: "536870912", days: "90", isInMemory: false }).bytesMax; // 536_870_912
 * ```
 */
export function historyLimitsOf({ bytes, days, isInMemory }: HistorySettings): HistoryLimits {
  const limits = isInMemory ? inMemoryHistoryLimits : defaultHistoryLimits;
  const most = isInMemory ? bytesInMemoryMax : bytesBounds.most;
  const where = isInMemory ? " in memory; with --data FOLDER it may be more" : "";
  const bytesMax =
    wholeNumber(bytes, { ...bytesBounds, most }, "--history-bytes", `of bytes${where}`) ?? limits.bytesMax;
  const keptDays = wholeNumber(days, daysBounds, "--history-days", "of days");
  if (keptDays === undefined) return { ...limits, bytesMax };
  const keepMs = keptDays * dayMs;
  const { tiers, events } = limits;
  return {
    ...limits,
    bytesMax,
    tiers: { ...tiers, "1min": { ...tiers["1min"], keepMs } },
    events: {
      "late-drop": { ...events["late-drop"], keepMs },
      hold: { ...events.hold, keepMs },
      violation: { ...events.violation, keepMs },
      "life-cycle": { ...events["life-cycle"], keepMs },
      "leader-change": { ...events["leader-change"], keepMs },
    },
  };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

function wholeNumber(
  text: string | undefined,
  { least, most }: Bounds,
  setting: string,
  of: string,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const variable = `STOATFLOW_${setting.slice(2).replace("-", "_").toUpperCase()}`;
  throw new StartError(
    2,
    `${setting} (or ${variable}) is "${text}": give a whole number from ${least} to ${most}, ${of}`,
  );
}
