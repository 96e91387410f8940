/** The console as `npm start` starts it, on a port that the launcher has held since before, asked all the while. */

import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Child } from "../../apps/demo/launch/child.ts";
import { holdFirstFreePort } from "../../apps/demo/launch/held-port.ts";

const firstPort = 23_000;
const askEveryMs = 20;
/** What hangs is told as such, beside all that was answered. */
const answerLimitMs = 90_000;
/** However long the start takes here, whoever comes may wait. */
const limits = { waiting: 10_000, waitMs: answerLimitMs };
const root = fileURLToPath(new URL("../..", import.meta.url));

let folder: string;
let pages: Child;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stoatflow-start-"));
});
afterEach(async () => {
  await pages?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The status of the answer, or why there is none. */
function ask(port: number, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(answerLimitMs);
    const request = get({ host: "127.0.0.1", port, path, agent: false, signal }, (answer) => {
      answer.once("error", ({ message }) => resolve(message));
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    request.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
  });
}

test("whoever asks while the console starts waits for it and is answered", async () => {
  const held = await holdFirstFreePort(firstPort, 50, limits);
  const answers: Promise<number | string>[] = [];
  const asking = setInterval(() => {
    answers.push(ask(held.port, answers.length % 10 === 0 ? "/" : "/health/live"));
  }, askEveryMs);
  try {
    pages = new Child({
      name: "console",
      script: join(root, "apps/console/server/main.ts"),
      words: ["--handed-socket"],
      env: { NODE_ENV: "production", STOATFLOW_APPS: "", STOATFLOW_LOG_LEVEL: "warn" },
      cwd: root,
      logFile: join(folder, "console.log"),
    });
    await pages.hand(held);
    await pages.says(/^StoatFlow console listening on (http:\S+)$/);
  } finally {
    clearInterval(asking);
  }
  answers.push(ask(held.port, "/"));
  const counts = new Map<number | string, number>();
  for (const answer of await Promise.all(answers)) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  expect(answers.length).toBeGreaterThan(20);
  expect(counts).toEqual(new Map([[200, answers.length]]));
});
