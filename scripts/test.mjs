/**
 * `npm test`: every check, one after the other, whatever the ones before said. `npm test -- unit http` runs just those,
 * `npm test -- test/http/booking.test.ts` just the files whose path holds that.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeBinary, Refusal } from "./node-binary.mjs";
import { ensureBuilt, ensureInstalled, main, root, run, seconds } from "./prepare.mjs";

const REACT_ROUTER = "node_modules/@react-router/dev/bin.cjs";
const checks = [
  {
    name: "types",
    commands: [
      [REACT_ROUTER, "typegen"],
      ["node_modules/typescript-native/bin/tsc", "--noEmit"],
    ],
  },
  {
    name: "arrows",
    commands: [
      [
        "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
        "--config",
        ".dependency-cruiser.mjs",
        "app",
        "server",
      ],
    ],
  },
  { name: "lint", commands: [["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"]] },
  { name: "format", commands: [["node_modules/prettier/bin/prettier.cjs", "--check", "."]] },
  { name: "unit" },
  { name: "operations", database: "embedded" },
  { name: "operations", database: "server", needs: "postgresql" },
  { name: "http", built: true },
  { name: "html", built: true, needs: "java" },
  { name: "browser", built: true, needs: "chromium" },
  { name: "resilience", built: true },
];

/** What the machine must have and npm cannot bring. */
const machine = {
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
    find: () => [process.env.CHROMIUM_PATH, "/usr/bin/chromium"].find((path) => path && existsSync(path)),
  },
  postgresql: {
    find: () => {
      const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
      return versions.map((v) => `/usr/lib/postgresql/${v}/bin/postgres`).find((path) => existsSync(path));
    },
    // Debian's package starts a server of its own unless told not to.
    before: () => {
      mkdirSync("/etc/postgresql-common", { recursive: true });
      const file = "/etc/postgresql-common/createcluster.conf";
      if (!existsSync(file)) writeFileSync(file, "create_main_cluster = false\n");
    },
  },
};

async function ensureOnMachine(name) {
  const { find, before, package: wanted = name } = machine[name];
  if (find()) return find();
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log(`Installing ${name} …`);
    before?.();
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-q"], { quiet: true, env });
    const options = ["-y", "-q", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold"];
    await run("apt-get", ["install", ...options, wanted], { quiet: true, env });
  }
  return find();
}

/** The names of the checks that have a test file with one of these texts in its path. */
function checksWith(files) {
  const args = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", ...files];
  const { stdout } = spawnSync(nodeBinary(), args, { cwd: root, encoding: "utf8" });
  return new Set([...stdout.matchAll(/^\[(\w+)\]/gm)].map(([, name]) => name));
}

/** Runs one check; says how many tests passed, failed and were skipped. */
async function runCheck({ name, commands, database, needs, built }, env, files) {
  if (commands) {
    for (const args of commands)
      if (await run(nodeBinary(), args, { env })) return { passed: 0, failed: 1, skipped: 0 };
    return { passed: 1, failed: 0, skipped: 0 };
  }
  if (!existsSync(join(root, "vitest.config.ts"))) {
    console.log("There is no vitest.config.ts: skipped.");
    return { passed: 0, failed: 0, skipped: 1 };
  }
  if (needs && !(await ensureOnMachine(needs))) {
    const failed = process.env.CI ? 1 : 0;
    console.log(
      `${needs} is not on this machine and only root on Debian can install it from here: not checked.`,
    );
    return { passed: 0, failed, skipped: 1 - failed };
  }
  if (built) await ensureBuilt();
  const file = join(root, ".cache/test", `${[name, database].filter(Boolean).join("-")}.json`);
  rmSync(file, { force: true });
  const own = {
    TEST_DATABASE: database ?? env.TEST_DATABASE ?? "embedded",
    CHROMIUM_PATH: machine.chromium.find() ?? "",
  };
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", name, ...reporters, ...files];
  const code = await run(nodeBinary(), args, { env: { ...env, ...own } });
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const result = JSON.parse(readFileSync(file, "utf8"));
  // A file that cannot even be loaded fails the run without a failed test.
  const failed = Math.max(result.numFailedTests, code ? 1 : 0);
  return { passed: result.numPassedTests, failed, skipped: result.numPendingTests + result.numTodoTests };
}

main(async () => {
  process.chdir(root);
  const given = process.argv.slice(2);
  const files = given.filter((text) => /[./]/.test(text));
  const wanted = given.filter((text) => !files.includes(text));
  const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length) {
    const names = [...new Set(checks.map((check) => check.name))].join(", ");
    throw new Refusal(`No such check: ${unknown.join(", ")}. There are ${names}.`);
  }
  await ensureInstalled();
  // The shell's own settings of the product must not change what is tested.
  const env = { ...process.env, PATH: `${dirname(nodeBinary())}:${process.env.PATH}` };
  for (const name of [
    "DATABASE_URL",
    "DATA_DIR",
    "SMTP_URL",
    "S3_URL",
    "APP_ORIGIN",
    "PORT",
    "HOST",
    "NODE_ENV",
  ])
    delete env[name];

  const holding = files.length ? checksWith(files) : null;
  const levels = wanted.filter((name) => checks.some((check) => check.name === name && !check.commands));
  const chosen = checks.filter(({ name, commands }) => {
    if (!holding) return !wanted.length || wanted.includes(name);
    return commands ? wanted.includes(name) : holding.has(name) && (!levels.length || levels.includes(name));
  });
  if (!chosen.length)
    throw new Refusal(`No test file of these checks has ${files.join(" or ")} in its path.`);
  const total = { passed: 0, failed: 0, skipped: 0 };
  const table = [];
  for (const check of chosen) {
    const title = check.database ? `${check.name} (${check.database})` : check.name;
    console.log(`\n── ${title}`);
    const begun = Date.now();
    const result = await runCheck(check, env, files).catch((error) => {
      console.error(error instanceof Refusal ? error.message : error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    for (const key of Object.keys(total)) total[key] += result[key];
    const word = result.failed ? "FAILED" : result.passed ? "passed" : "skipped";
    table.push(`${word.padEnd(8)}${title.padEnd(24)}${seconds(begun).padStart(8)}`);
  }
  console.log(`\n${table.join("\n")}\n`);
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`,
  );
  process.exit(total.failed ? 1 : 0);
});
