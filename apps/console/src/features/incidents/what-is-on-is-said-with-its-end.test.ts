import { expect, test } from "vitest";
import { runningWords } from "./running-words.ts";

const running = { actor: "ana", sinceMs: 1000, endsAtMs: 301_000 };

test.each([
  [1200, "Begun just now by ana; ends by itself in 4 min 59 s."],
  [13_000, "Begun 12 s ago by ana; ends by itself in 4 min 48 s."],
  [999_000, "; it is over by now."],
])("at %s ms of the app's clock", (atMs, words) => {
  expect(runningWords(running, atMs).replaceAll(/\s/g, " ")).toContain(words);
});

test("a name that would hide itself is shown for what it is", () => {
  expect(runningWords({ ...running, actor: "an\u202ea" }, 1000)).not.toContain("\u202e");
});
