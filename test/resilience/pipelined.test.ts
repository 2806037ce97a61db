/**
 * A flood from one IP address with 20 pipelined pages on each connection: other people, and staff at that IP address,
 * are served as usual; refused requests get Retry-After; memory stays bounded.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTestDatabase } from "../fixtures/database.ts";
import { LONG, note, times } from "../fixtures/long.ts";
import { ask, freePort, newDataDir, signIn, startProduct } from "../fixtures/product.ts";

const CONNECTIONS = times(200, 1000);
const FOR_MS = times(4000, 20_000);
const CROWD = "127.0.0.2";

const p99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Infinity;
const megabytes = (pid: number) =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

/** Requests a page again and again until the time is over; returns the time of each response. */
async function visitUntil(
  until: number,
  origin: string,
  path: string,
  options: { localAddress?: string; cookie?: string },
  each: () => void,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, localAddress: options.localAddress });
  const took: number[] = [];
  while (performance.now() < until) {
    const begun = performance.now();
    const { status } = await ask(origin, path, { agent, cookie: options.cookie });
    expect(status).toBe(200);
    took.push(performance.now() - begun);
    each();
    await sleep(20);
  }
  agent.destroy();
  return took;
}

/** The milliseconds that a page takes without any other request. */
async function timesAlone(origin: string): Promise<number[]> {
  const alone: number[] = [];
  for (let n = 0; n < 50; n++) {
    const begun = performance.now();
    await ask(origin, "/track");
    alone.push(performance.now() - begun);
  }
  return alone;
}

test(
  `${CONNECTIONS} connections with 20 pages each: others' p99 under 1 s`,
  { timeout: 120_000 },
  async () => {
    const dataDir = newDataDir();
    const database = await openTestDatabase();
    const product = await startProduct({
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      APP_SECRET: "a-secret-for-tests-of-enough-length",
      PORT: String(await freePort()),
      LOG_LEVEL: "silent",
    });
    const cookie = await signIn(product.origin);
    const pid = product.child.pid!;
    expect((await ask(product.origin, "/admin", { cookie })).status).toBe(200);
    const alone = await timesAlone(product.origin);
    // A long run has the machine for itself. In a short run, the time of a page without the load shows how busy the
    // machine is.
    const budget = LONG ? 1000 : Math.max(1000, 20 * p99(alone));
    const before = megabytes(pid);
    const args = ["test/fixtures/flood.ts", String(product.port), String(CONNECTIONS), "20", CROWD];
    const flood = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    try {
      let output = "";
      flood.stdout.on("data", (data: Buffer) => (output += data));
      // The test waits until the load fills the queue, which takes longer on a slow machine.
      await expect.poll(() => output, { timeout: 60_000 }).toContain("refused");
      const until = performance.now() + FOR_MS;
      let most = before;
      const watch = () => (most = Math.max(most, megabytes(pid)));
      const visit = (path: string, options: { localAddress?: string; cookie?: string }) =>
        visitUntil(until, product.origin, path, options, watch);
      const [staff, ...others] = await Promise.all([
        visit("/admin", { cookie, localAddress: CROWD }),
        ...Array.from({ length: 4 }, () => visit("/track", {})),
      ]);
      flood.stdin.end();
      await new Promise((done) => flood.once("exit", done));
      const { pages, refused } = JSON.parse(output.split("\n").at(-1) ?? "") as {
        pages: number;
        refused: number;
      };
      note("n. pages sent ahead on many connections", {
        connections: CONNECTIONS,
        "pages sent to the many clients": pages,
        refused,
        "others served": others.flat().length,
        "p99 without them, ms": Math.round(p99(alone)),
        "p99 of the others, ms": Math.round(p99(others.flat())),
        "p99 of staff at their address, ms": Math.round(p99(staff)),
        "memory before, MB": before,
        "most memory, MB": most,
      });
      expect(refused).toBeGreaterThan(0);
      expect(p99(others.flat())).toBeLessThan(budget);
      expect(p99(staff)).toBeLessThan(budget);
      expect(most - before).toBeLessThan(400);
    } finally {
      flood.kill("SIGKILL");
      await product.end("SIGTERM");
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
