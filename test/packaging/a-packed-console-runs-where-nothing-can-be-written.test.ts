import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PackedConsole } from "./packed-console.ts";
import { bodyOf } from "./started.ts";

const node = process.execPath;

let packed: PackedConsole;

beforeAll(() => {
  packed = new PackedConsole();
});

afterAll(() => packed?.[Symbol.dispose]());

it("it serves the page with all its scripts and styles, and the calls, and writes nothing", async () => {
  const before = packed.listing();
  await using pages = await packed.start({ node, apps: "orders=http://127.0.0.1:8" });

  const page = await bodyOf(pages.url);
  const assets = new Set(page.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g));
  expect(assets.size).toBeGreaterThan(3);
  for (const asset of assets) expect(await bodyOf(pages.url + asset)).not.toBe("");
  expect(await bodyOf(`${pages.url}/apps/orders`)).toContain("<title>");
  expect(await bodyOf(`${pages.url}/icon.svg`)).toContain("<svg");
  expect(await pages.apps()).toMatchObject([{ id: "orders", app: null }]);
  expect((await fetch(`${pages.url}/_next/image?url=%2Ficon.svg&w=64&q=75`)).status).toBe(404);

  expect(await pages.stop()).toBe(0);
  expect(
    pages
      .complaints()
      .split("\n")
      .filter((line) => /EROFS|EACCES|ENOENT|unhandled/i.test(line)),
  ).toEqual([]);
  expect(packed.listing()).toEqual(before);
});

it("it holds neither sources, nor tests, nor a way out of its folder, and only the database is bound to a system", () => {
  const files = readdirSync(packed.folder, { recursive: true, encoding: "utf8" });
  const own = files.filter((file) => !file.startsWith("node_modules") || file.includes("@stoatflow"));
  expect(own.filter((file) => /\.test\.|(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  const bound = files.filter((file) => /\.(node|so|dylib|dll)$/.test(file));
  expect(bound.filter((file) => !file.startsWith(join("node_modules", "@libsql")))).toEqual([]);
  expect(bound).not.toEqual([]);
  expect(files.filter((file) => lstatSync(join(packed.folder, file)).isSymbolicLink())).toEqual([]);
});

it("a data folder that can't be written is told in one line", async () => {
  const data = join(packed.folder, "data");
  await expect(packed.start({ node, apps: "", data })).rejects.toThrow(
    /ended with status 1:\nstoatflow console: the data folder is ".*": it can't be written \(\w+\); give --data [^\n]*\n$/,
  );
});
