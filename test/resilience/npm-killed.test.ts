/** The product under `npm start`: npm is killed, or a start is stopped half-way. No process may remain. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { bookingForm } from "../fixtures/consistency-audit.ts";
import { ask, freePort, signIn, spawnProduct, startProduct } from "../fixtures/product.ts";

/** Checks that the database was shut down in order: no pid file is left, and postgres.log ends with the shutdown. */
const expectShutDown = (dataDir: string) => {
  expect(existsSync(join(dataDir, "database/data/postmaster.pid"))).toBe(false);
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8").trim()).toMatch(/database system is shut down$/);
};

/** Sends the first half of a form; `finish` sends the second half, and resolves with the whole response. */
async function halfSentForm(port: number, form: Record<string, string>) {
  const body = new URLSearchParams(form).toString();
  const half = Math.floor(body.length / 2);
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (data: Buffer) => (received += data));
  const ended = new Promise<void>((done, failed) => socket.once("end", done).once("error", failed));
  const head = [
    "POST /book HTTP/1.1",
    `Host: localhost:${port}`,
    `Origin: http://localhost:${port}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, half)}`);
  await sleep(300);
  return async () => {
    socket.write(body.slice(half));
    await ended;
    return received;
  };
}

test("npm killed: the product notices, answers what is in flight and shuts the database down", async () => {
  const dataDir = ownDataDir();
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: String(port), SEED: "none" },
  });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (data: Buffer) => (output += data));
  // The product writes to the same pipes as npm, so 'close' comes only when the last of these processes has ended.
  const gone = new Promise((done) => npm.once("close", done));
  afterTest(() => (npm.kill("SIGKILL"), gone));
  const ready = () =>
    ask(`http://localhost:${port}`, "/readyz").then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready, { timeout: 60_000, message: output }).toBe(200);

  const finish = await halfSentForm(port, bookingForm(crypto.randomUUID()));
  npm.kill("SIGKILL");
  await expect.poll(ready, { timeout: 5000 }).toBe(0);
  const response = await finish();
  expect(response).toMatch(/^HTTP\/1\.1 302 /);
  expect(response).toMatch(/^connection: close\r$/im);
  await gone;
  expectShutDown(dataDir);
});

test("SIGTERM: a response in flight says that the connection ends", async () => {
  const dataDir = ownDataDir();
  const product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  afterTest(() => product.end("SIGTERM"));
  await signIn(product.origin);
  const finish = await halfSentForm(product.port, bookingForm(crypto.randomUUID()));
  const ended = product.end("SIGTERM");
  await sleep(200);
  expect(await finish()).toMatch(/^HTTP\/1\.1 302 [\s\S]*\r\nconnection: close\r\n/i);
  expect((await ended).code).toBe(0);
  expectShutDown(dataDir);
});

test.each(["created the embedded database", "started the embedded database"])(
  "SIGTERM during the start: the database is shut down, and it is no fault (%s)",
  async (line) => {
    const dataDir = ownDataDir();
    const { child, output } = spawnProduct({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOG_LEVEL: "info",
    });
    const gone = new Promise<number | null>((done) => child.once("exit", done));
    await expect.poll(output, { timeout: 60_000, interval: 5 }).toContain(line);
    child.kill("SIGTERM");
    expect(await gone).toBe(0);
    expect(output()).not.toMatch(/Error|Cannot start/);
    expectShutDown(dataDir);
  },
);
