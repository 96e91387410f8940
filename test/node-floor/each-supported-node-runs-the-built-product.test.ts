import { beforeAll, expect, it } from "vitest";
import { npm } from "../../.pack/npm.ts";
import { repository } from "../../.pack/repository.ts";
import { nodeBinary, testedNodes } from "../packaging/node-binary.ts";

// What is fetched and built only once is not the test's own time.
beforeAll(() => {
  for (const range of testedNodes) nodeBinary(range);
});

beforeAll(() => {
  npm(["run", "build"], repository);
});

it("the oldest Node and the newest of each later line run the packed console and an app", () => {
  const lines = npm(["run", "-s", "node-floor"], repository).trim().split("\n");
  const seen = "page of \\d+ characters, /watermarks at position 3$";
  expect(lines).toEqual(
    ["20\\.19\\.0", "22\\.\\d+\\.\\d+", "24\\.\\d+\\.\\d+"].map((version) =>
      expect.stringMatching(new RegExp(`^Node ${version}: ${seen}`)),
    ),
  );
});
