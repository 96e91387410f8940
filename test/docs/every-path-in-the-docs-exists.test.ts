/**
 * Every file that a page names is there: where a link points, from the page's own folder, and what stands between
 * backticks and looks like a file of the repository. There a page may leave out the folders in front, as a reader
 * would: `dispatch/tripwire.ts`, `engine.ts`.
 */
import { posix } from "node:path";
import { expect, it } from "vitest";
import { repositoryFiles, textOf } from "./repository.ts";

const files = repositoryFiles();
const topFolders = new Set(files.filter((file) => file.includes("/")).map((file) => file.split("/")[0]));

/** Files that readers have or write themselves. */
const readersOwn = new Set(["stoatflow.yaml"]);

/** What is written in blocks between fences is code, and no prose that names files. */
function proseOf(page: string): string {
  return page.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, "");
}

function looksLikeAFile(text: string): boolean {
  if (!/^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(text) || readersOwn.has(text)) return false;
  const [first = ""] = text.split("/");
  return (
    (text.includes("/") && topFolders.has(first)) || /\w\.(?:tsx?|mjs|cjs|json|ya?ml|md|png)$|\/$/.test(text)
  );
}

function isThere(named: string, known: readonly string[]): boolean {
  const path = `/${named.replace(/\/$/, "")}`;
  return known.some((file) => `/${file}`.endsWith(path) || `/${file}`.includes(`${path}/`));
}

/** The names on a page of files that are not among `known`. */
function missing(page: string, text: string, known: readonly string[]): string[] {
  const prose = proseOf(text);
  const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const path = posix.join(posix.dirname(page), target).replace(/\/$/, "");
      return !known.some((file) => file === path || file.startsWith(`${path}/`));
    });
  const named = [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => looksLikeAFile(code) && !isThere(code, known));
  return [...links, ...named];
}

it.each(files.filter((file) => file.endsWith(".md")))("every file that %s names exists", (page) => {
  expect(missing(page, textOf(page), files)).toEqual([]);
});

it("a file that is not there is told, wherever a page names it", () => {
  const page = [
    "See [the picture](screenshots/app.png), [another](../docs/screenshots/gone.png) and [a place](https://a.b/c.md).",
    "The rooms are `engine/src/dispatch/`, `engine/src/gone/` and `packages/gone`; `tripwire.ts` counts, `gone.ts` is not.",
    "`npm ci`, `application/json` and `orders-3` name no file.",
    "```sh",
    "cat `gone.json`",
    "```",
  ];
  expect(missing("docs/page.md", page.join("\n"), files)).toEqual([
    "../docs/screenshots/gone.png",
    "engine/src/gone/",
    "packages/gone",
    "gone.ts",
  ]);
});
