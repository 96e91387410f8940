import { describe, expect, it } from "vitest";
import { type Case, ownCases, sharedCases } from "./case-files.ts";
import { differences, missingPart, notYet } from "./coverage.ts";
import { runCase } from "./run-case.ts";

const cases = [...ownCases, ...sharedCases];
const runnable = cases.filter((of) => missingPart(of) === undefined);
const agreed = runnable.filter(({ id }) => !Object.hasOwn(differences, id));
const differing = runnable.filter(({ id }) => Object.hasOwn(differences, id));

const named = (all: readonly Case[]) => all.map((of) => [`${of.id} (${of.kind}): ${of.title}`, of] as const);

describe("the engine agrees with", () => {
  it.each(named(agreed))("%s", async (_, of) => {
    await runCase(of);
  });
});

describe("where a case leaves the choice", () => {
  it("is open", () => {
    expect(differing.filter(({ optional }) => optional === undefined)).toEqual([]);
  });

  if (differing.length > 0) {
    it.each(named(differing))("the engine decides otherwise, and says how: %s", async (_, of) => {
      await expect(runCase(of)).rejects.toThrow();
    });
  }
});

describe("no case is left out in silence", () => {
  it("our own are all run", () => {
    expect(ownCases.length).toBeGreaterThan(0);
    expect(ownCases.filter((of) => missingPart(of) !== undefined)).toEqual([]);
  });

  it("ids are unique", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it("of the larger set, where it is at hand, those that wait are counted by the part they wait for", () => {
    const waiting: Record<string, number> = {};
    for (const of of sharedCases) {
      const part = missingPart(of);
      if (part !== undefined) waiting[part] = (waiting[part] ?? 0) + 1;
    }
    expect(waiting).toEqual(sharedCases.length === 0 ? {} : notYet);
    const sum = Object.values(waiting).reduce((total, count) => total + count, 0);
    expect(runnable.length + sum).toBe(cases.length);
  });
});
