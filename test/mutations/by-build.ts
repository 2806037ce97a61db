/**
 * Runs the tests that use the build (HTTP and browser). A copy of the sources in .cache/mutations/ has all mutations at
 * once. Each mutation stands beside the original code and is off (switched.ts). The copy is built once, and the tests
 * run in it. The environment variable MUTATION turns one mutation on, by its number. A page in a browser gets this
 * number by a script.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createVitest } from "vitest/node";
import type { Judge, Mutation } from "./mutation.ts";
import { switched } from "./switched.ts";
import { titlesOfFailed } from "./titles-of-failed.ts";

const COPY = resolve(".cache/mutations");
/** Files that are not copied. The copy has its own build, which is made again if the sources differ. */
const NOT_COPIED = ["node_modules", "build", "data", "data-demo", "test-results", ".git", ".cache"];
const FIXTURE = "test/fixtures/browser.ts";
const OPENED = "contexts.push(context);";

/** `all` must be the list that was passed to buildCopy before. */
export async function judgeByBuild(all: readonly Mutation[]): Promise<Judge> {
  const here = process.cwd();
  process.chdir(COPY);
  const { default: config } = (await import(
    pathToFileURL(join(COPY, "vitest.config.ts")).href
  )) as typeof import("../../vitest.config.ts");
  const vitest = await createVitest(
    "test",
    { config: false, root: COPY, watch: false, project: ["http", "browser"], reporters: [{}], silent: true },
    { test: config.test },
  );
  return {
    failedTests(files, mutation) {
      process.env["MUTATION"] = String(mutation ? all.indexOf(mutation) : -1);
      return titlesOfFailed(vitest, files, (test) => (test.includes("/e2e/") ? "browser" : "http"));
    },
    wasUsed: () => true,
    async close() {
      await vitest.close();
      process.chdir(here);
    },
  };
}

/** Makes and builds a copy of the sources with all these mutations. A mutation's number is its place in `all`. */
export function buildCopy(all: readonly Mutation[]): void {
  mkdirSync(COPY, { recursive: true });
  for (const name of readdirSync(COPY))
    if (!NOT_COPIED.includes(name)) rmSync(join(COPY, name), { recursive: true });
  for (const name of readdirSync("."))
    if (!NOT_COPIED.includes(name)) cpSync(name, join(COPY, name), { recursive: true });
  if (!existsSync(join(COPY, "node_modules")))
    symlinkSync(resolve("node_modules"), join(COPY, "node_modules"));

  const numbered = all.map((mutation, n) => ({ ...mutation, n }));
  for (const [file, mutations] of Map.groupBy(numbered, (mutation) => mutation.file))
    writeFileSync(join(COPY, file), switched(file, readFileSync(file, "utf8"), mutations));
  const fixture = readFileSync(FIXTURE, "utf8");
  if (fixture.split(OPENED).length !== 2) throw new Error(`${FIXTURE} opens its contexts otherwise`);
  const choosing = `${OPENED}
      await context.addInitScript(\`globalThis.MUTATION = \${process.env["MUTATION"]}\`);`;
  writeFileSync(
    join(COPY, FIXTURE),
    fixture.replace(OPENED, () => choosing),
  );

  execFileSync(process.execPath, ["scripts/run.mjs", "--built"], { cwd: COPY, stdio: "inherit" });
}
