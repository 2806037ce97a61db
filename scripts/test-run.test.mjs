/** The folders and processes of a run of the tests, and the paths that the runner refuses. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

/** A run that starts a process which does not end by itself, and that prints its folder and the process's id. */
const RUN = `
  import { spawn } from "node:child_process";
  import { beginRun } from "./scripts/test-run.mjs";
  const env = { ...process.env, ...beginRun() };
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { env, detached: true, stdio: "ignore" });
  console.log(JSON.stringify({ folder: env.TMPDIR, pid: child.pid }));
  if (process.argv[1] === "wait") setInterval(() => {}, 1000);
  else child.unref();
`;
const isRunning = (pid) => existsSync(`/proc/${pid}/cmdline`);

async function gone(pid) {
  for (let left = 100; left && isRunning(pid); left--) await sleep(20);
  return !isRunning(pid);
}

test("a run that ends leaves neither its folder nor a process, also one that was started apart from it", async () => {
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", RUN], { encoding: "utf8" });
  const { folder, pid } = JSON.parse(stdout);
  expect(existsSync(folder)).toBe(false);
  if (process.platform === "linux") expect(await gone(pid)).toBe(true);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"])("so does one that %s ends", async (signal) => {
  const run = spawn(process.execPath, ["--input-type=module", "-e", RUN, "wait"]);
  const [line] = await once(run.stdout.setEncoding("utf8"), "data");
  const { folder, pid } = JSON.parse(line);
  expect(existsSync(folder)).toBe(true);
  run.kill(signal);
  await once(run, "exit");
  expect(existsSync(folder)).toBe(false);
  if (process.platform === "linux") expect(await gone(pid)).toBe(true);
});

test.each([
  [["test/http/booking.test.ts", "test/http/nowhere.test.ts"], "No test file has test/http/nowhere.test.ts"],
  [["unit", "test/http/booking.test.ts"], "test/http/booking.test.ts is in no test file of unit"],
  [["test/e2e/ten-tasks.long.test.ts"], "Only the long run has test/e2e/ten-tasks.long.test.ts"],
])("%j is refused, because something of it would not be tested", (args, reason) => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/test.mjs", ...args], { encoding: "utf8" });
  expect(stderr).toContain(reason);
  expect(status).toBe(1);
});
