/**
 * Gives dependency-cruiser a TypeScript that it can parse with.
 *
 * TypeScript 7 has no JavaScript API, and dependency-cruiser quietly cruises nothing without one. The repository
 * therefore also holds TypeScript 6 under the name `typescript-classic`; for this one process `typescript` means
 * that one. dependency-cruiser asks `require` for the version and `import` for the parser, hence the two halves.
 */
import { createRequire, register } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const classic = pathToFileURL(require.resolve("typescript-classic")).href;

require("typescript/package.json").version = require("typescript-classic/package.json").version;

const resolveTypescript = `
  export const resolve = (specifier, context, next) =>
    specifier === "typescript" ? { url: ${JSON.stringify(classic)}, shortCircuit: true } : next(specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(resolveTypescript)}`);
