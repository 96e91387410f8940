/**
 * Adds up what each package's tests wrote, tells what is wrong with it, and prints `N passed, N failed` last.
 *
 * Called as `node .ci/sum-results.mjs FOLDER`; status 1 where a suite failed, ran nothing, is missing, or where a
 * test was skipped or left to do. The packages are those of the workspace that have a `test` script.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * One package's results; `undefined` where there is no file, or one that is no report of vitest.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {boolean} success
 * @property {{ name: string, status: string, message?: string, assertionResults: Assertion[] }[]} testResults
 */

/**
 * @typedef {object} Assertion
 * @property {string} [status]
 * @property {string} [fullName]
 * @property {string[]} [failureMessages]
 */

/** Of what a failed test says, so many characters stand beside its name: the reason, and not the whole page. */
const reasonChars = 1_500;

/**
 * Pure: the sum over all packages, and one sentence for each thing that is wrong.
 *
 * @param {ReadonlyMap<string, Report | undefined>} reports By package.
 * @returns {{ passed: number, failed: number, faults: string[] }}
 */
export function sumResults(reports) {
  const sum = { passed: 0, failed: 0, faults: /** @type {string[]} */ ([]) };
  for (const [name, report] of reports) {
    if (report === undefined) {
      sum.failed += 1;
      sum.faults.push(`${name}: no results; its tests did not run to their end`);
      continue;
    }
    sum.passed += report.numPassedTests;
    sum.failed += report.numFailedTests;
    const files = report.testResults.filter((file) => file.assertionResults.length === 0);
    sum.failed += files.length;
    for (const file of files) sum.faults.push(`${name}: ${file.name} ran no test${reasonOf(file.message)}`);
    for (const file of report.testResults.filter(failedOutside))
      sum.faults.push(
        `${name}: ${basename(file.name)} failed before or after its tests${reasonOf(file.message)}`,
      );
    if (report.numPassedTests + report.numFailedTests === 0) sum.faults.push(`${name}: ran nothing`);
    if (report.numFailedTests > 0) {
      sum.faults.push(
        ...report.testResults.flatMap((file) => failuresIn(file).map((text) => `${name}: ${text}`)),
      );
      sum.faults.push(`${name}: ${report.numFailedTests} failed`);
    }
    if (report.numPendingTests > 0) sum.faults.push(`${name}: ${report.numPendingTests} skipped`);
    if (report.numTodoTests > 0) sum.faults.push(`${name}: ${report.numTodoTests} left to do`);
    if (!report.success && report.numFailedTests + files.length === 0) {
      sum.failed += 1;
      sum.faults.push(`${name}: failed outside of its tests`);
    }
  }
  return sum;
}

/**
 * Each failed test of a file with its reason: the end of a long output is often all that is kept of it.
 *
 * @param {Report["testResults"][number]} file
 */
function failuresIn(file) {
  return file.assertionResults
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => {
      return `${basename(file.name)} > ${fullName ?? "a test"} failed${reasonOf((failureMessages ?? []).join("\n"))}`;
    });
}

/**
 * What comes before the tests of a file and fails takes all of them with it, and none of them has failed.
 *
 * @param {Report["testResults"][number]} file
 */
function failedOutside({ status, assertionResults }) {
  return (
    status === "failed" &&
    assertionResults.length > 0 &&
    assertionResults.every((each) => each.status !== "failed")
  );
}

/** @param {string | undefined} message */
function reasonOf(message) {
  return message === undefined || message === "" ? "" : `\n${message.slice(0, reasonChars)}`;
}

/**
 * @param {string} file
 * @returns {Report | undefined}
 */
function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(report?.testResults) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function main(folder) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  /** @param {string} path @returns {{ workspaces?: string[], scripts?: Record<string, string> }} */
  const manifest = (path) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
  const tested = (manifest(".").workspaces ?? []).filter(
    (path) => manifest(path).scripts?.["test"] !== undefined,
  );
  const reports = new Map(tested.map((path) => [path, readReport(join(folder, `${basename(path)}.json`))]));
  const { passed, failed, faults } = sumResults(reports);
  for (const fault of faults) console.log(fault);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2] ?? ".stoatflow/results");
