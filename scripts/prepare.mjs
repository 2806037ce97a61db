/**
 * Prepares everything that must exist before anything runs: packages, the pinned Node.js, a build. Runs on any Node.js from
 * 18 on.
 */
import { spawn } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { at, root, sha256, STAMP, stateOfBuild } from "./built.mjs";
import { nodeBinary, Refusal, requireLibraries } from "./node-binary.mjs";

export { root };
// oxlint looks for its helper program in node_modules/.bin, which .npmrc tells npm not to create.
process.env.OXLINT_TSGOLINT_PATH ??= at("node_modules/oxlint-tsgolint/bin/tsgolint.js");

/**
 * Runs `work`. A refusal is printed in one line, and the exit code is 1. Any other error is a bug and keeps its stack.
 */
export function main(work) {
  work().catch((error) => {
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  });
}

/**
 * Runs a program to its end, and ends the program if this process ends. The output is shown as it comes, or passed to
 * `onOutput`. With `quiet`, the output is shown only after a failure. `onMessage` gets what a Node.js program sends.
 * `inBackground` runs the program at low priority.
 */
export function run(
  command,
  args,
  { quiet = false, onOutput, onMessage, inBackground = false, ...options } = {},
) {
  return new Promise((done, failed) => {
    const output3 = quiet || onOutput ? ["ignore", "pipe", "pipe"] : ["inherit", "inherit", "inherit"];
    const stdio = onMessage ? [...output3, "ipc"] : output3;
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    if (onMessage) child.on("message", onMessage);
    if (inBackground && child.pid) setPriority(child.pid, 10);
    let output = "";
    const take = onOutput ?? ((text) => (output += text));
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", take);
    const stop = (signal) => {
      child.kill(signal);
      child.once("close", () => process.exit(143));
    };
    const signals = ["SIGTERM", "SIGINT"];
    for (const signal of signals) process.on(signal, stop);
    child.on("error", failed);
    child.on("close", (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (code && quiet) process.stderr.write(output);
      done(code ?? 1);
    });
  });
}

/**
 * Installs the packages when some are missing or the lock file has changed. If nothing changed, this only reads and
 * hashes the lock file.
 */
export async function ensureInstalled() {
  const lock = readFileSync(at("package-lock.json"));
  const stamp = at("node_modules/.ona-install-stamp");
  const wanted = `${sha256(lock)} ${process.platform}-${process.arch}\n`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (existsSync(stamp) || !installedByHand(JSON.parse(lock), stateOfBuild().fresh)) {
    requireLibraries();
    if (!existsSync(at("node_modules"))) requireRoom();
    requireWritable("node_modules");
    console.log("Installing packages (only when they changed) …");
    const begun = Date.now();
    // If npm started this process, the same npm is used. NODE_ENV is emptied, because with `production` npm would leave
    // out packages that the build needs.
    const npm = process.env.npm_execpath?.endsWith(".js")
      ? [process.execPath, process.env.npm_execpath]
      : ["npm"];
    const args = [
      ...npm.slice(1),
      "ci",
      "--include=dev",
      "--include=optional",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    const shell = npm[0] === "npm" && process.platform === "win32";
    const code = await run(npm[0], args, { shell, env: { ...process.env, NODE_ENV: "" } });
    if (code) throw new Refusal("npm ci failed; see above.");
    console.log(`Installed in ${seconds(begun)}.`);
  }
  keepStamp(stamp, wanted);
}

const READ_ONLY = ["EROFS", "EACCES", "EPERM"];

/**
 * Writes the file by which the next start sees that packages or build are up to date. In a read-only checkout nothing
 * is written, and each start checks again.
 */
function keepStamp(file, text) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    if (!READ_ONLY.includes(error.code)) throw error;
  }
}

/** The free disk space for a first install and build, and for some data. */
const FIRST_MB = 1200;

