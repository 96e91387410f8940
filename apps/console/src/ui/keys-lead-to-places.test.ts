import { expect, test } from "vitest";
import { addressOf, type Command, goWithinMs, idle, type KeyState, places, press } from "./command-keys.ts";

function typed(keys: string, betweenMs = 100): readonly Command[] {
  let state: KeyState = idle;
  return [...keys].map((key, index) => {
    const pressed = press(state, key, index * betweenMs);
    state = pressed.state;
    return pressed.command;
  });
}

test("g and a letter lead to a place, each letter to another", () => {
  for (const place of places) expect(typed(`g${place.key}`).at(-1)).toEqual({ kind: "go", place });
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
});

test("a letter alone, a wrong one, and one that comes too late lead nowhere", () => {
  for (const keys of ["p", "gx", "gxp"]) expect(typed(keys).at(-1)).toEqual({ kind: "none" });
  expect(typed("gp", goWithinMs + 1).at(-1)).toEqual({ kind: "none" });
});

test("a question mark asks for help, and a second g begins anew", () => {
  expect(typed("?")).toEqual([{ kind: "help" }]);
  expect(typed("g?").at(-1)).toEqual({ kind: "help" });
  expect(typed("ggp").at(-1)).toMatchObject({ kind: "go", place: { key: "p" } });
});

test("a place is of the app whose page is looked at", () => {
  expect(addressOf("/lanes", "/apps/or%20ders/partitions")).toBe("/apps/or%20ders/lanes");
  expect(addressOf("", "/apps/orders")).toBe("/apps/orders");
  expect(addressOf(undefined, "/apps/orders")).toBe("/");
  expect(addressOf("/lanes", "/")).toBeUndefined();
});
