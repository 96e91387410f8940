import { isDeepStrictEqual } from "node:util";
import type { AppConfig } from "./app-config.ts";

/** Whether nothing of an app was changed: then nothing of it needs to be touched. */
export function sameApp(a: AppConfig, b: AppConfig): boolean {
  return isDeepStrictEqual(a, b);
}
