/**
 * Every example that a reader may copy passes the compiler with the repository's own strict settings: the `ts`
 * blocks of all pages and the `@example` of all docstrings.
 */
import { expect, it } from "vitest";
import { type Example, examplesOfPage, examplesOfSource } from "./example.ts";
import { ExampleCompiler } from "./example-compiler.ts";
import { repositoryFiles, textOf } from "./repository.ts";

const files = repositoryFiles();
const pages = files.filter((file) => file.endsWith(".md"));
const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file));
const examples = [
  ...pages.flatMap((file) => examplesOfPage(file, textOf(file))),
  ...sources.flatMap((file) => examplesOfSource(file, textOf(file))),
];

it("every example of the repository type-checks", () => {
  expect(examples.some(({ file }) => file === "README.md")).toBe(true);
  expect(examples.some(({ file }) => file === "packages/engine/src/engine.ts")).toBe(true);
  expect(new ExampleCompiler("all").faults(examples)).toEqual([]);
});

it("a wrong example is told with the file and line it stands on", () => {
  const page = ["# How", "", "```ts", 'const lanes: number = "8";', "```", "", "```sh", "npm start", "```"];
  const source = [
    "/**",
    " * Three examples.",
    " *",
    " * @example",
    " * ```ts",
    " * const stream = new StreamsBuilder();",
    " * stream.noSuchOperator();",
    " * ```",
    " * @throws nothing",
    " * @example murmur2(8) === 3",
    " * @example murmur2(Buffer.from(JSON.stringify(topology))) === 3",
    " */",
  ];
  const wrong: Example[] = [
    ...examplesOfPage("docs/how.md", page.join("\n")),
    ...examplesOfSource("packages/engine/src/record/murmur2.ts", source.join("\n")),
  ];
  expect(new ExampleCompiler("wrong").faults(wrong).map((fault) => fault.replace(/ TS.*/, ""))).toEqual([
    "docs/how.md:4: error",
    "packages/engine/src/record/murmur2.ts:10: error",
    "packages/engine/src/record/murmur2.ts:7: error",
  ]);
});

it("an example on a page is whole: it imports what it names", () => {
  const page = "```ts\nnew StreamsBuilder();\n```";
  const [fault] = new ExampleCompiler("unfinished").faults(examplesOfPage("docs/how.md", page));
  expect(fault).toMatch(/^docs\/how\.md:2: .*Cannot find name 'StreamsBuilder'/);
});
