import { testConfig } from "../vitest.shared.ts";

const { include, exclude = [], ...shared } = testConfig({ name: "test", filesAtOnce: 2 }).test ?? {};

/** What packs or builds in this tree, or measures how long somebody waits. */
const alone = ["console", "node-floor", "operator", "packaging", "start"].map(
  (room) => `${room}/**/*.test.ts`,
);

/** Those run one file at a time and beside nothing; the rest two at once, each file with a broker of its own. */
export default {
  test: {
    ...shared,
    projects: [
      {
        extends: true as const,
        test: { name: "alone", include: alone, exclude, maxWorkers: 1, sequence: { groupOrder: 0 } },
      },
      {
        extends: true as const,
        test: {
          name: "side-by-side",
          include,
          exclude: [...exclude, ...alone],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
};
