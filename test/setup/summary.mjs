/** Puts what the doctor found into words. Pure. */

/**
 * One thing that was looked at: it is there; it is worth a note; or it is missing, for `npm start` and so for all, or
 * for the tests alone.
 *
 * @typedef {{ readonly kind: "there" | "note" | "start" | "tests", readonly text: string }} Finding
 */

/** @type {Readonly<Record<Finding["kind"], string>>} */
const words = { there: "there  ", note: "note   ", start: "MISSING", tests: "MISSING" };

/**
 * @param {readonly Finding[]} findings
 * @returns {{ readonly lines: readonly string[], readonly status: 0 | 1 | 3 }}
 */
export function summary(findings) {
  const lines = findings.map(({ kind, text }) => `${words[kind]}  ${text}`);
  const lacks = (/** @type {Finding["kind"]} */ kind) => findings.some((finding) => finding.kind === kind);
  if (lacks("start")) return { lines: [...lines, "npm start lacks what is named above."], status: 1 };
  if (lacks("tests")) {
    return {
      lines: [...lines, "npm start has all it needs; npm test lacks what is named above."],
      status: 3,
    };
  }
  return { lines: [...lines, "npm start and npm test have all they need."], status: 0 };
}
