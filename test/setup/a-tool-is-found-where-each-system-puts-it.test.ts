import { expect, test } from "vitest";
import { chromiumCandidates, javaVersion } from "./requirements.mjs";

test.each([
  ['openjdk version "17.0.15" 2025-04-15\n', 17],
  ['openjdk version "21" 2023-09-19\n', 21],
  ['java version "1.8.0_402"\n', 8],
  ['openjdk version "25-ea" 2025-09-16\n', 25],
  ["The operation couldn't be completed. Unable to locate a Java Runtime.\n", undefined],
])("what Java prints, %j, is read as version %s", (printed, version) => {
  expect(javaVersion(printed)).toBe(version);
});

test("CHROMIUM_PATH wins over every place where a browser may be", () => {
  for (const platform of ["linux", "darwin", "win32"]) {
    expect(chromiumCandidates(platform, { CHROMIUM_PATH: "/opt/mine/chrome" })).toEqual(["/opt/mine/chrome"]);
  }
});

test("an empty CHROMIUM_PATH is as none", () => {
  expect(chromiumCandidates("linux", { CHROMIUM_PATH: "" })[0]).toBe("chromium");
});

test("on a Mac the browsers are looked for among the applications", () => {
  expect(chromiumCandidates("darwin", {})).toContain(
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  );
});

test("on Windows the browsers are looked for in the folders that the system names", () => {
  const candidates = chromiumCandidates("win32", {
    PROGRAMFILES: "C:\\Program Files",
    LOCALAPPDATA: "C:\\Local",
  });
  expect(candidates).toContain("C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe");
  expect(candidates).toContain("C:\\Local\\Google\\Chrome\\Application\\chrome.exe");
  expect(candidates).toContain("C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe");
});
