/**
 * Type-checks examples with the repository's own compiler and settings, all in one run.
 *
 * Each becomes a file below `.stoatflow/examples` whose lines stand where they stand in its source, so that what the
 * compiler says of a line is true of the source as well.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Example } from "./example.ts";
import { importsFor } from "./example-scope.ts";
import { repository } from "./repository.ts";

const compiler = join(repository, "node_modules/typescript/bin/tsc");

/** @param run names the folder of the files, which the next run of that name empties. */
export class ExampleCompiler {
  /** From the root of the repository. */
  readonly #folder: string;

  constructor(run: string) {
    this.#folder = `.stoatflow/examples/${run}`;
    rmSync(join(repository, this.#folder), { recursive: true, force: true });
  }

  /** Makes a module of the example and gives its path. `code` may be put in place of the example's own. */
  write(example: Example, code = example.code): string {
    const file = `${this.#folder}/${example.file}.${example.line}.${example.language}`;
    const lines = "\n".repeat(example.line - 1);
    const path = join(repository, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${lines}${code}\n${importsFor(example, dirname(file))}\nexport {};\n`);
    return path;
  }

  /**
   * One sentence for each thing that is wrong: the source with its line, and what the compiler says.
   *
   * @throws {Error} where the compiler could not do its work.
   */
  faults(examples: readonly Example[]): string[] {
    const files = examples.map((example) => this.write(example));
    const project = join(repository, this.#folder, "tsconfig.json");
    const settings = {
      extends: join(repository, "tsconfig.json"),
      // What an example imports may be plain JavaScript with types in its comments, or run in a browser.
      compilerOptions: {
        jsx: "react-jsx",
        allowJs: true,
        lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"],
      },
      files,
    };
    writeFileSync(project, JSON.stringify(settings));
    const run = spawnSync(process.execPath, [compiler, "--project", project, "--pretty", "false"], {
      cwd: repository,
      encoding: "utf8",
    });
    const errors = run.stdout.split("\n").filter((line) => line.includes(": error TS"));
    if (run.status !== 0 && errors.length === 0) {
      throw new Error(`the compiler ended with status ${run.status}: ${run.stdout}${run.stderr}`);
    }
    return errors.map((line) => this.#atSource(line)).sort();
  }

  #atSource(error: string): string {
    const [, file, line, what] = /^(.+)\.\d+\.tsx?\((\d+),\d+\): (.*)$/.exec(error) ?? [];
    if (file === undefined) return error;
    return `${file.slice(this.#folder.length + 1)}:${line}: ${what}`;
  }
}
