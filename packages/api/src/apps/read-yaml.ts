import { type Document, isAlias, isScalar, parseDocument, visit, type YAMLMap } from "yaml";
import { ApiError } from "../api-error.ts";
import { messageOf, oneLine } from "../one-line.ts";
import { yamlAliasesMax, yamlExcess } from "./yaml-bounds.ts";

/**
 * A YAML text as a value, parsed only where it is within its bounds.
 *
 * @param name what errors call the text.
 * @throws {ApiError} `configuration`: one line with the place and the remedy.
 * @example
 * ```ts
 * readYaml("apps: []", "stoatflow.yaml"); // { apps: [] }
 * ```
 */
export function readYaml(text: string, name: string): unknown {
  const excess = yamlExcess(text);
  if (excess !== undefined) throw wrong(`${name}: ${excess}`);
  // The parser would hold each name of a map against all the others: seconds, in one turn, where there are thousands.
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  const [malformed] = document.errors;
  if (malformed !== undefined) {
    const place = placeIn(text, malformed.pos[0]);
    throw wrong(`${name}: malformed YAML at ${place}: ${malformed.message}; mend that line`);
  }
  refuseTwice(document, text, name);
  refuseUnresolved(document, text, name);
  try {
    return document.toJS({ maxAliasCount: yamlAliasesMax });
  } catch (cause) {
    throw wrong(`${name}: cannot be read: ${messageOf(cause)}; use fewer aliases`, cause);
  }
}

/** A name that one map has twice: which of its values is meant, nobody can tell. */
function refuseTwice(document: Document, text: string, name: string): void {
  visit(document, {
    Map(_, map) {
      const twice = nameTwice(map);
      if (twice === undefined) return;
      const { key, at } = twice;
      throw wrong(
        `${name}: "${key}" stands twice in one map, again at ${placeIn(text, at)}; take one of them out`,
      );
    },
  });
}

function nameTwice(map: YAMLMap): { readonly key: string; readonly at: number } | undefined {
  const names = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (names.has(key.value)) return { key: String(key.value), at: key.range?.[0] ?? 0 };
    names.add(key.value);
  }
  return undefined;
}

/** A text that is to begin with `*` and has no quotes is the usual cause. */
function refuseUnresolved(document: Document, text: string, name: string): void {
  const anchors = new Set<string>();
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        return;
      }
      const { range, source } = node;
      if (anchors.has(source)) return;
      throw wrong(
        `${name}: *${source} at ${placeIn(text, range?.[0] ?? 0)} repeats nothing, since no &${source} stands before it; write &${source} before what is meant, or quotes around a text that begins with "*"`,
      );
    },
  });
}

function placeIn(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function wrong(message: string, cause?: unknown): ApiError {
  return new ApiError("configuration", oneLine(message), { cause });
}
