/**
 * The disk fills up under load: the product responds with 503 and a clear page, and never reports a false success. Once
 * there is space again, the product continues without repair.
 */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { audit, expectNothingLost, startClients } from "../fixtures/consistency-audit.ts";
import { note } from "../fixtures/long.ts";
import { startTestPostgres } from "../fixtures/postgres.ts";
import { ask, freePort, newDataDir, startProduct } from "../fixtures/product.ts";
import { firstOf, ONLY_LONG, ONLY_ROOT, testWhere } from "../fixtures/test-where.ts";

testWhere(firstOf(ONLY_LONG, ONLY_ROOT))("disk full under load", { timeout: 180_000 }, async () => {
  const disk = fs.mkdtempSync(join(tmpdir(), "ona-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m,mode=711", "tmpfs", disk]);
  const dataDir = newDataDir();
  const postgres = await startTestPostgres("server", { fsync: true, parent: disk });
  try {
    const url = await postgres.createDatabaseFrom("template1", "ona");
    const product = await startProduct({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      APP_SECRET: "a-secret-for-tests-of-enough-length",
      PORT: String(await freePort()),
      LOG_LEVEL: "silent",
    });
    const clients = startClients(product.origin, 8);
    await sleep(1500);
    const ballast = join(disk, "ballast");
    const file = fs.openSync(ballast, "w");
    const block = Buffer.alloc(64 * 1024);
    const fill = () => {
      try {
        for (;;) fs.writeSync(file, block);
      } catch {
        // An error means that the disk is full, as intended.
      }
    };
    const until = Date.now() + 6000;
    while (Date.now() < until) {
      fill();
      await sleep(100);
    }
    // /readyz must report a failure while bookings are refused for lack of space, so that a load balancer sends no
    // requests.
    const readyz = (await ask(product.origin, "/readyz")).status;
    const refused = clients.clientLog.failures.get("503, come again") ?? 0;
    fs.closeSync(file);
    fs.rmSync(ballast);
    // PostgreSQL ends if it cannot write its log. The test starts it again, as a machine's service manager would.
    if (!fs.existsSync(join(disk, fs.readdirSync(disk)[0]!, "server/data/postmaster.pid")))
      await postgres.restart();
    const begun = performance.now();
    while ((await ask(product.origin, "/readyz").catch(() => null))?.status !== 200) {
      expect(performance.now() - begun).toBeLessThan(10_000);
      await sleep(50);
    }
    await sleep(1500);
    const clientLog = await clients.stop();
    const found = await audit(url, clientLog);
    note("d. Disk full", {
      ...found,
      "answers 503": refused,
      "answers 500": clientLog.failures.get("500") ?? 0,
    });
    expectNothingLost(found, clientLog);
    expect(refused).toBeGreaterThan(0);
    expect(readyz).toBe(503);
    expect(clientLog.failures.get("500") ?? 0).toBe(0);
    await product.end("SIGTERM");
  } finally {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    execFileSync("umount", ["-l", disk]);
    fs.rmSync(disk, { recursive: true, force: true });
  }
});
