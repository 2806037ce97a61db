/**
 * Programs that checks need and that npm cannot install. For root on Debian, this file installs them. Other
 * users get a message with the names.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./prepare.mjs";

/** Chromium without a user interface. With it, the tests in a browser need a third less processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/**
 * The programs by name. `isBest`: true if the program that `find` returns is the one that the tests prefer. A program
 * without `isBest` has no preferred version.
 */
const PROGRAMS = {
  // The W3C's HTML checker runs on Java.
  java: {
    find: () =>
      (process.env.PATH ?? "")
        .split(":")
        .map((folder) => join(folder, "java"))
        .find((path) => existsSync(path)),
    package: "default-jre-headless",
  },
  chromium: {
    find: () =>
      [process.env.CHROMIUM_PATH, HEADLESS_SHELL, "/usr/bin/chromium"].find(
        (path) => path && existsSync(path),
      ),
    package: "chromium-headless-shell",
    isBest: () => Boolean(process.env.CHROMIUM_PATH) || existsSync(HEADLESS_SHELL),
  },
  // The complete browser, as people use it. Unlike the headless shell, it keeps pages in memory for the back button
  // (bfcache), and schedules drawing differently.
  "whole chromium": { find: () => ["/usr/bin/chromium"].find(existsSync), package: "chromium" },
  postgresql: {
    find: () => {
      const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
      return versions.map((v) => `/usr/lib/postgresql/${v}/bin/postgres`).find((path) => existsSync(path));
    },
    package: "postgresql",
    // Debian's package starts a PostgreSQL server when it is installed, unless this file exists.
    before: () => {
      mkdirSync("/etc/postgresql-common", { recursive: true });
      const file = "/etc/postgresql-common/createcluster.conf";
      if (!existsSync(file)) writeFileSync(file, "create_main_cluster = false\n");
    },
  },
};

/** The path of an installed program; undefined if it is missing. */
export const findProgram = (name) => PROGRAMS[name].find();

/** The command that installs a program. */
export const howToInstall = (name) => `apt-get install ${PROGRAMS[name].package}`;

/**
 * If the user is root, installs those of the named programs that are missing or not the preferred ones. Throws nothing
 * if an installation fails, because some programs have a substitute.
 */
export async function installMissing(names) {
  const missing = names.filter((name) => !findProgram(name) || PROGRAMS[name].isBest?.() === false);
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${missing.join(", ")} …`);
  for (const name of missing) PROGRAMS[name].before?.();
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q", "-o", "Acquire::http::Timeout=20"], { quiet: true, env });
  const options = ["-y", "-q", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold"];
  const packages = missing.map((name) => PROGRAMS[name].package);
  await run("apt-get", ["install", ...options, ...packages], { quiet: true, env });
}
