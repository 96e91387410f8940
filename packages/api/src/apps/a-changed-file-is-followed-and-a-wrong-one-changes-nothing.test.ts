import { mkdtemp, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { silent, until } from "../testing/collecting.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { appsConfiguration } from "../wire/index.ts";
import type { AppConfig } from "./app-config.ts";
import { followAppsFile } from "./follow-apps-file.ts";

const listing = (...ids: readonly string[]) =>
  `apps:\n${ids.map((id) => `  - { id: ${id}, url: 'http://127.0.0.1:4001' }\n`).join("")}`;

/** A file that is followed, with each look done when the test says so. */
async function following(
  text: string,
  env: Record<string, string> = {},
  takeApps = (_ids: readonly string[]): void => undefined,
) {
  const folder = await mkdtemp(path.join(tmpdir(), "stoatflow-apps-"));
  const file = path.join(folder, "stoatflow.yaml");
  await writeFile(file, text);
  const clock = new ManualClock();
  const lists: string[][] = [];
  const onApps = (apps: readonly AppConfig[]) => {
    const ids = apps.map(({ id }) => id);
    takeApps(ids);
    lists.push(ids);
  };
  const followed = followAppsFile({ file, text, env, clock, logger: silent, onApps });
  followed.start();
  const looks = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      clock.advance(500);
      await until(
        () => clock.waiting().length,
        (waiting) => waiting === 1,
      );
    }
  };
  return {
    folder,
    file,
    clock,
    lists,
    looks,
    followed,
    told: () => appsConfiguration.parse(followed.configuration()),
    async [Symbol.asyncDispose]() {
      followed.stop();
      await rm(folder, { recursive: true });
    },
  };
}

test("a file that stays as it is is taken once, at the start", async () => {
  await using at = await following(listing("orders"));
  const { sinceMs } = { sinceMs: at.clock.nowMs() };
  await at.looks(4);
  expect(at.lists).toEqual([]);
  expect(at.told()).toEqual({ kind: "current", file: at.file, sinceMs });
});

test("what is written in place is taken within two looks, whole", async () => {
  await using at = await following(listing("orders"));
  await writeFile(at.file, listing("orders", "payments"));
  await at.looks(2);
  expect(at.lists).toEqual([["orders", "payments"]]);
  expect(at.told()).toEqual({ kind: "current", file: at.file, sinceMs: at.clock.nowMs() });
});

test("a file that is replaced by a rename, or through a link, is followed like any other", async () => {
  await using at = await following(listing("orders"));
  const next = path.join(at.folder, "next");
  await writeFile(next, listing("payments"));
  await rename(next, at.file);
  await at.looks(2);
  await writeFile(path.join(at.folder, "v2"), listing("stock"));
  await symlink("v2", path.join(at.folder, "link"));
  await rename(path.join(at.folder, "link"), at.file);
  await at.looks(2);
  expect(at.lists).toEqual([["payments"], ["stock"]]);
});

test("an editor that empties the file before it writes loses no app", async () => {
  await using at = await following(listing("orders"));
  await writeFile(at.file, "");
  await at.looks(1);
  await writeFile(at.file, "apps:\n  - { id: ord");
  await at.looks(1);
  await writeFile(at.file, listing("orders", "stock"));
  await at.looks(2);
  expect(at.lists).toEqual([["orders", "stock"]]);
});

test.each<[string, (file: string) => Promise<void>, RegExp]>([
  [
    "a field that is wrong",
    (file) => writeFile(file, "apps: [{ id: a, url: here }]"),
    /apps\[0\]\.url: "here" is not/,
  ],
  ["what is no YAML", (file) => writeFile(file, "apps: [\n"), /malformed YAML at line 2/],
  [
    "a list that holds itself",
    (file) => writeFile(file, "apps: &apps\n  - *apps\n"),
    /holds itself expected/,
  ],
  ["a file that was emptied", (file) => writeFile(file, ""), /: apps: nothing is given; write "apps: \[\]"/],
  ["a file that is gone", unlink, /can't be read: ENOENT.*; put the file back$/],
  [
    "a file without end",
    (file) => writeFile(file, "#".repeat(1_100_000)),
    /has 1100000 bytes, more than 1048576; leave some/,
  ],
])("%s keeps the apps, is told in one line, and is over once it is mended", async (_, spoil, error) => {
  await using at = await following(listing("orders"));
  await spoil(at.file);
  await at.looks(2);
  const sinceMs = at.clock.nowMs();
  await at.looks(3);
  expect(at.lists).toEqual([]);
  expect(at.told()).toEqual({
    kind: "refused",
    file: at.file,
    sinceMs,
    error: expect.stringMatching(error),
  });
  await writeFile(at.file, listing("orders"));
  await at.looks(2);
  expect(at.lists).toEqual([["orders"]]);
  expect(at.told().kind).toBe("current");
});

test("a list that cannot be taken is told, whatever failed, and the file is followed on", async () => {
  await using at = await following(listing("orders"), {}, (ids) => {
    if (ids.includes("payments")) throw new TypeError("nobody expected that");
  });
  await writeFile(at.file, listing("payments"));
  await at.looks(2);
  expect(at.told()).toMatchObject({ kind: "refused", error: "nobody expected that" });
  await writeFile(at.file, listing("stock"));
  await at.looks(2);
  expect(at.lists).toEqual([["stock"]]);
  expect(at.told().kind).toBe("current");
});

test("the environment outweighs the file at each change", async () => {
  await using at = await following(listing("orders"), { STOATFLOW_APPS: "fixed=http://127.0.0.1:8" });
  await writeFile(at.file, listing("payments"));
  await at.looks(2);
  expect(at.lists).toEqual([["payments", "fixed"]]);
});

test("after stop nothing is looked at", async () => {
  await using at = await following(listing("orders"));
  at.followed.stop();
  expect(at.clock.waiting()).toEqual([]);
});
