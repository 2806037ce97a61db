/** A thousand connections that dribble a byte now and then: everybody else is served as if they were not there. */
import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LONG, note } from "../support/long.ts";
import { ask, freePort, newDataDir, startProduct } from "../support/product.ts";

test.runIf(LONG)(
  "1,000 slow connections: others are served, p99 under 1 s",
  { timeout: 120_000 },
  async () => {
    const dataDir = newDataDir();
    const product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    const slow: Socket[] = [];
    try {
      for (let i = 0; i < 1000; i++) {
        const socket = connect(product.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.write("GET /track HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
        slow.push(socket);
      }
      const dribble = setInterval(() => slow.forEach((socket) => socket.writable && socket.write("a")), 500);
      await sleep(1000);
      const took: number[] = [];
      const agent = new Agent({ keepAlive: true });
      const until = performance.now() + 15_000;
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while (performance.now() < until) {
            const begun = performance.now();
            expect((await ask(product.origin, "/track", { agent })).status).toBe(200);
            took.push(performance.now() - begun);
          }
        }),
      );
      clearInterval(dribble);
      agent.destroy();
      const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)]!;
      const ended = slow.filter((socket) => socket.destroyed || socket.readableEnded).length;
      note("l. 1,000 slow connections", {
        "others served": took.length,
        "p99 of the others, ms": Math.round(p99),
        "slow ones sent away": ended,
      });
      expect(p99).toBeLessThan(1000);
    } finally {
      for (const socket of slow) socket.destroy();
      await product.end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
