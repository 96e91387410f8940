/**
 * The product as it is built and installed, apart from the workspace: the packed console, and an app beside the
 * packed engine. A Node of any version can be asked to run it.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watermarksBody } from "@stoatflow/engine/wire";
import { copyDependencies, dependenciesOf } from "../../.pack/copy-dependencies.ts";
import { repository } from "../../.pack/repository.ts";
import { stagePackage } from "../../.pack/stage-package.ts";
import { PackedConsole } from "../packaging/packed-console.ts";
import { bodyOf, Started } from "../packaging/started.ts";
import { waitFor } from "../wait-for.ts";

export class BuiltProduct implements Disposable {
  readonly #console = new PackedConsole();
  readonly #app = mkdtempSync(join(tmpdir(), "stoatflow-app-"));

  constructor() {
    writeFileSync(join(this.#app, "package.json"), '{ "private": true, "type": "module" }\n');
    cpSync(join(repository, "test/node-floor/app.mjs"), join(this.#app, "app.mjs"));
    stagePackage("engine", join(this.#app, "node_modules/@stoatflow/engine"));
    const manifest = join(repository, "packages/engine/package.json");
    copyDependencies(manifest, Object.keys(dependenciesOf(manifest)), this.#app);
  }

  /**
   * Starts both with a Node, and looks: the app has taken its records, the page is served, the page's list has the app
   * live, and both end in order when asked.
   *
   * @returns one line that says what was seen.
   * @throws {Error} that says what was not.
   */
  async tryWith(node: string): Promise<string> {
    await using app = await Started.start({ node, words: ["app.mjs"], cwd: this.#app });
    const position = await waitFor("the app has taken its three records", async () => {
      const { partitions } = watermarksBody.parse(JSON.parse(await bodyOf(`${app.url}/watermarks`)));
      return partitions.find((partition) => partition.position === "3" && partition.watermarkMs !== null);
    });
    await using pages = await this.#console.start({ node, apps: `words=${app.url}` });
    const page = await bodyOf(pages.url);
    if (!page.includes("<title>")) throw new Error(`${pages.url} is no page: ${page.slice(0, 200)}`);
    await waitFor("the console shows the app live", async () =>
      (await pages.apps()).find((shown) => shown.app === "words" && shown.connection.kind === "live"),
    );
    const statuses = [await pages.stop(), await app.stop()];
    if (statuses.some((status) => status !== 0))
      throw new Error(`console, app ended with ${statuses.join(", ")}`);
    return `page of ${page.length} characters, /watermarks at position ${position.position}`;
  }

  [Symbol.dispose](): void {
    this.#console[Symbol.dispose]();
    rmSync(this.#app, { recursive: true });
  }
}
