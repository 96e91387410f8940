/** Layering: imports run down the list of rooms of an engine, never up; packages meet only at their doors. */
const rooms = [
  ["errors.ts", "assert.ts", "clock.ts"],
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
  ["engine.ts"],
];
const pattern = (names) => `^packages/engine/src/(${names.map((n) => n.replace(".", "\\.")).join("|")})`;

module.exports = {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphan",
      severity: "error",
      from: { orphan: true, pathNot: "\\.(d|test|config)\\.(ts|mjs)$" },
      to: {},
    },
    ...rooms.slice(0, -1).map((room, i) => ({
      name: `engine-room-${i}-imports-down`,
      severity: "error",
      from: { path: pattern(room), pathNot: "\\.test\\.ts$" },
      to: { path: pattern(rooms.slice(i + 1).flat()) },
    })),
    {
      name: "client-library-only-in-kafka",
      severity: "error",
      from: { path: "^packages/engine/src", pathNot: "^packages/engine/src/kafka/" },
      to: { path: "node_modules/kafkajs" },
    },
    {
      name: "console-pages-speak-trpc-only",
      severity: "error",
      from: { path: "^apps/console/src" },
      to: { path: "^packages/engine/src/(?!wire/)" },
    },
    {
      name: "api-knows-only-the-wire-of-an-engine",
      severity: "error",
      from: { path: "^packages/api/src" },
      to: { path: "^packages/engine/src/(?!wire/|record/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(\\.next|dist)/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs"],
    },
  },
};
