/** Programs that checks need and npm cannot install. For root on Debian they are installed; others see their names. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./prepare.mjs";

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
    // The headless shell is this browser without its windows. A new page costs it a third of the work.
    find: () =>
      [process.env.CHROMIUM_PATH, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(
        (path) => path && existsSync(path),
      ),
    package: "chromium-headless-shell",
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

/** Installs the missing ones of these programs, if the user is root. */
export async function installMissing(names) {
  const missing = names.filter((name) => !findProgram(name));
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${missing.join(", ")} …`);
  for (const name of missing) PROGRAMS[name].before?.();
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { quiet: true, env });
  const options = ["-y", "-q", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold"];
  const packages = missing.map((name) => PROGRAMS[name].package);
  await run("apt-get", ["install", ...options, ...packages], { quiet: true, env });
}
