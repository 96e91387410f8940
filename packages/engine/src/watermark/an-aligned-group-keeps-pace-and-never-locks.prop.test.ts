import fc from "fast-check";
import { expect, it } from "vitest";
import { type Aligned, AlignmentGroup } from "./alignment.ts";

interface Member extends Aligned {
  ownMs: number | undefined;
  previewMs: number | undefined;
  idle: boolean;
  leftOut: boolean;
}

function member(maxDriftMs: number): Member {
  return {
    ownMs: undefined,
    previewMs: undefined,
    idle: false,
    leftOut: false,
    maxDriftMs,
    get valueMs() {
      return this.previewMs === undefined
        ? this.ownMs
        : Math.max(this.previewMs, this.ownMs ?? this.previewMs);
    },
  };
}

/** The rule, word by word. */
function isHeld(of: Member, all: readonly Member[]): boolean {
  const values = all.filter(({ idle, leftOut }) => !idle && !leftOut).map(({ valueMs }) => valueMs);
  const lowestMs = Math.min(...values.filter((value) => value !== undefined));
  return of.ownMs !== undefined && of.ownMs > lowestMs + of.maxDriftMs;
}

const step = fc.record({
  member: fc.nat(4),
  kind: fc.constantFrom("dispatch", "dispatch", "dispatch", "preview", "idle", "leave"),
  by: fc.integer({ min: 0, max: 40 }),
});

it("who is held is what a look over all members says, after any history, and not all that count are held", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 80 }),
      (drifts, steps) => {
        const all = drifts.map(member);
        const group = new AlignmentGroup<Member>();
        for (const each of all) group.add(each);
        for (const { member: index, kind, by } of steps) {
          const chosen = all[index % all.length] as Member;
          switch (kind) {
            case "dispatch":
              if (group.holds(chosen)) break;
              // As the dispatcher does: what counts again may be lower than all others.
              if (chosen.idle || chosen.leftOut || chosen.valueMs === undefined) group.lookAgain();
              chosen.ownMs = Math.max(chosen.valueMs ?? 0, (chosen.ownMs ?? 0) + by);
              chosen.previewMs = undefined;
              chosen.idle = false;
              chosen.leftOut = false;
              break;
            case "preview":
              if (!isHeld(chosen, all)) chosen.previewMs = (chosen.valueMs ?? 0) + by;
              break;
            case "idle":
              chosen.idle = true;
              break;
            case "leave":
              chosen.leftOut = true;
          }
          if (kind === "preview") group.lookAgain();
          for (const each of all) expect(group.holds(each)).toBe(isHeld(each, all));
          const counting = all.filter(
            ({ idle, leftOut, valueMs }) => !idle && !leftOut && valueMs !== undefined,
          );
          if (counting.length > 0) expect(counting.some((each) => !group.holds(each))).toBe(true);
        }
      },
    ),
  );
});

it("what is withheld is given back once it is held no longer, all of it and nothing else", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 0, max: 40 })), { maxLength: 80 }),
      (drifts, steps) => {
        const all = drifts.map(member);
        const group = new AlignmentGroup<Member>();
        for (const each of all) {
          each.ownMs = 0;
          group.add(each);
        }
        for (const [index, by] of steps) {
          const chosen = all[index % all.length] as Member;
          if (group.withheld.has(chosen)) continue;
          if (group.holds(chosen)) group.withhold(chosen);
          else chosen.ownMs = (chosen.ownMs ?? 0) + by;
          const expected = [...group.withheld].filter((each) => !isHeld(each, all));
          expect(new Set(group.release())).toEqual(new Set(expected));
        }
      },
    ),
  );
});
