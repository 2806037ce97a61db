/** The product as a machine runs it: its own process, on a port, asked over real HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { type Agent, type IncomingHttpHeaders, request, type RequestOptions } from "node:http";
import { request as requestTls } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type Product = {
  origin: string;
  port: number;
  child: ChildProcess;
  /** From the start of the process until it answers that it is ready. */
  readyAfterMs: number;
  /** What it wrote to standard error, and its log. */
  said(): string;
  /** Ends it with a signal and says how it went; SIGKILL takes whatever else is in its process group. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
};

export function newDataDir(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), "ona-product-"));
  fs.chmodSync(folder, 0o711);
  return folder;
}

export async function freePort(): Promise<number> {
  const drawn = createServer();
  await new Promise<void>((done) => drawn.listen(0, "127.0.0.1", done));
  const { port } = drawn.address() as { port: number };
  await new Promise((done) => drawn.close(done));
  return port;
}

/** Starts a process and does not wait: for starts that are to fail or to be killed half-way. */
export function spawnProduct(env: Record<string, string>): { child: ChildProcess; said(): string } {
  const child = spawn(process.execPath, ["server/main.ts"], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      LIMITS_FACTOR: "100000",
      LOG_LEVEL: "error",
      SEED: "none",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data));
  running.add(child);
  child.once("exit", () => running.delete(child));
  return { child, said: () => text };
}

export const ADMIN = { email: "admin@ona.test", password: "a-long-test-password" };

const running = new Set<ChildProcess>();
// A test run that dies leaves no product behind.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the built product and waits until it serves. Throws with what it said when it does not within 20 s. */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const begun = performance.now();
  const { child, said } = spawnProduct(env);
  const port = Number(env["PORT"]);
  const origin = `http://localhost:${port}`;
  for (;;) {
    const ready = await ask(origin, "/readyz").catch(() => null);
    if (ready?.status === 200) break;
    if (child.exitCode !== null || performance.now() - begun > 20_000)
      throw new Error(`the product did not start: ${said()}`);
    await sleep(20);
  }
  return {
    origin,
    port,
    child,
    readyAfterMs: performance.now() - begun,
    said,
    async end(signal) {
      const since = performance.now();
      const gone = new Promise<number | null>((done) => child.once("exit", done));
      if (child.exitCode === null && child.signalCode === null) {
        if (signal === "SIGKILL") process.kill(-child.pid!, signal);
        else child.kill(signal);
        await gone;
      }
      return { code: child.exitCode, ms: performance.now() - since };
    },
  };
}

export type Reply = {
  status: number;
  location: string | null;
  text: string;
  cookies: string[];
  headers: IncomingHttpHeaders;
};
export type AskOptions = {
  form?: Record<string, string>;
  cookie?: string;
  headers?: Record<string, string>;
  agent?: Agent;
  timeoutMs?: number;
  /** Breaks the connection as soon as the whole request was handed to the kernel: the answer is lost. */
  loseReply?: boolean;
};

/** One request, with one answer or an error; nothing is tried again here. */
export function ask(
  origin: string,
  path: string,
  { form, cookie, headers, agent, timeoutMs = 30_000, loseReply }: AskOptions = {},
): Promise<Reply> {
  const body = form && new URLSearchParams(form).toString();
  const url = new URL(path, origin.replace("localhost", "127.0.0.1"));
  const send = url.protocol === "https:" ? requestTls : request;
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    // Over TLS it is a proxy of the test's own, with a certificate of its own.
    rejectUnauthorized: false,
    method: form ? "POST" : "GET",
    agent,
    timeout: timeoutMs,
    headers: {
      Host: new URL(origin).host,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(body === undefined
        ? {}
        : {
            Origin: origin,
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": String(Buffer.byteLength(body)),
          }),
      ...headers,
    },
  };
  return new Promise((done, failed) => {
    const asked = send(url, options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data: string) => (text += data));
      response.on("error", failed);
      response.on("close", () => response.complete || failed(new Error("the answer was cut")));
      response.on("end", () =>
        done({
          status: response.statusCode!,
          location: response.headers.location ?? null,
          text,
          headers: response.headers,
          cookies: (response.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]!),
        }),
      );
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("error", failed);
    asked.end(body, () => {
      if (loseReply) setTimeout(() => asked.destroy(new Error("lost on purpose")), Math.random() * 15);
    });
  });
}

/** Signs the first admin in; returns the Cookie header of the session. `appOrigin`: what APP_ORIGIN says, behind a proxy. */
export async function signIn(origin: string, appOrigin = origin): Promise<string> {
  const reply = await ask(origin, "/admin/login", { form: ADMIN, headers: { Origin: appOrigin } });
  if (reply.status !== 302) throw new Error(`sign-in answered ${reply.status}`);
  return reply.cookies.join("; ");
}
