/**
 * Layering: imports run down the list of an engine's rooms, never up; packages meet only at their doors; nothing
 * goes round in a circle. Tests beside the source may look up (they drive a room through the ones above it), but
 * are bound by every other rule. Dead files are knip's business.
 */
const rooms = [
  ["errors.ts", "assert.ts", "clock.ts", "fifo.ts"],
  ["record/"],
  ["ports.ts"],
  ["options.ts"],
  ["wire/"],
  ["kafka/", "embedded/"],
  ["ingest/"],
  ["watermark/"],
  ["dispatch/"],
  ["state/"],
  ["operators/"],
  ["topology/"],
  ["lane/"],
  ["commit/"],
  ["lifecycle/"],
  ["status/"],
  ["server/"],
  ["app.ts"],
  ["engine.ts"],
  ["run.ts"],
  ["testing/", "index.ts"],
];
const pattern = (names) =>
  `^packages/engine/src/(${names.map((name) => name.replace(".", "\\.")).join("|")})`;
const notATest = "\\.test\\.tsx?$";

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    ...rooms.slice(0, -1).map((room, level) => ({
      name: `${room[0].replace(/\W.*$/, "")}-imports-down`,
      severity: "error",
      from: { path: pattern(room), pathNot: notATest },
      to: { path: pattern(rooms.slice(level + 1).flat()) },
    })),
    {
      name: "adapters-do-not-know-each-other",
      severity: "error",
      from: { path: "^packages/engine/src/(kafka|embedded)/", pathNot: notATest },
      to: { path: "^packages/engine/src/(kafka|embedded)/", pathNot: "^packages/engine/src/$1/" },
    },
    {
      name: "client-library-only-in-kafka",
      severity: "error",
      from: { path: "^(packages|apps)/", pathNot: ["^packages/engine/src/kafka/", notATest] },
      to: { path: "node_modules/kafkajs" },
    },
    {
      name: "packages-do-not-know-apps",
      severity: "error",
      from: { path: "^packages/", pathNot: notATest },
      to: { path: "^(apps|test)/" },
    },
    {
      name: "engine-does-not-know-the-api",
      severity: "error",
      from: { path: "^packages/engine/" },
      to: { path: "^packages/api/" },
    },
    {
      name: "api-knows-only-the-wire-of-an-engine",
      severity: "error",
      from: { path: "^packages/api/src", pathNot: notATest },
      to: { path: "^packages/engine/src/(?!wire/)" },
    },
    {
      name: "console-knows-only-the-wire-of-an-engine",
      severity: "error",
      from: { path: "^apps/console/(src|server)" },
      to: { path: "^packages/engine/src/(?!wire/)" },
    },
    {
      name: "pages-take-only-the-wire-and-types-of-the-api",
      severity: "error",
      from: { path: "^apps/console/src", pathNot: notATest },
      to: { path: "^packages/api/src/(?!wire/)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "demo-and-console-meet-as-processes",
      severity: "error",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(\\.next|\\.next-start|dist)/|next-env\\.d\\.ts$" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs"],
    },
  },
};
