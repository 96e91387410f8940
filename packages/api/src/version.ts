import { createRequire } from "node:module";

/** The version of this package, which is that of the console that it is part of. */
export const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string };
