/** The settings by name: what `--help` prints, and what a name that is none is held against. */
import { closestMatch } from "leven";

interface SettingName {
  readonly flag?: string;
  readonly variable?: string;
  readonly says: string;
}

const settingNames: readonly SettingName[] = [
  { variable: "STOATFLOW_APPS", says: "the apps to show: id=address, several with commas" },
  { flag: "--config file.yaml", says: "the apps as a file, which is read anew when it changes" },
  { flag: "--port N", says: "where it listens (3000); 0: the system chooses" },
  { flag: "--host H", says: "another name of loopback" },
  {
    flag: "--base-path /path",
    variable: "STOATFLOW_BASE_PATH",
    says: "the path below which a proxy offers it, such as /stoatflow (/)",
  },
  {
    flag: "--origins list",
    variable: "STOATFLOW_ORIGINS",
    says: "where browsers find that proxy, such as https://ops.example.com, several with commas",
  },
  { flag: "--data folder", variable: "STOATFLOW_DATA", says: "the one folder that it may write to" },
  {
    flag: "--history-bytes N",
    variable: "STOATFLOW_HISTORY_BYTES",
    says: "bytes of all history that is kept",
  },
  {
    flag: "--history-days N",
    variable: "STOATFLOW_HISTORY_DAYS",
    says: "days for which it is kept at its coarsest (30)",
  },
  {
    flag: "--late-drop-export on|off",
    variable: "STOATFLOW_LATE_DROP_EXPORT",
    says: "whether late drops can be saved as a file (on)",
  },
  { variable: "STOATFLOW_LOG_LEVEL", says: "how much it logs to standard error (info)" },
  { flag: "--help", says: "prints this" },
];

const known = settingNames.flatMap(({ variable }) => variable ?? []);

/** More letters than that are no slip. */
const slipsMax = 3;

/** Of engines, which may have the environment in common; of the build, and of what starts the console. */
const notOfConsole = /^STOATFLOW_(PROCESSING_|SERVER_|STATUS_|CONSOLE_BUILD$|LEASH$|SHARED$)/;

export function helpText(): string {
  const rows = settingNames.map(
    ({ flag, variable, says }) => [[flag, variable].filter(Boolean).join(", "), says] as const,
  );
  const width = Math.max(...rows.map(([names]) => names.length));
  return [
    "Usage: node server.js [flags]; a flag outweighs the environment",
    "",
    ...rows.map(([names, says]) => `  ${names.padEnd(width)}  ${says}`),
  ].join("\n");
}

/** All flags in one line. */
export function flagsInOneLine(): string {
  const flags = settingNames.flatMap(({ flag }) => flag ?? []);
  return `${flags.slice(0, -1).join(", ")} and ${flags.at(-1)}`;
}

/**
 * A line for each variable that looks like a setting and is none.
 *
 * @example
 * ```ts
 * unknownVariables({ STOATFLOW_APS: "orders=http://127.0.0.1:4001", STOATFLOW_PORT: "3001" });
 * // ["the variable STOATFLOW_APS is no setting and is ignored; the nearest one is STOATFLOW_APPS",
 * //  "the variable STOATFLOW_PORT is no setting and is ignored; give the flag --port N"]
 * ```
 */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("STOATFLOW_") && !notOfConsole.test(name) && !known.includes(name))
    .map((name) => `the variable ${name} is no setting and is ignored; ${meant(name)}`);
}

/** What was likely meant: the flag of that name, or what a slip of the pen may have made of a variable. */
function meant(name: string): string {
  const flag = settingNames.find(({ flag }) => flag?.split(" ")[0] === flagOf(name))?.flag;
  if (flag !== undefined) return `give the flag ${flag}`;
  const nearest = closestMatch(name, known, { maxDistance: slipsMax });
  return nearest === undefined ? "--help prints those that are" : `the nearest one is ${nearest}`;
}

/** `--log-level` for STOATFLOW_LOG_LEVEL. */
function flagOf(variable: string): string {
  return `--${variable
    .replace(/^STOATFLOW_/, "")
    .replaceAll("_", "-")
    .toLowerCase()}`;
}
