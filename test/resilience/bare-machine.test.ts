/**
 * A machine with Git, Node.js and npm alone, and a machine with systemd: a minimal Debian in a folder. Root only, and
 * long.
 */
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { bootDebian, debianForAll, debianMissing, inDebian } from "../fixtures/debian.ts";
import { bookAt, startClients } from "../fixtures/consistency-audit.ts";
import { note, worst } from "../fixtures/long.ts";
import { pageCommands } from "../fixtures/page-commands.ts";
import { ask, freePort } from "../fixtures/product.ts";
import { describeWhere, firstOf, ONLY_LONG } from "../fixtures/test-where.ts";

const PAGE = "docs/operations.md";

/** Waits until the product serves. The limit is 8 minutes, because a first start installs packages and builds. */
async function expectReady(origin: string, said = () => ""): Promise<void> {
  const status = () =>
    ask(origin, "/readyz").then(
      (reply) => reply.status,
      () => 0,
    );
  await expect
    .poll(status, { timeout: 480_000 })
    .toBe(200)
    .catch((error: Error) => {
      throw new Error(`${error.message}: ${said()}`);
    });
}

const missing = firstOf(ONLY_LONG, debianMissing());

/**
 * A program that exits with 0 if the machine's own Node.js has the features that the product needs. The product uses
 * that Node.js if the pinned one does not run.
 */
const CAPABLE = `process.exit(process.features.typescript && require("crypto").argon2 ? 0 : 1)`;

async function ended(folder: string, line: string): Promise<{ code: number | null; output: string }> {
  const child = inDebian(folder, line);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data: Buffer) => (output += data));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, output };
}

/** npm start names the missing library and ends; then the library is installed. */
async function expectLibraryNamed(folder: string): Promise<void> {
  const { code, output } = await ended(folder, "cd /srv/ona && npm start");
  expect(code).toBe(1);
  expect(output).toContain("apt-get install libatomic1; Fedora: dnf install libatomic");
  // The start ended before it downloaded any package.
  expect(fs.existsSync(join(folder, "srv/ona/node_modules"))).toBe(false);
  expect((await ended(folder, "apt-get install -y -q libatomic1")).code).toBe(0);
}

async function startWithNpm(folder: string): Promise<void> {
  const capable = (await ended(folder, `node -e '${CAPABLE}'`)).code === 0;
  const started = performance.now();
  if (!capable) await expectLibraryNamed(folder);
  const port = await freePort();
  const child = inDebian(folder, `cd /srv/ona && PORT=${port} npm start`);
  const origin = `http://localhost:${port}`;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (output += text));
  await expectReady(origin, () => output);
  expect((await ask(origin, "/")).text).toContain("Ona Delivery");
  note("A bare Debian: first npm start", {
    "until it serves, s": Math.round((performance.now() - started) / 1000),
  });
  child.kill("SIGKILL"); // Killing this process ends all processes in the Debian.
  await new Promise((done) => child.once("close", done));
}

const PREPARE = [
  "rm -rf /srv/ona/data",
  "git config --global user.name Ada && git config --global user.email ada@ona.test",
  // /srv/origin.git replaces the server from which the documentation's `git clone` copies. It belongs to root, and Git
  // copies a local repository of another user only if it is declared safe.
  "git config --system safe.directory /srv/origin.git",
  "cd /srv/ona && git init -q -b main && git add -A && git commit -qm First",
  "git clone -q --bare /srv/ona /srv/origin.git && rm -rf /srv/ona",
  "systemctl mask apt-daily.timer apt-daily-upgrade.timer systemd-networkd systemd-resolved",
].join(" && ");

type OnPage = (block?: string) => Promise<string>;

/** Runs commands of docs/operations.md on the machine. The error of a failure has the commands' output. */
const shellOf =
  (machine: ReturnType<typeof bootDebian>): OnPage =>
  async (block = "") => {
    const line = block.replace("<this repository>", "/srv/origin.git");
    return machine.run("sh", "-exc", line).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    });
  };

