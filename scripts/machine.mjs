/** Programs that checks need and npm cannot install. For root on Debian they are installed; others see their names. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./prepare.mjs";

/** This is Chromium without its windows. A page of its own costs the tests a third less of the processor. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** `isBest`: what `find` returns is what the tests want. Without it, what is there is good enough. */
const PROGRAMS = {
  // For the W3C's HTML checker.
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
  // The browser that people have: it keeps pages in its history cache, and schedules drawing differently.
  "whole chromium": { find: () => ["/usr/bin/chromium"].find(existsSync), package: "chromium" },
  postgresql: {
    find: () => {
      const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
      return versions.map((v) => `/usr/lib/postgresql/${v}/bin/postgres`).find((path) => existsSync(path));
    },
    package: "postgresql",
    // Debian's package starts a server of its own unless it is configured not to.
    before: () => {
      mkdirSync("/etc/postgresql-common", { recursive: true });
      const file = "/etc/postgresql-common/createcluster.conf";
      if (!existsSync(file)) writeFileSync(file, "create_main_cluster = false\n");
    },
  },
};

/** The path of a program; undefined if it is missing. */
export const findProgram = (name) => PROGRAMS[name].find();

/** The command that installs a program. */
export const howToInstall = (name) => `apt-get install ${PROGRAMS[name].package}`;

/** Installs the missing ones of these programs, if the user is root. One that has a substitute here may fail to install. */
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
