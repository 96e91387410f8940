import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { engineSettings, verbs } from "./scenario-file.ts";

const guide = readFileSync(new URL("../../docs/scenarios.md", import.meta.url), "utf8");

/** The rows of a section's table, by cells. */
function rowsOf(title: string): string[][] {
  const section = guide.split("\n## ").find((part) => part.startsWith(`${title}\n`)) ?? "";
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = ""]) =>
    row.split("|").map((cell) => cell.trim()),
  );
}

function namesOf(cell = ""): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

it.each([
  ["Verbs", Object.keys(verbs)],
  ["Expectations", Object.keys(verbs.expect.shape)],
])("%s", (title, names) => {
  const listed = rowsOf(title).flatMap(([first]) => namesOf(first));
  expect(listed.sort()).toEqual(names.sort());
});

it("Settings of the engine, with their defaults", () => {
  const listed = rowsOf("Settings of the engine").map(([name, value]) => [namesOf(name)[0], value]);
  const defaults = Object.entries(engineSettings.parse({})).map(([name, value]) => [name, `\`${value}\``]);
  expect(listed).toEqual(defaults);
});