async function installByPage(folder: string, port: number, onPage: OnPage): Promise<void> {
  const origin = `http://localhost:${port}`;
  const [install, start, check] = pageCommands(PAGE, "## Install");
  await expect
    .poll(() => onPage("systemctl is-active dbus").catch(() => ""), { timeout: 60_000 })
    .toContain("active");
  await onPage(install);
  const settings = `PORT=${port}\nLIMITS_FACTOR=100000\nDATA_DIR=/var/lib/ona\nSEED=none\nADMIN_EMAIL=you@ona.example\n`;
  fs.writeFileSync(join(folder, "etc/ona.env"), settings);
  expect(await onPage("systemd-analyze verify ona.service")).toBe("");
  await onPage(start);
  await expectReady(origin);
  expect(await onPage(check)).toMatch(/^ok {4}version[\s\S]*ok {4}database/);
  expect(await onPage("systemd-analyze security ona --no-pager")).toMatch(
    /Overall exposure level for ona\.service: 1\.\d OK/,
  );
}

/** Stops the service under load several times, and starts it again each time. */
async function expectCleanStops(origin: string, machine: ReturnType<typeof bootDebian>): Promise<void> {
  const stops: number[] = [];
  let cut = 0;
  for (let round = 0; round < 5; round++) {
    await expectReady(origin);
    const clients = startClients(origin, 8);
    await sleep(1000);
    const since = performance.now();
    await machine.run("systemctl", "stop", "ona");
    stops.push(performance.now() - since);
    await machine.run("systemctl", "start", "ona");
    const { failures } = await clients.stop();
    const { ECONNREFUSED: _refused, ...failed } = Object.fromEntries(failures);
    cut += Object.values(failed).reduce((sum, n) => sum + n, 0);
    expect(failed).toEqual({});
    expect(clients.acknowledged()).toBeGreaterThan(8);
  }
  note("systemd: stopped under load", {
    stops: stops.length,
    "requests cut": cut,
    "slowest stop, ms": worst(stops),
  });
}

/** Installs a newer commit that has a migration, and goes back to the older commit. */
async function expectUpgradeAndBack(origin: string, onPage: OnPage): Promise<void> {
  await expectReady(origin);
  const code = await bookAt(origin);
  const isKept = async (wanted: string | null) =>
    (await ask(origin, `/track?code=${wanted}`)).text.includes("Pending");
  expect(await isKept(code)).toBe(true);
  const newer = `const fs = require("fs"), file = "migrations/meta/_journal.json", journal = JSON.parse(fs.readFileSync(file));
    const last = journal.entries.at(-1);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_later" });
    fs.writeFileSync(file, JSON.stringify(journal)); fs.writeFileSync("migrations/9999_later.sql", "create table later (id integer);");`;
  await onPage(
    `git clone -q /srv/origin.git /srv/newer && cd /srv/newer && node -e '${newer}' && git add -A && git commit -qm Newer && git push -q`,
  );
  const [upgrade, check] = pageCommands(PAGE, "## Upgrade");
  await onPage(upgrade);
  await expectReady(origin);
  expect(await onPage(check)).toContain("migrations: all applied");
  const later = await bookAt(origin);
  expect([await isKept(code), await isKept(later)]).toEqual([true, true]);
  const [back] = pageCommands(PAGE, "### Going back");
  await onPage(back);
  await expectReady(origin);
  expect([await isKept(code), await isKept(later)]).toEqual([true, false]);
  expect(await onPage("ls /srv/ona/migrations")).not.toContain("9999_later");
}

/** Follows docs/operations.md to the letter on a machine with systemd. */
async function followPage(folder: string): Promise<void> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  expect(await ended(folder, PREPARE)).toMatchObject({ code: 0 });

  const machine = bootDebian(folder);
  const onPage = shellOf(machine);
  try {
    await installByPage(folder, port, onPage);
    await expectCleanStops(origin, machine);
    await expectUpgradeAndBack(origin, onPage);
    const log = await machine.run("journalctl", "-u", "ona", "--no-pager");
    expect(log).not.toMatch(/SIGKILL|Killing process|code=killed|Failed with result/);
    await machine.run("systemctl", "stop", "ona");
  } finally {
    await machine.end();
  }
  for (const data of ["ona", "ona.newer"]) {
    const output = fs.readFileSync(join(folder, "var/lib", data, "postgres.log"), "utf8");
    expect(output).not.toMatch(/not properly shut down|interrupted|automatic recovery/);
  }
}

describeWhere(missing)("on a minimal Debian", () => {
  const debian = debianForAll();

  test("npm start names the library that is missing, then opens the product", { timeout: 900_000 }, () =>
    startWithNpm(debian.folder),
  );

  test(
    "the page's commands install, stop without a request cut, upgrade, and go back",
    { timeout: 1_800_000 },
    () => followPage(debian.folder),
  );
});
