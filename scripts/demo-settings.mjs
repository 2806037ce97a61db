import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "./node-binary.mjs";

/**
 * DEMO-3: the settings of the demo: an embedded database in a folder of its own. `isNew` removes the folder first.
 * Refuses to remove the folder while the demo runs.
 */
export function demoSettings({ folder, isNew, env }) {
  if (isNew) {
    if (isRunning(folder)) throw new Refusal("The demo runs. Stop it, then start it again with --new.");
    rmSync(folder, { recursive: true, force: true });
  }
  const { DATABASE_URL: _url, DATABASE_URL_FILE: _file, ...others } = env;
  return { ...others, DATA_DIR: folder, SEED: "demo" };
}

/** True if a running product uses the folder. */
function isRunning(folder) {
  const file = join(folder, "app.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
