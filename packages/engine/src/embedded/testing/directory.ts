/** A directory of its own for each test, gone with the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "embedded-log-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
