import { expect, test } from "vitest";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { awaitedOf, waitingWords } from "./waiting-words.ts";

test("the first tick is waited for only where the console has none", () => {
  expect(awaitedOf(undefined, false)).toBe("ticks");
  expect(awaitedOf(0, false)).toBe("first-tick");
  expect(awaitedOf(600, false)).toBe("history");
  expect(awaitedOf(600, true)).toBe("ticks");
});

test("of history the stretch is named that was asked for", () => {
  const fromMs = Date.UTC(2026, 10, 30, 13, 40);
  const live = { kind: "live", spanMs: 600_000 } as const;
  const fixed = { kind: "fixed", fromMs, toMs: fromMs + 60_000 } as const;
  expect(plainSpaces(waitingWords("history", live, defaultTimes))).toBe(
    "Asking history for the last 10 min.",
  );
  expect(plainSpaces(waitingWords("history", fixed, defaultTimes))).toBe(
    "Asking history for 13:40:00 UTC to 13:41:00 UTC.",
  );
  expect(waitingWords("first-tick", live, defaultTimes)).toBe("Waiting for the first tick.");
  expect(waitingWords("ticks", live, defaultTimes)).toBe("Asking for the newest ticks.");
});
