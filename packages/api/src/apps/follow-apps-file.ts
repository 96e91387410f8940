/**
 * Follows the configuration file: what is changed there is taken while the console runs, and what is wrong there is told
 * and changes nothing.
 *
 * It owns the text that was last taken or refused and the wait for the next look; the console's process starts and stops
 * it. It reads the file anew at each look instead of waiting to be told by the system: that works for a file that is
 * replaced by a rename or through a link, on network mounts, and in containers. A text is taken once it was read twice
 * the same, so that a file in the middle of being written is no list of apps. Bounded: one look at a time, and no file
 * above {@link yamlBytesMax} (invariant 17).
 */
import { readFile, stat } from "node:fs/promises";
import { ApiError } from "../api-error.ts";
import type { Clock } from "../clock.ts";
import type { CollectorLogger } from "../collector/logger.ts";
import { messageOf } from "../one-line.ts";
import type { AppsConfiguration } from "../wire/index.ts";
import type { AppConfig } from "./app-config.ts";
import { parseApps } from "./parse-apps.ts";
import { tooLarge, yamlBytesMax } from "./yaml-bounds.ts";

/** From one look to the next. */
const lookMs = 500;

export interface FollowAppsFile {
  readonly file: string;
  /** What the apps were made of at the start, so that the same is not taken again. */
  readonly text: string;
  /** As for `parseApps`: it outweighs the file, at each change. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
  /** Given each new list, whole. */
  readonly onApps: (apps: readonly AppConfig[]) => void;
}

export interface FollowedAppsFile {
  start(): void;
  stop(): void;
  configuration(): AppsConfiguration;
}

type Read =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly error: string };

/**
 * @example
 * ```ts
 * const followed = followAppsFile({ file, text, env, clock, logger, onApps: (apps) => collectors.apply(apps) });
 * followed.start();
 * ```
 */
export function followAppsFile({ file, text, env, clock, logger, onApps }: FollowAppsFile): FollowedAppsFile {
  let configuration: AppsConfiguration = { kind: "current", file, sinceMs: clock.nowMs() };
  let settled: Read = { kind: "text", text };
  let last: Read = settled;
  let cancel: (() => void) | undefined;

  return {
    start() {
      cancel ??= clock.after(lookMs, () => void look());
    },
    stop() {
      cancel?.();
      cancel = () => undefined;
    },
    configuration: () => configuration,
  };

  async function look(): Promise<void> {
    const stopping = cancel;
    const found = await readBounded(file);
    if (cancel !== stopping) return;
    const isStill = isSame(found, last);
    last = found;
    cancel = clock.after(lookMs, () => void look());
    if (!isStill || isSame(found, settled)) return;
    settled = found;
    take(found);
  }

  function take(found: Read): void {
    try {
      if (found.kind === "unreadable") throw new ApiError("configuration", found.error);
      const apps = parseApps({ env, yamlText: found.text, yamlName: file });
      onApps(apps);
      configuration = { kind: "current", file, sinceMs: clock.nowMs() };
      logger.info({ file, apps: apps.length }, "the list of apps was read anew");
    } catch (thrown) {
      // Whatever it is, the console goes on with the apps that it has, and looks again.
      configuration = { kind: "refused", file, sinceMs: clock.nowMs(), error: messageOf(thrown) };
      logger.warn({ file, error: configuration.error }, "the list of apps is wrong and was not taken");
    }
  }
}

function isSame(a: Read, b: Read): boolean {
  return a.kind === "text"
    ? b.kind === "text" && a.text === b.text
    : b.kind === "unreadable" && a.error === b.error;
}

async function readBounded(file: string): Promise<Read> {
  try {
    const { size } = await stat(file);
    if (size > yamlBytesMax) return unreadable(`${file}: ${tooLarge(size)}`);
    return { kind: "text", text: await readFile(file, "utf8") };
  } catch (thrown) {
    return unreadable(`${file}: can't be read: ${messageOf(thrown)}; put the file back`);
  }
}

function unreadable(error: string): Read {
  return { kind: "unreadable", error };
}
