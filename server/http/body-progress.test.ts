import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitBodies } from "./body-progress.ts";

/** Small limits. A pause of less than 800 ms passes, because a busy machine may pause a test for that long. */
const SCALED = { idleMs: 800, graceMs: 300, minBytesPerSecond: 50_000, totalMs: 9000, checkMs: 10 };

const server = createServer({ headersTimeout: 10_000 }, (request, response) => {
  let bytes = 0;
  request.on("data", (data: Buffer) => (bytes += data.length));
  request.on("end", () => response.end(`got ${bytes}`));
  request.on("error", () => {});
});
limitBodies(server, SCALED);
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => new Promise((done) => server.close(done)));

type Sending = { parts: number; everyMs?: number; stallAfter?: number; body?: string };

/**
 * Sends a body of `bytes` in `parts` equal parts, one part every `everyMs` ms. Sends nothing more after `stallAfter`
 * parts. Returns the response and the time that it took.
 */
async function send(bytes: number, { parts, everyMs = 0, stallAfter = parts, body = "length" }: Sending) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let got = "";
  socket.setEncoding("utf8").on("data", (text: string) => (got += text));
  socket.on("error", () => {});
  const ended = new Promise<void>((done) => socket.once("close", () => done()));
  const chunked = body === "chunked";
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes}`}\r\n\r\n`,
  );
  const begun = performance.now();
  const part = Buffer.alloc(bytes / parts, "a");
  for (let sent = 0; sent < stallAfter && !got && socket.writable; sent++) {
    if (chunked) socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    if (chunked) socket.write("\r\n");
    await sleep(everyMs);
  }
  if (chunked && stallAfter === parts) socket.write("0\r\n\r\n");
  await ended;
  return { got, ms: performance.now() - begun };
}

test("an upload on a slow line passes, however much longer than the old total it takes", async () => {
  // 300 KB in 1.2 s take four times the grace period, at more than twice the minimum rate.
  const { got, ms } = await send(300_000, { parts: 60, everyMs: 20 });
  expect(got).toMatch(/^HTTP\/1\.1 200[^]*got 300000$/);
  expect(ms).toBeGreaterThan(3 * SCALED.graceMs);
});

test.each(["length", "chunked"])("a body that stops is cut with 408 (%s)", async (body) => {
  const { got, ms } = await send(300_000, { parts: 10, stallAfter: 3, body });
  expect(got).toMatch(/^HTTP\/1\.1 408 Request Timeout[^]*Send it again\. Reference: [\w-]{12}$/);
  expect(ms).toBeLessThan(2000);
});

test("a body that dribbles a byte now and then is cut with 408", async () => {
  const { got, ms } = await send(1000, { parts: 1000, everyMs: 20 });
  expect(got).toMatch(/^HTTP\/1\.1 408/);
  expect(ms).toBeLessThan(3000);
});
