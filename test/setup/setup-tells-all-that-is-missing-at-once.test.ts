import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("setup.mjs", import.meta.url));
let path: string;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "stoatflow-setup-"));
  symlinkSync(process.execPath, join(path, "node"));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

function setup(environment: Record<string, string> = {}) {
  return spawnSync(join(path, "node"), [script], {
    env: { PATH: path, NGINX_PATH: join(path, "nginx"), ...environment },
    encoding: "utf8",
    timeout: 5000,
  });
}

/** A command on the path of the run, as a shell script. */
function command(name: string, body: string): void {
  writeFileSync(join(path, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(path, name), 0o755);
}

const answering = (words: string) => `echo '${words}'`;
const java = (version: string) => `echo 'openjdk version "${version}"' >&2`;

test("with nothing but Node, all four are named and the status is 3", () => {
  const done = setup();
  expect(done.status).toBe(3);
  expect(done.stderr).toContain("Java 17 or newer");
  expect(done.stderr).toContain("Maven");
  expect(done.stderr).toContain("Chromium");
  expect(done.stderr).toContain("nginx");
  expect(done.stderr).toContain("npm run setup");
});

test("with everything there, nothing is installed and the status is 0", () => {
  command("java", java("17.0.15"));
  command("mvn", "exit 1");
  command("chromium", answering("Chromium 156.0.8078.108"));
  command("nginx", answering("nginx version: nginx/1.22.1"));
  const done = setup();
  expect(done.stderr).toBe("");
  expect(done.status).toBe(0);
});

test("a Java that is too old is missing, with the version that was found", () => {
  command("java", java("11.0.2"));
  command("mvn", "exit 0");
  command("chromium", answering("Chromium 156.0.8078.108"));
  command("nginx", answering("nginx version: nginx/1.22.1"));
  const done = setup();
  expect(done.status).toBe(3);
  expect(done.stderr).toContain('"java" is version 11');
  expect(done.stderr).not.toContain("Maven:");
});

test("a JAVA_HOME that leads nowhere is named, since another Java beside it would not help", () => {
  command("java", java("17.0.15"));
  const done = setup({ JAVA_HOME: "/nowhere/java" });
  expect(done.status).toBe(3);
  expect(done.stderr).toContain("JAVA_HOME is /nowhere/java");
});

test("a browser that is only a pointer to a snap is missing", () => {
  command("chromium-browser", "echo 'requires the chromium snap to be installed'; exit 1");
  expect(setup().stderr).toContain("Chromium: none of");
});

test("what is missing is brought by the package manager, and only that", () => {
  command("chromium", answering("Chromium 156.0.8078.108"));
  command("nginx", answering("nginx version: nginx/1.22.1"));
  command("sudo", 'shift; exec "$@"');
  const log = join(path, "installs");
  const bring = `echo "$*" >> ${log}; cp ${path}/new-java ${path}/java; cp ${path}/new-java ${path}/mvn`;
  command("new-java", java("17.0.15"));
  symlinkSync("/bin/cp", join(path, "cp"));
  for (const manager of ["apt-get", "dnf", "apk", "pacman", "brew"]) command(manager, bring);
  const done = setup();
  expect(done.stderr).toBe("");
  expect(done.status).toBe(0);
  const installs = readFileSync(log, "utf8");
  expect(installs).toContain("maven");
  expect(installs).not.toContain("chrom");
});

test("a package manager that fails leaves the list of what is missing and the status 3", () => {
  command("sudo", 'shift; exec "$@"');
  for (const manager of ["apt-get", "dnf", "apk", "pacman", "brew"]) command(manager, "exit 100");
  const done = setup();
  expect(done.status).toBe(3);
  expect(done.stderr).toContain("ended with 100");
  expect(done.stderr).toContain("Java 17 or newer");
});
