/** How each system brings what is missing: pure, so that every system is tested on any. */

/** @typedef {import("./requirements.mjs").Tool} Tool */
/** @typedef {readonly string[]} Command */

/**
 * @typedef {object} Manager
 * @property {string} name The command.
 * @property {boolean} asRoot Needs root's rights.
 * @property {readonly Command[]} before Commands to run first.
 * @property {Command} install The packages go behind it.
 * @property {Readonly<Partial<Record<Tool, string>>>} packages What it can bring.
 * @property {Readonly<Partial<Record<Tool, readonly Command[]>>>} [byHand] What a person must type besides.
 */

/** @type {readonly Manager[]} */
export const managers = [
  {
    name: "apt-get",
    asRoot: true,
    before: [["apt-get", "update"]],
    install: ["apt-get", "install", "-y", "--no-install-recommends"],
    packages: { java: "openjdk-17-jre-headless", maven: "maven", chromium: "chromium", nginx: "nginx" },
  },
  {
    name: "dnf",
    asRoot: true,
    before: [],
    install: ["dnf", "install", "-y"],
    packages: { java: "java-21-openjdk-headless", maven: "maven", chromium: "chromium", nginx: "nginx" },
  },
  {
    name: "apk",
    asRoot: true,
    before: [],
    install: ["apk", "add", "--no-cache"],
    packages: { java: "openjdk17-jre-headless", maven: "maven", chromium: "chromium", nginx: "nginx" },
  },
  {
    name: "pacman",
    asRoot: true,
    before: [],
    install: ["pacman", "-S", "--needed", "--noconfirm"],
    packages: { java: "jre17-openjdk-headless", maven: "maven", chromium: "chromium", nginx: "nginx" },
  },
  {
    name: "brew",
    asRoot: false,
    before: [],
    install: ["brew", "install"],
    packages: { java: "openjdk@17", maven: "maven", chromium: "google-chrome", nginx: "nginx" },
    // Homebrew keeps its Java out of the path.
    byHand: { java: [["export", "JAVA_HOME=$(brew --prefix openjdk@17)"]] },
  },
];

/** Ubuntu's Chromium is a snap, which a container cannot run; Chrome comes as a package of its maker. */
const chrome = "google-chrome-stable_current_amd64.deb";
/** @type {readonly Command[]} */
const chromeForUbuntu = [
  ["wget", `https://dl.google.com/linux/direct/${chrome}`],
  ["apt-get", "install", "-y", `./${chrome}`],
];

/**
 * The package manager that a system is known to have, whether or not it can be run now.
 *
 * @param {string} platform As `process.platform`.
 * @param {string} osRelease The text of `/etc/os-release`; empty where there is none.
 * @returns {Manager | undefined}
 */
export function managerOf(platform, osRelease) {
  if (platform === "darwin") return managers.find((manager) => manager.name === "brew");
  const names = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(
    ([, ids]) => ids?.split(" ") ?? [],
  );
  /** @type {readonly (readonly [string, readonly string[]])[]} */
  const families = [
    ["apt-get", ["debian", "ubuntu"]],
    ["dnf", ["fedora", "rhel", "centos"]],
    ["apk", ["alpine"]],
    ["pacman", ["arch"]],
  ];
  const family = families.find(([, ids]) => ids.some((id) => names.includes(id)))?.[0];
  const manager = managers.find(({ name }) => name === family);
  if (manager === undefined || !names.includes("ubuntu")) return manager;
  const { chromium: _, ...packages } = manager.packages;
  return { ...manager, packages, byHand: { chromium: chromeForUbuntu } };
}

/**
 * Debian and Ubuntu each carry other Javas: the oldest that will do, of those that the machine's lists name.
 *
 * @param {string} packages One name a line, as `apt-cache pkgnames openjdk-` prints them.
 * @param {number} oldest
 * @returns {string | undefined}
 */
export function debianJava(packages, oldest) {
  const versions = [...packages.matchAll(/^openjdk-(\d+)-jre-headless$/gm)].map(([, version]) =>
    Number(version),
  );
  const version = versions.filter((found) => found >= oldest).sort((a, b) => a - b)[0];
  return version === undefined ? undefined : `openjdk-${version}-jre-headless`;
}

/**
 * What the package manager itself can do, in the order in which it is to be run; nothing where it has no package.
 *
 * @param {Manager} manager
 * @param {readonly Tool[]} missing
 * @param {string | undefined} java A package to take instead of the usual one.
 * @returns {readonly Command[]}
 */
export function installCommands(manager, missing, java) {
  const packages = missing.flatMap((tool) => {
    const usual = manager.packages[tool];
    return usual === undefined ? [] : [tool === "java" && java !== undefined ? java : usual];
  });
  return packages.length === 0 ? [] : [...manager.before, [...manager.install, ...packages]];
}

/**
 * The one line to type that brings everything missing.
 *
 * @param {Manager} manager
 * @param {readonly Tool[]} missing
 * @param {{ readonly sudo: boolean, readonly java?: string | undefined }} how
 */
export function lineToType(manager, missing, { sudo, java }) {
  const byHand = missing.flatMap((tool) => manager.byHand?.[tool] ?? []);
  const withRights = (/** @type {Command} */ command) =>
    sudo && command[0] === manager.name ? ["sudo", ...command] : command;
  return [...installCommands(manager, missing, java), ...byHand]
    .map((command) => withRights(command).join(" "))
    .join(" && ");
}
