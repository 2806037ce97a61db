/**
 * Slow connections: an upload that takes a minute succeeds; a thousand connections that send byte by byte delay no
 * other client.
 */
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { note } from "../fixtures/long.ts";
import { ask, signIn } from "../fixtures/product.ts";
import { STORE_FORM } from "../fixtures/store-form.ts";
import { startOwnProduct } from "../fixtures/after-test.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

testWhere(ONLY_LONG)(
  "1,000 slow connections: others are served, p99 under 1 s",
  { timeout: 120_000 },
  async () => {
    const product = await startOwnProduct();
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
    }
  },
);

testWhere(ONLY_LONG)(
  "a picture of 3 MB at 50 KB/s passes, one that stops is cut with 408",
  { timeout: 180_000 },
  async () => {
    const product = await startOwnProduct();
    const cookie = await signIn(product.origin);
    const store = { ...STORE_FORM, category: "Food" };
    expect((await ask(product.origin, "/store/signup", { form: store, cookie })).status).toBe(302);
    const side = 1000;
    const picture = await sharp(randomBytes(side * side * 3), {
      raw: { width: side, height: side, channels: 3 },
    })
      .png()
      .toBuffer();
    expect(picture.length).toBeGreaterThan(2_900_000);

    const passed = await upload(product, cookie, picture, Infinity);
    expect(passed.text).toMatch(/^HTTP\/1\.1 200[^]*"key":/);
    expect(passed.seconds).toBeGreaterThan(50);
    const cut = await upload(product, cookie, picture, 200_000);
    expect(cut.text).toMatch(/^HTTP\/1\.1 408/);
    note("m. Uploads on a slow network", {
      "3 MB at 50 KB/s, s": Math.round(passed.seconds),
      "a still one is cut after, s": Math.round(cut.seconds),
    });
  },
);

/**
 * The boundary of the multipart form is as long as a browser's. Node.js cannot parse a boundary of fewer than 27
 * characters.
 */
const BOUNDARY = "----OnaFormBoundary0123456789abcdef";

/** Sends a picture at 50 KB/s; after `stallAfter` bytes it sends no more. */
async function upload(
  { port, origin }: { port: number; origin: string },
  cookie: string,
  picture: Buffer,
  stallAfter: number,
) {
  const body = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    picture,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (more: string) => (text += more));
  socket.on("error", () => {});
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  const begun = performance.now();
  socket.write(
    `POST /store/dashboard/pictures HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (let at = 0; at < Math.min(body.length, stallAfter) && !text; at += 5_000) {
    socket.write(body.subarray(at, at + 5_000));
    await sleep(100);
  }
  await closed;
  return { text, seconds: (performance.now() - begun) / 1000 };
}
