import type { AppConfig } from "../apps/app-config.ts";

/** A configured app with nothing but its addresses, and what a test cares about put in. */
export function appConfigOf(
  id: string,
  url: string | readonly string[],
  more: Partial<AppConfig> = {},
): AppConfig {
  const urls = typeof url === "string" ? [url] : url;
  return { id, urls, environment: null, owner: null, runbookUrl: null, labels: {}, ...more };
}
