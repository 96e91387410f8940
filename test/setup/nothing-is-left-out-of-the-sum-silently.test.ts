import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Report, sumResults } from "../../.ci/sum-results.mjs";

const good: Report = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  success: true,
  testResults: [{ name: "a.test.ts", status: "passed", assertionResults: [{}, {}, {}] }],
};
const sumOf = (engine: Report | undefined) =>
  sumResults(
    new Map([
      ["packages/engine", engine],
      ["packages/api", good],
    ]),
  );

test("two good packages are added up", () => {
  expect(sumOf(good)).toEqual({ passed: 6, failed: 0, faults: [] });
});

const empty = { ...good, numPassedTests: 0, testResults: [] };
const cases: readonly (readonly [string, Report | undefined, number, string])[] = [
  ["a package without results", undefined, 1, "no results"],
  ["a package that ran nothing", empty, 0, "ran nothing"],
  ["a failed test", { ...good, numFailedTests: 1, success: false }, 1, "1 failed"],
  ["a skipped test", { ...good, numPendingTests: 2 }, 0, "2 skipped"],
  ["a test left to do", { ...good, numTodoTests: 1 }, 0, "1 left to do"],
  ["an error outside of the tests", { ...good, success: false }, 1, "failed outside"],
  [
    "a file that could not be loaded",
    {
      ...good,
      testResults: [...good.testResults, { name: "b.test.ts", status: "failed", assertionResults: [] }],
    },
    1,
    "b.test.ts ran no test",
  ],
];

test.each(cases)("%s is a fault that is named", (_, report, failed, fault) => {
  const sum = sumOf(report);
  expect(sum.failed).toBe(failed);
  expect(sum.faults.join("\n")).toContain(`packages/engine: `);
  expect(sum.faults.join("\n")).toContain(fault);
});

test("a failed test is named with its reason, for who sees only the end of the output", () => {
  const failed = { status: "failed", fullName: "a head is held", failureMessages: ["expected 1 to be 2"] };
  const report = {
    ...good,
    numFailedTests: 1,
    success: false,
    testResults: [
      { name: "/a/b.test.ts", status: "failed", assertionResults: [{ status: "passed" }, failed] },
    ],
  };
  expect(sumOf(report).faults).toEqual([
    "packages/engine: b.test.ts > a head is held failed\nexpected 1 to be 2",
    "packages/engine: 1 failed",
  ]);
});

test("what failed before the tests of a file is named with its reason too", () => {
  const file = {
    name: "/a/b.test.ts",
    status: "failed",
    message: "no broker",
    assertionResults: [{ status: "skipped" }],
  };
  const report = { ...good, numPassedTests: 0, numPendingTests: 1, success: false, testResults: [file] };
  expect(sumOf(report).faults).toContain(
    "packages/engine: b.test.ts failed before or after its tests\nno broker",
  );
});

test("the line that the README tells people to type is the line that .ci/run runs", () => {
  const line = "npm ci && npm run setup && npm test";
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").split("\n");
  expect(read(".ci/run")).toContain(line);
  expect(read("README.md")).toContain(line);
});
