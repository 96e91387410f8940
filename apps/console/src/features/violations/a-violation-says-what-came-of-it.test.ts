import { violationClass, violationKind } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { causeWords, distanceWords, effectWords, evidenceWords, kindWords } from "./words.ts";

test("the distance is exact however large the offsets are", () => {
  expect(distanceWords("9007199254740993", "9007199254740100")).toBe("back by 893");
  expect(distanceWords("5", "9223372036854775807")).toBe("ahead by 9,223,372,036,854,775,802");
  expect(distanceWords("7", "7")).toBe("to where it was");
  const told = {
    kind: "commit_offset_regression",
    class: "bug",
    offsetBefore: "1000",
    offsetAfter: "107",
  } as const;
  expect(evidenceWords(told)).toBe("1,000 → 107, back by 893");
});

test("each kind has words of its own, and each class of it a cause and an effect", () => {
  expect(new Set(Object.values(kindWords)).size).toBe(violationKind.options.length);
  for (const kind of violationKind.options) {
    for (const ofClass of violationClass.options) {
      const told = { kind, class: ofClass, offsetBefore: "900", offsetAfter: "7" };
      expect(causeWords(told)).not.toBe("");
      expect(effectWords(told)).not.toBe("");
    }
  }
});

test("a bug asks to be reported and says that results can't be vouched for; what is expected says what is read again", () => {
  const told = { kind: "partition_offset_regression", offsetBefore: "900", offsetAfter: "7" } as const;
  expect(effectWords({ ...told, class: "bug" })).toContain("report");
  expect(effectWords({ ...told, class: "expected" })).toContain("893 offsets are read again");
  expect(causeWords({ ...told, class: "expected" })).not.toBe(causeWords({ ...told, class: "bug" }));
});
