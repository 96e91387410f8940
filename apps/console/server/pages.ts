import { existsSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { type Pages, placePages } from "./placed-pages.ts";
import { StartError } from "./start-error.ts";

/**
 * Loads the built pages of the console from `.next`, or from the folder that `STOATFLOW_CONSOLE_BUILD` names, to be
 * served below a base path; their requests come without it.
 *
 * @throws StartError with exit status 1 where they were not built.
 */
export async function loadPages(dir: string, basePath: string): Promise<Pages> {
  const build = path.join(dir, process.env["STOATFLOW_CONSOLE_BUILD"] ?? ".next");
  if (!existsSync(path.join(build, "BUILD_ID"))) {
    throw new StartError(1, `the console is not built (${build}): run npm run build -w apps/console`);
  }
  const mark = adoptSettingsOf(build);
  // Next is large: a wrong setting is told before it is loaded.
  const { default: next } = await import("next");
  // It would listen for upgrades on the server of the first request, past the guard; it is given one that never listens.
  const app = next({ dev: false, dir, httpServer: http.createServer() });
  await app.prepare();
  return placePages(app.getRequestHandler(), { mark, basePath });
}

/**
 * Lets Next run with the settings that the pages were built with, in the way of its own standalone server. It would
 * read and translate `next.config.ts` again, which a packed console does not have.
 *
 * @returns the path below which the build stands.
 */
function adoptSettingsOf(build: string): string {
  const files: unknown = JSON.parse(readFileSync(path.join(build, "required-server-files.json"), "utf8"));
  if (!hasSettings(files)) {
    throw new StartError(1, `the build of the console has no settings (${build}): build it again`);
  }
  process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"] = JSON.stringify(files.config);
  return files.config.basePath;
}

function hasSettings(files: unknown): files is { readonly config: { readonly basePath: string } } {
  if (typeof files !== "object" || files === null || !("config" in files)) return false;
  const { config } = files;
  return (
    typeof config === "object" &&
    config !== null &&
    "basePath" in config &&
    typeof config.basePath === "string"
  );
}
