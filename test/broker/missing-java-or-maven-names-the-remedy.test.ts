import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findJava, findMaven, javaVersion } from "./java.ts";

test("without Java the error says how to get it", () => {
  expect(() => findJava({ PATH: "/nowhere" })).toThrow(/needs Java 17.*npm run setup.*apt-get install/s);
});

test("a JAVA_HOME that leads nowhere is named", () => {
  expect(() => findJava({ PATH: "/usr/bin", JAVA_HOME: "/nowhere" })).toThrow("/nowhere/bin/java");
});

test("a Java that is too old is named with its version", () => {
  const folder = mkdtempSync(join(tmpdir(), "java-"));
  writeFileSync(join(folder, "java"), "#!/bin/sh\necho 'openjdk version \"11.0.20\" 2023-07-18' >&2\n", {
    mode: 0o755,
  });
  expect(() => findJava({ PATH: `${folder}:/bin` })).toThrow(/11\.0\.20.*npm run setup/s);
  rmSync(folder, { recursive: true });
});

test("without Maven the error says how to get it", () => {
  expect(() => findMaven({ PATH: "/nowhere" })).toThrow(/"mvn" cannot be run.*npm run setup/s);
});

test.each([
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ['java version "1.8.0_402"', 8],
  ['openjdk version "25" 2025-09-16', 25],
])("%s is version %d", (printed, version) => {
  expect(javaVersion(printed)).toBe(version);
});
