import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { InTurn } from "./in-turn.ts";

/** A work that ends when it is told to, and the names of those that have begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    of: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
  };
}

test("they are done one after the other, and one that fails keeps none from being done", async () => {
  const inTurn = new InTurn(9);
  const { begun, end, of } = works();
  const first = inTurn.do(of("first"));
  const failing = inTurn.do(() => Promise.reject(new Error("no")));
  const third = inTurn.do(of("third"));
  await expect.poll(() => begun).toEqual(["first"]);
  end("first");
  expect(await first).toBe("first");
  await expect(failing).rejects.toThrow("no");
  await expect.poll(() => begun).toEqual(["first", "third"]);
  end("third");
  expect(await third).toBe("third");
});

test("what nobody waits for any more is not begun, and its place in the queue is another's", async () => {
  const inTurn = new InTurn(2);
  const { begun, end, of } = works();
  const gone = new AbortController();
  const running = inTurn.do(of("running"));
  const left = [inTurn.do(of("left"), gone.signal), inTurn.do(of("left, too"), gone.signal)];
  await expect(inTurn.do(of("refused"))).rejects.toMatchObject({
    code: "too-many-readers",
    message: expect.stringMatching(/^2 reads of history wait already, .*; ask again/),
  });
  gone.abort(new Error("gone"));
  for (const one of left) await expect(one).rejects.toThrow("gone");
  await expect(inTurn.do(of("too late"), gone.signal)).rejects.toThrow("gone");
  const others = [inTurn.do(of("one")), inTurn.do(of("other"))];
  for (const name of ["running", "one", "other"]) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all([running, ...others])).toEqual(["running", "one", "other"]);
  expect(begun).toEqual(["running", "one", "other"]);
  const again = inTurn.do(of("again"));
  await expect.poll(() => begun.at(-1)).toBe("again");
  end("again");
  expect(await again).toBe("again");
});

test("the calls of one batch wait for one signal, however many, and the process warns of no leak", async () => {
  const inTurn = new InTurn(32);
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on("warning", warn);
  const gone = new AbortController();
  const { end, of } = works();
  const running = inTurn.do(of("running"));
  const left = Array.from({ length: 32 }, () => inTurn.do(of("left"), gone.signal).catch(() => "gone"));
  await setImmediate();
  gone.abort();
  expect(new Set(await Promise.all(left))).toEqual(new Set(["gone"]));
  end("running");
  await running;
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});
