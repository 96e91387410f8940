import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brokerJars } from "./jars.ts";

let cacheDir: string;
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), "jars-"));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

test("two who come at once fetch once", async () => {
  let fetches = 0;
  const fetch = async (into: string) => {
    fetches += 1;
    await writeFile(join(into, "kafka.jar"), "whole");
  };
  const [one, two] = await Promise.all([brokerJars({ cacheDir, fetch }), brokerJars({ cacheDir, fetch })]);
  expect(fetches).toBe(1);
  expect(one).toBe(two);
  expect(readdirSync(cacheDir)).toEqual([one.slice(cacheDir.length + 1)]);
});

test("a failed fetch leaves nothing that looks whole, and the next one succeeds", async () => {
  const failing = async (into: string) => {
    await writeFile(join(into, "half.jar"), "half");
    throw new Error("no network");
  };
  await expect(brokerJars({ cacheDir, fetch: failing })).rejects.toThrow("no network");
  const jars = await brokerJars({ cacheDir, fetch: (into) => writeFile(join(into, "kafka.jar"), "whole") });
  expect(readdirSync(jars)).toEqual(["kafka.jar"]);
});

test("the left-overs of a fetch that was killed half way do not stand in the way", async () => {
  const name = "0123456789ab";
  const jars = await brokerJars({ cacheDir, fetch: (into) => writeFile(join(into, "kafka.jar"), "whole") });
  const hash = jars.slice(cacheDir.length + 1);
  expect(hash).toHaveLength(name.length);
  rmSync(jars, { recursive: true });
  mkdirSync(`${jars}.partial`);
  writeFileSync(join(`${jars}.partial`, "half.jar"), "half");
  // No process has this id: it is beyond what the system gives.
  writeFileSync(`${jars}.lock`, String(2 ** 30));

  const again = await brokerJars({ cacheDir, fetch: (into) => writeFile(join(into, "kafka.jar"), "whole") });
  expect(readdirSync(again)).toEqual(["kafka.jar"]);
  expect(readFileSync(join(again, "kafka.jar"), "utf8")).toBe("whole");
  expect(existsSync(`${jars}.lock`)).toBe(false);
});
