/**
 * An empty folder outside of the repository, with the packed engine and API installed by npm, as at someone's who has
 * never seen the repository. Only npm's registry, or npm's cache of it, is asked for what they depend on.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "../../.pack/npm.ts";
import { repository } from "../../.pack/repository.ts";

const compiler = join(repository, "node_modules/typescript/bin/tsc");
/** What declarations that speak of Node's own types need. */
const nodeTypes = "@types/node@20.19.43";
/** What a client of the API is made with. */
const trpcClient = "@trpc/client@11.22.1";

export class Outside implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "stoatflow-outside-"));

  constructor() {
    const tarballs = npm(["run", "-s", "pack:packages", "--", this.folder], repository)
      .split("\n")
      .filter((line) => line.endsWith(".tgz"));
    if (tarballs.length !== 2) throw new Error(`packed: ${tarballs.join(", ") || "nothing"}`);
    this.write("package.json", '{ "private": true, "type": "module" }\n');
    npm(
      ["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs, nodeTypes, trpcClient],
      this.folder,
    );
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** The imports that an installed package offers: `@stoatflow/engine`, `@stoatflow/engine/kafka`, … */
  doorsOf(name: string): string[] {
    const manifest = readFileSync(join(this.folder, "node_modules", name, "package.json"), "utf8");
    return Object.keys(JSON.parse(manifest).exports).map((door) => name + door.slice(1));
  }

  /**
   * Compiles a program against the installed declarations, which are checked too, to JavaScript beside it.
   *
   * @returns what the compiler found wrong.
   */
  compile(program: string): string[] {
    const compilerOptions = {
      ...{ target: "es2023", module: "nodenext", strict: true, types: ["node"], skipLibCheck: false },
      ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
    };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, files: [program] }));
    const done = spawnSync(process.execPath, [compiler, "-p", this.folder, "--pretty", "false"], {
      encoding: "utf8",
    });
    const faults = done.stdout.split("\n").filter((line) => line !== "");
    if (done.status !== 0 && faults.length === 0) throw new Error(`the compiler failed: ${done.stderr}`);
    return faults;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
