import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { NextConfig } from "next";
import { StartError } from "./start-error.ts";

/** Answers a request with a page or a file of the build. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Loads the built pages of the console, with the configuration that they were built with.
 *
 * @throws StartError with exit status 1 where they were not built.
 */
export async function loadPages(dir: string): Promise<Pages> {
  const conf = builtConfig(dir);
  // Next is large: a wrong setting is told before it is loaded.
  const { default: next } = await import("next");
  const app = next({ dev: false, dir, conf });
  await app.prepare();
  return app.getRequestHandler();
}

function builtConfig(dir: string): NextConfig {
  try {
    const built: { config: NextConfig } = JSON.parse(
      readFileSync(path.join(dir, ".next", "required-server-files.json"), "utf8"),
    );
    return built.config;
  } catch (cause) {
    throw new StartError(1, `the console is not built (${dir}/.next): run npm run build -w apps/console`, {
      cause,
    });
  }
}
