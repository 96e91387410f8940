/**
 * The path below which the console is served: empty, or as `/ops/stoatflow`. In the text of the build it is a mark, in
 * whose place the server puts the path that was chosen at start: so it may only ever be put in front of something.
 */
export const basePath = process.env["STOATFLOW_BUILT_BASE_PATH"] ?? "";
