/**
 * A checkout that was built elsewhere and cannot be written, as in a container or under systemd's ProtectSystem. Needs
 * root.
 */
import { spawn } from "node:child_process";
import { utimesSync } from "node:fs";
import { expect } from "vitest";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { ask, freePort } from "../fixtures/product.ts";
import { ONLY_ROOT, testWhere } from "../fixtures/test-where.ts";

testWhere(ONLY_ROOT)("a read-only, prebuilt checkout starts and serves", async () => {
  const dataDir = ownDataDir();
  const port = await freePort();
  // A source gets a new date but keeps its content. So the start compares contents instead of dates. It cannot store
  // the result in a read-only folder, and must not fail because of that.
  utimesSync("public/favicon.svg", new Date(), new Date());
  const mount = `mount --bind "$PWD" "$PWD" && mount -o remount,bind,ro "$PWD" && cd "$PWD" && exec node scripts/start.mjs`;
  const child = spawn("unshare", ["--mount", "sh", "-c", mount], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: String(port), SEED: "none" },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data));
  const output = () => text;
  const gone = new Promise<number | null>((done) => child.once("exit", done));
  afterTest(() => child.exitCode ?? (child.kill("SIGTERM"), gone));
  const status = () =>
    child.exitCode === null
      ? ask(`http://localhost:${port}`, "/readyz").then(
          (reply) => reply.status,
          () => 0,
        )
      : Promise.reject(new Error(output()));
  await expect.poll(status, { timeout: 30_000 }).toBe(200);
  expect((await ask(`http://localhost:${port}`, "/")).status).toBe(200);
  expect(output()).not.toMatch(/Building|Installing|EROFS|EACCES/);
  child.kill("SIGTERM");
  expect(await gone).toBe(0);
});
