/**
 * A run of the tests has a folder for temporary files, and starts processes. When the run ends, even by an interrupt,
 * the folder is deleted and the processes are killed.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The folder in memory in which the tests keep their databases (test/fixtures/database-setup.ts). */
const MEMORY = "/dev/shm";

/**
 * Begins a run. Returns the environment for its processes: TMPDIR is the run's own folder, and TEST_RUN is that
 * folder's name. The end of the run finds the processes by TEST_RUN. Their folders in /dev/shm have names that begin
 * with it.
 */
export function beginRun() {
  const folder = mkdtempSync(join(tmpdir(), "ona-test-run-"));
  // PostgreSQL runs as another user, and reaches its data through this folder.
  chmodSync(folder, 0o711);
  const id = basename(folder);
  // This also runs after a signal, because `run` and the handlers below call `process.exit`.
  process.once("exit", () => endRun(id, folder));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  return { TMPDIR: folder, TEST_RUN: id };
}

function endRun(id, folder) {
  // A process may start another one while the list is read.
  for (let tries = 0; tries < 20 && killAll(id); tries++) waitMs(50);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (!existsSync(MEMORY)) return;
  for (const name of readdirSync(MEMORY))
    if (name.startsWith(id)) rmSync(join(MEMORY, name), { recursive: true, force: true, maxRetries: 5 });
}

const waitMs = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Kills every process that has this run's id in its arguments or environment. Returns true if there were any. */
function killAll(id) {
  const found = processesNaming(id);
  for (const pid of found) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found.length > 0;
}

/**
 * The processes that have this run's id in their arguments or environment. Only Linux lists them (/proc). On other
 * systems the tests end their own processes.
 */
function processesNaming(id) {
  if (!existsSync("/proc/self/environ")) return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => ["environ", "cmdline"].some((file) => mentions(pid, file, id))).map(Number);
}

function mentions(pid, file, id) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1").includes(id);
  } catch {
    return false; // It has ended, or belongs to somebody else.
  }
}
