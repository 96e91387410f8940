/**
 * `npm run pack:console -- FOLDER`: the console as one folder that starts with `node server.js`, wherever there is a
 * Node, with nothing to install.
 *
 * The pages and what renders them are what Next gathers as its standalone output; its own server is left out. In
 * front stands the console's server, compiled, with its dependencies. Nothing in the folder is written at run time.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { copyDependencies, dependenciesOf } from "./copy-dependencies.ts";
import { repository } from "./repository.ts";
import { stagePackage } from "./stage-package.ts";

/** What the console's server imports; the pages' own imports are in Next's output. */
const serverDependencies = ["@trpc/server", "pino", "prom-client"];
/** Next resizes images with these. No page has one, and they are bound to one system. */
const leftOut = ["sharp", "@img"];

const source = join(repository, "apps/console");
const build = join(source, ".next");
const standalone = join(build, "standalone");

const [given] = process.argv.slice(2);
const hindrance = hindranceTo(given);
if (hindrance !== undefined) {
  console.error(hindrance);
  process.exitCode = 2;
} else if (given !== undefined) {
  pack(resolve(given));
  console.log(`packed: node ${join(given, "server.js")}`);
}

/** Why nothing can be packed there, with the way out. */
function hindranceTo(folder: string | undefined): string | undefined {
  if (folder === undefined) return "name the folder to make: npm run pack:console -- FOLDER";
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    return `${folder} is not empty: name a folder that is, or that is not there yet`;
  }
  return existsSync(standalone) ? undefined : `the console is not built (${standalone}): npm run build`;
}

function pack(folder: string): void {
  mkdirSync(folder, { recursive: true });

  cpSync(join(standalone, "apps/console/.next"), join(folder, ".next"), { recursive: true });
  // The bundler leaves the source of a worker beside what it made of it; nobody asks for that.
  const isMade = (path: string): boolean => !path.endsWith(".ts");
  cpSync(join(build, "static"), join(folder, ".next/static"), { recursive: true, filter: isMade });
  const nodeModules = join(folder, "node_modules");
  const gathered = join(standalone, "node_modules");
  const unwanted = leftOut.map((name) => join(gathered, name));
  cpSync(gathered, nodeModules, {
    recursive: true,
    filter: (path) => !unwanted.some((root) => path === root || path.startsWith(root + sep)),
  });

  for (const name of ["engine", "api"]) {
    stagePackage(name, join(nodeModules, "@stoatflow", name));
    const manifest = join(repository, "packages", name, "package.json");
    copyDependencies(manifest, Object.keys(dependenciesOf(manifest)).filter(isForeign), folder);
  }
  copyDependencies(join(source, "package.json"), serverDependencies, folder);
  compileServer(join(folder, "server"));

  const { version, engines } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const manifest = { name: "@stoatflow/console", version, private: true, type: "module", engines };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, "server.js"), 'import "./server/main.js";\n');
  cpSync(join(source, "README.md"), join(folder, "README.md"));
  cpSync(join(repository, "LICENSE"), join(folder, "LICENSE"));
}

function compileServer(folder: string): void {
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  const project = join(source, "tsconfig.build.json");
  const done = spawnSync(process.execPath, [compiler, "--project", project, "--outDir", folder], {
    encoding: "utf8",
  });
  if (done.status !== 0)
    throw new Error(`the console's server does not compile:\n${done.stdout}${done.stderr}`);
}

function isForeign(name: string): boolean {
  return !name.startsWith("@stoatflow/");
}
