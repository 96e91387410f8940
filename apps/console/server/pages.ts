import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import next from "next";
import { StartError } from "./start-error.ts";

export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * Loads the built pages of the console.
 *
 * @throws StartError with exit status 1 where they were not built.
 */
export async function loadPages(dir: string): Promise<Pages> {
  if (!existsSync(path.join(dir, ".next", "BUILD_ID"))) {
    throw new StartError(1, `the console is not built (${dir}/.next): run npm run build -w apps/console`);
  }
  const app = next({ dev: false, dir });
  await app.prepare();
  const handle = app.getRequestHandler();
  return { handle: (request, response) => handle(request, response) };
}
