/**
 * What an example of a docstring may name without an import of its own, as its reader understands it: the exports
 * of its module, then those of the packages' entries, then the few names of `example-context.ts`. An example on a
 * page is whole: it is copied as it stands.
 */
import { relative } from "node:path";
import { z } from "zod";
import type { Example } from "./example.ts";
import { textOf } from "./repository.ts";

const context = "test/docs/example-context.ts";

/** The packages whose entries everybody sees, in the order in which a name is looked for. */
const packages = ["packages/engine", "packages/api"];

const manifest = z.object({ name: z.string(), exports: z.record(z.string(), z.string()) });

interface Module {
  readonly specifier: string;
  /** Its exported names, and whether each is a type alone. */
  readonly exports: ReadonlyMap<string, { readonly isType: boolean }>;
}

const entries: readonly Module[] = packages.flatMap((folder) => {
  const { name, exports } = manifest.parse(JSON.parse(textOf(`${folder}/package.json`)));
  return Object.entries(exports).map(([entry, file]) => ({
    specifier: name + entry.slice(1),
    exports: exportsOf(textOf(`${folder}/${file}`)),
  }));
});

/** The imports that make `example` whole, for a file of `folder` (from the root of the repository). */
export function importsFor(example: Example, folder: string): string {
  if (example.kind === "page") return "";
  const seen = [fileModule(example.file, folder), ...entries, fileModule(context, folder)];
  const own = declaredNames(example.code);
  const imports: string[] = [];
  for (const name of usedNames(example.code)) {
    if (own.has(name)) continue;
    const from = seen.find(({ exports }) => exports.has(name));
    if (from === undefined) continue;
    const type = from.exports.get(name)?.isType === true ? "type " : "";
    imports.push(`import { ${type}${name} } from ${JSON.stringify(from.specifier)};`);
  }
  return imports.join("\n");
}

function fileModule(file: string, folder: string): Module {
  const path = relative(folder, file);
  return { specifier: path.startsWith(".") ? path : `./${path}`, exports: exportsOf(textOf(file)) };
}

/** The exports of a module in the ways in which the repository writes them. A missed one fails the example. */
function exportsOf(text: string): Module["exports"] {
  const exports = new Map<string, { readonly isType: boolean }>();
  const declaration =
    /^export (?:declare )?(?:abstract )?(?:async )?(function|class|const|interface|type) ([\w$]+)/gm;
  for (const [, keyword, name = ""] of text.matchAll(declaration)) {
    exports.set(name, { isType: keyword === "interface" || keyword === "type" });
  }
  for (const [, allTypes, list = ""] of text.matchAll(/^export (type )?\{([^}]*)\} from/gm)) {
    for (const item of list.split(",")) {
      const [, type = allTypes, name] = /^(type )?(?:[\w$]+ as )?([\w$]+)$/.exec(item.trim()) ?? [];
      if (name !== undefined) exports.set(name, { isType: type !== undefined });
    }
  }
  return exports;
}

/** Every identifier that is not a member of something. Words of strings are among them, and import no harm. */
function usedNames(code: string): Set<string> {
  return new Set(code.match(/(?<![\w$]|(?<!\.)\.)[A-Za-z_$][\w$]*/g));
}

/** What the example declares or imports itself. */
function declaredNames(code: string): Set<string> {
  const names = new Set<string>();
  const declarations = /\b(?:const|let|function|class|interface|type)\s+(?:([\w$]+)|[{[]([^}\]]*)[}\]])/g;
  for (const [, name = "", pattern = ""] of code.matchAll(declarations)) {
    for (const each of [name, ...usedNames(pattern)]) names.add(each);
  }
  for (const [statement] of code.matchAll(/^import\b[^;]*/gm)) {
    for (const each of usedNames(statement)) names.add(each);
  }
  return names;
}
