import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { holding, reading, startMs, ToldApp } from "../testing/told.ts";
import { catchUp, diagnosisState, evidence, release } from "../wire/diagnosis.ts";

const page = readFileSync(new URL("../../../../docs/diagnosis.md", import.meta.url), "utf8");

/** A replay: p0 is the furthest behind, event time goes at 8,000 s a second, and the lag shrinks by 100 a second. */
function replay() {
  const threeYearsMs = 94_608_000_000;
  return new ToldApp().tick({ heldBackBy: holding("slow-commit") }).ticks(60, (i) => {
    const watermarkMs = startMs - threeYearsMs + i * 8_000_000;
    const partitions = [
      reading(0, BigInt(i * 60), 709_650n, { watermarkMs, takesPart: "counts" }),
      reading(1, BigInt(i * 40), 473_100n, { watermarkMs: watermarkMs + 252_000, takesPart: "counts" }),
    ];
    return { globalWatermarkMs: watermarkMs, heldBackBy: holding("backlog"), partitions };
  });
}

it("the page's example is the answer", () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(page) ?? [];
  const answer = replay().diagnosed();
  expect(JSON.parse(json)).toEqual(answer);
});

it("the page names every state, reason, release, and reason why something is not known", () => {
  const names = [
    ...diagnosisState.options.map(({ shape }) => shape.kind.value),
    ...evidence.options.map(({ shape }) => shape.reason.value),
    ...catchUp.options.map(({ shape }) => shape.kind.value),
    ...release.shape.by.element.options,
    ...[...catchUp.options, ...release.shape.when.options].flatMap(({ shape }) =>
      "why" in shape ? shape.why.options : [],
    ),
  ];
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
