import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scenarios } from "./scenarios.ts";

const pages = fileURLToPath(new URL("../../../../docs/incidents/", import.meta.url));
const overview = readFileSync(`${pages}README.md`, "utf8");
const all = scenarios();

test.each(all)(
  "$name has a page that says how to begin it, what to look at and what to do",
  ({ name, title, app }) => {
    const file = `${pages}${name}.md`;
    expect(existsSync(file)).toBe(true);
    const page = readFileSync(file, "utf8");
    expect(page).toContain(`# ${title}\n`);
    expect(page).toContain(`incident of \`${app}\``);
    expect(page).toContain(`-X POST $APP/incidents/${name} `);
    for (const part of ["What to look at", "What to do", "Once it is ended"])
      expect(page).toContain(`## ${part}\n`);
    expect(overview).toMatch(new RegExp(`\\(${name}\\.md\\)\\s*\\| ${app} `));
  },
);

test("there is no page of an incident that there is not", () => {
  const named = readdirSync(pages).filter((file) => file !== "README.md");
  expect(named.sort()).toEqual(all.map(({ name }) => `${name}.md`).sort());
});
