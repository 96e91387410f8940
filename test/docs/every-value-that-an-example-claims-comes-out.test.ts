/** Where an example says what comes out, that comes out. */
import { expect, it } from "vitest";
import { examplesOfSource } from "./example.ts";
import { type Claim, claimsModule } from "./example-claims.ts";
import { ExampleCompiler } from "./example-compiler.ts";
import { repositoryFiles, textOf } from "./repository.ts";

const compiler = new ExampleCompiler("claims");
const claiming = repositoryFiles()
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap((file) => examplesOfSource(file, textOf(file)))
  .flatMap((example) => {
    const code = claimsModule(example.code);
    return code === undefined ? [] : [{ example, code, place: `${example.file}:${example.line}` }];
  });

it.each(claiming)("what $place claims comes out", async ({ example, code }) => {
  const module: { readonly claims: readonly Claim[] } = await import(compiler.write(example, code));
  expect(module.claims).not.toEqual([]);
  for (const { code: expression, found, claimed } of module.claims) {
    expect({ [expression]: found }).toEqual({ [expression]: claimed });
  }
});

it("a claim is a value in full; prose is none", () => {
  const code = [
    'const first = pick("a"); // "a"',
    "pick(2); // [2, 3]",
    'pick({ a: "x" });',
    '// { a: "x" }',
    "pick(3); // the same on every run",
    'pick(4); // "so it begins …"',
  ];
  expect(claimsModule(code.join("\n"))?.match(/claimed: .*(?= \})/g)).toEqual([
    "claimed: [2, 3]",
    'claimed: { a: "x" }',
  ]);
  expect(claimsModule('pick(0) === "0 ms"')).toContain('found: pick(0), claimed: "0 ms"');
  expect(claimsModule("pick(0);")).toBeUndefined();
});
