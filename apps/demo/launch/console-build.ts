/**
 * The builds of the console that `npm start` runs from: one folder for each state of the sources, made once and never
 * changed, so that neither tests, which build into `.next`, nor a later start can replace what a running one serves.
 *
 * It owns `apps/console/.next-start`. A build knows the name of its folder and can't be moved, so it is made under its
 * last name, and is used once it is marked as whole; the builds of other sources that no running start uses are swept
 * away.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Child } from "./child.ts";
import { buildsFolder, consoleInputsHash, wholeBuild, wholeMark } from "./whole-build.mjs";

export type ConsoleBuild =
  | { readonly kind: "unchanged"; readonly folder: string }
  | { readonly kind: "building"; readonly building: Child; readonly done: Promise<string> };

/**
 * Finds the build of the sources as they are, or starts to make it. The folder is relative to `apps/console`.
 *
 * @throws {Error} by `done`, naming the log, where the build fails.
 */
export function consoleBuild(root: string, logFile: string): ConsoleBuild {
  const consoleRoot = join(root, "apps/console");
  const hash = consoleInputsHash(root);
  sweep(join(consoleRoot, buildsFolder), hash);
  const whole = wholeBuild(root, hash);
  if (whole !== undefined) {
    use(join(consoleRoot, whole));
    return { kind: "unchanged", folder: whole };
  }
  const folder = `${buildsFolder}/${hash}.${process.pid}`;
  const building = new Child({
    name: "the console's build",
    script: createRequire(import.meta.url).resolve("next/dist/bin/next"),
    words: ["build"],
    env: { NODE_ENV: "production", STOATFLOW_CONSOLE_BUILD: folder },
    cwd: consoleRoot,
    logFile,
  });
  const done = building.ended.then((status) => {
    if (status !== 0) throw new Error(`the console could not be built; see ${logFile}`);
    const made = join(consoleRoot, folder);
    use(made);
    // It would speed up another build into the same folder, and there is none.
    rmSync(join(made, "cache"), { recursive: true, force: true });
    writeFileSync(join(made, wholeMark), "");
    return folder;
  });
  // The launcher looks at it only when the apps are up.
  done.catch(() => {});
  return { kind: "building", building, done };
}

/** Says that this process serves from the build. */
function use(build: string): void {
  const users = join(build, "users");
  mkdirSync(users, { recursive: true });
  writeFileSync(join(users, String(process.pid)), "");
}

/** Removes what nobody is at any more: builds of other sources, and what builds that were killed have left. */
function sweep(builds: string, hash: string): void {
  if (!existsSync(builds)) return;
  for (const name of readdirSync(builds)) {
    const users = join(builds, name, "users");
    const pids = [name.split(".")[1], ...(existsSync(users) ? readdirSync(users) : [])].map(Number);
    const isWanted = name.startsWith(`${hash}.`) && existsSync(join(builds, name, wholeMark));
    if (!isWanted && !pids.some(isAlive)) rmSync(join(builds, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Someone else's process is alive too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
