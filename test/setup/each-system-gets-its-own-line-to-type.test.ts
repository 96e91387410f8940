import { expect, test } from "vitest";
import { debianJava, installCommands, lineToType, managerOf } from "./package-managers.mjs";

const everything = ["java", "maven", "chromium", "nginx"] as const;

function line(
  platform: string,
  osRelease: string,
  missing: readonly (typeof everything)[number][] = everything,
) {
  const manager = managerOf(platform, osRelease);
  if (manager === undefined) throw new Error("no package manager");
  return lineToType(manager, missing, { sudo: manager.asRoot });
}

test("Debian", () => {
  expect(line("linux", 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n')).toBe(
    "sudo apt-get update && sudo apt-get install -y --no-install-recommends openjdk-17-jre-headless maven chromium nginx",
  );
});

test("Ubuntu's snap of Chromium is passed by", () => {
  expect(line("linux", "ID=ubuntu\nID_LIKE=debian\n")).toBe(
    "sudo apt-get update && sudo apt-get install -y --no-install-recommends openjdk-17-jre-headless maven nginx && wget https://dl.google.com/linux/direct/google-chrome-stable_current_amd64.deb && sudo apt-get install -y ./google-chrome-stable_current_amd64.deb",
  );
});

test("on Ubuntu nothing is run where Chromium alone is missing", () => {
  const manager = managerOf("linux", "ID=ubuntu\nID_LIKE=debian\n");
  expect(manager && installCommands(manager, ["chromium"], undefined)).toEqual([]);
});

test("what calls itself like another system is treated as that one", () => {
  expect(line("linux", 'ID="linuxmint"\nID_LIKE="ubuntu debian"\n', ["maven"])).toBe(
    "sudo apt-get update && sudo apt-get install -y --no-install-recommends maven",
  );
  expect(line("linux", 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', ["maven"])).toBe(
    "sudo dnf install -y maven",
  );
});

test("Fedora, Alpine and Arch", () => {
  expect(line("linux", "ID=fedora\n")).toBe(
    "sudo dnf install -y java-21-openjdk-headless maven chromium nginx",
  );
  expect(line("linux", "ID=alpine\n")).toBe(
    "sudo apk add --no-cache openjdk17-jre-headless maven chromium nginx",
  );
  expect(line("linux", "ID=arch\n")).toBe(
    "sudo pacman -S --needed --noconfirm jre17-openjdk-headless maven chromium nginx",
  );
});

test("a Mac", () => {
  expect(line("darwin", "")).toBe(
    "brew install openjdk@17 maven google-chrome nginx && export JAVA_HOME=$(brew --prefix openjdk@17)",
  );
});

test("a system that is not known gets no line, rather than a wrong one", () => {
  expect(managerOf("linux", "ID=nixos\n")).toBeUndefined();
  expect(managerOf("win32", "")).toBeUndefined();
});

test("of the Javas that Debian's lists name, the oldest that will do is taken", () => {
  expect(debianJava("openjdk-21-jre-headless\nopenjdk-11-jre-headless\nopenjdk-25-jre-headless\n", 17)).toBe(
    "openjdk-21-jre-headless",
  );
  expect(debianJava("openjdk-11-jre-headless\nopenjdk-17-jre\n", 17)).toBeUndefined();
});
