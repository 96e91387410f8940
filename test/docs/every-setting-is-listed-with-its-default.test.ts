/** The page of the settings lists those that there are, with the names and defaults that they have. */
import { resolveOptions, StoatFlowError, WatermarkStrategy } from "@stoatflow/engine";
import { expect, it } from "vitest";
import { textOf } from "./repository.ts";

const page = textOf("docs/settings.md");
const rows = [...page.matchAll(/^\| `([a-z.-]+)` +\| `([A-Z_]+)` +\| ([a-z]+) +\| `([^`]+)` +\| \S/gm)].map(
  ([, key = "", variable = "", unit = "", defaultText = ""]) => ({ key, variable, unit, defaultText }),
);

/** The setting that is refused where the environment gives a variable no value that any setting takes. */
function settingOf(variable: string): string | undefined {
  try {
    resolveOptions({ env: { [variable]: "" } });
  } catch (thrown) {
    if (thrown instanceof StoatFlowError) return thrown.setting;
    throw thrown;
  }
  return undefined;
}

it("the page lists exactly the settings that there are, each with its default", () => {
  const listed = rows.map(({ key, defaultText }) => [key, defaultText]);
  const defaults = Object.entries(resolveOptions({ env: {} })).map(([key, value]) => [key, `${value}`]);
  expect(listed).toEqual(defaults);
});

it.each(rows)("$variable is the environment's name of $key", ({ key, variable }) => {
  expect(settingOf(variable)).toBe(`stoatflow.${key}`);
});

it("times and bytes have their unit", () => {
  const unitOfName = (key: string) => /-(ms|bytes)(?:-kept)?$/.exec(key)?.[1];
  for (const { key, unit } of rows) expect({ [key]: unit }).toEqual({ [key]: unitOfName(key) ?? unit });
});

it("the idleness of a strategy that names none is the one on the page", () => {
  const { idlenessMs } = WatermarkStrategy.boundedOutOfOrderness(0);
  expect(page).toMatch(
    new RegExp(`^\\| \`\\.withIdleness\\(timeout\\)\` +\\| ms +\\| \`${idlenessMs}\` `, "m"),
  );
});