/** Refuses to install if the disk has too little space, because npm would stop half-way without a clear reason. */
function requireRoom() {
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  if (free < FIRST_MB)
    throw new Refusal(`Installing needs ${FIRST_MB} MB on the disk of ${root}, and ${free} MB are free.`);
}

function requireWritable(folder) {
  try {
    mkdirSync(at(folder), { recursive: true });
    accessSync(at(folder), constants.W_OK);
  } catch (error) {
    if (!READ_ONLY.includes(error.code)) throw error;
    throw new Refusal(
      `${at(folder)} is out of date and this user may not write there: run \`npm run build\` as a user who may.`,
    );
  }
}

/**
 * True if an `npm ci` of the user has installed every package of the lock file. If there is a current build (`built`),
 * the packages that only the build needs may be missing, as after `--omit=dev`.
 */
function installedByHand(lock, built) {
  const record = at("node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const { packages } = JSON.parse(readFileSync(record, "utf8"));
  return Object.entries(lock.packages).every(
    ([path, { version, optional, dev, devOptional }]) =>
      !path ||
      packages[path]?.version === version ||
      ((optional || ((dev || devOptional) && built)) && !packages[path]),
  );
}

/**
 * Builds when a source has changed since the last build. If nothing changed, this only reads the dates of the sources.
 */
export async function ensureBuilt() {
  const { fresh, stamp, last } = stateOfBuild();
  if (!fresh) {
    const node = nodeBinary();
    requireWritable("build");
    console.log("Building (only when the sources changed) …");
    const begun = Date.now();
    rmSync(STAMP, { force: true });
    const env = { ...process.env, NODE_ENV: "production" };
    for (const script of ["node_modules/@react-router/dev/bin.cjs", "scripts/precompress.mjs"]) {
      if (!existsSync(at(script))) continue;
      const args = script.endsWith("bin.cjs") ? [script, "build"] : [script];
      if (await run(node, args, { quiet: true, env })) throw new Refusal("The build failed; see above.");
    }
    console.log(`Built in ${seconds(begun)}.`);
  }
  if (stamp !== last) keepStamp(STAMP, JSON.stringify(stamp));
}

export const seconds = (begun) => `${((Date.now() - begun) / 1000).toFixed(1)} s`;

// A module that ends the product when its parent process ends. The IPC channel to the parent closes even if the parent
// is killed. In a worker (ONA_WORKER) the module does nothing: the worker's channel leads to the product's first
// process, and server/main.ts handles its closing.
const END_WITH_PARENT =
  'data:text/javascript,if(!process.env.ONA_WORKER&&process.channel){process.on("disconnect",()=>process.kill(process.pid,"SIGTERM"));process.channel.unref()}';

/**
 * Runs a file under the pinned Node.js, in a child process. This process waits, passes signals on to the child, and
 * exits with the child's exit code.
 */
export function become(args, env = process.env) {
  const child = spawn(nodeBinary(), [`--import=${END_WITH_PARENT}`, ...args], {
    env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGTERM"));
  // Ctrl-C in a terminal reaches the child directly. The signal is not passed on, because the child might take a second
  // one as a request to stop at once.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  child.on("error", (error) => {
    console.error(`Cannot run ${child.spawnfile}: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) =>
    process.exit(code ?? (signal === "SIGINT" ? 130 : signal === "SIGKILL" ? 137 : 143)),
  );
  // A killed npm sends no signal, but this process (or the shell that npm started it in) gets another parent process.
  // The child is ended when that happens.
  const npm = npmProcess();
  if (process.env.npm_execpath) setInterval(() => npmProcess() === npm || child.kill("SIGTERM"), 200).unref();
}

/** The pid of the npm that runs this process. npm starts a shell, which runs this process or is replaced by it. */
function npmProcess() {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8"));
    return /^(sh|bash|dash)$/.test(name) ? Number(parent) : process.ppid;
  } catch {
    return process.ppid;
  }
}
