/**
 * One, two and four processes of the product behind HAProxy on one database: the throughput, and the cost of a request.
 */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, freePort, type Product, signIn } from "../test/fixtures/product.ts";
import { bookingForm } from "../test/fixtures/consistency-audit.ts";
import { measure } from "./ask.ts";
import { codeOf } from "./load.ts";
import { BEHIND_PROXY, type Machine } from "./machine.ts";
import { type Section, round } from "./report.ts";

const COUNTS = [1, 2, 4];
const CODES = 2000;
const HAPROXY = "/usr/sbin/haproxy";

type Proxy = { pid: number; end(): Promise<void> };

/**
 * HAProxy's configuration: docs/proxy/haproxy.cfg without TLS. With TLS, its processor time would be part of the
 * measured cost, while in production HAProxy has cores of its own.
 */
function config(port: number, processes: Product[]): string {
  const servers = processes.map((process, n) => `  server p${n} 127.0.0.1:${process.port}`).join("\n");
  return fs
    .readFileSync("docs/proxy/haproxy.cfg", "utf8")
    .replace(
      /frontend plain[\s\S]*?default_backend/,
      `frontend web\n  bind 127.0.0.1:${port}\n  default_backend`,
    )
    .replace("hdr Host ona.example", `hdr Host localhost:${port}`)
    .replace(/ {2}server one[\s\S]*$/, `${servers}\n`);
}

async function startProxy(port: number, processes: Product[]): Promise<Proxy> {
  const file = join(tmpdir(), `ona-bench-haproxy-${process.pid}.cfg`);
  fs.writeFileSync(file, config(port, processes));
  const child = spawn(HAPROXY, ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const origin = `http://localhost:${port}`;
  for (let tries = 0; (await ask(origin, "/readyz").catch(() => null))?.status !== 200; tries++) {
    if (tries > 200) throw new Error("HAProxy did not start");
    await sleep(50);
  }
  return {
    pid: child.pid ?? 0,
    async end() {
      process.off("exit", kill);
      child.kill("SIGTERM");
      await gone;
      fs.rmSync(file);
    },
  };
}

/**
 * Measures with 32 connections, as all other benchmarks do. The three kinds of requests run different code of the
 * product.
 */
export async function processesSuite(machine: Machine, total: number): Promise<Section> {
  const rows: string[][] = [];
  for (const count of COUNTS) {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    // HAProxy adds its client's IP address to the one that the load generator states, so two IP addresses are trusted.
    const env = { ...BEHIND_PROXY, APP_ORIGIN: origin, TRUST_PROXY: "2" };
    const processes: Product[] = [];
    for (let n = 0; n < count; n++) processes.push(await machine.openProcess(env));
    const proxy = await startProxy(port, processes);
    const used = () => {
      const each = processes.map(({ child }) => machine.used(child.pid ?? 0));
      return { server: each.reduce((sum, one) => sum + one.server, 0), postgres: each[0]?.postgres ?? 0 };
    };
    try {
      const cookie = await signIn(origin);
      const { idempotencyKey: _key, ...form } = bookingForm("");
      const url = `http://127.0.0.1:${port}`;
      const codes = Array.from({ length: CODES }, (_, n) => codeOf(Math.floor((n * total) / CODES)));
      const asked = [
        { name: "Track page", paths: codes.map((code) => `/track?code=${code}`) },
        { name: "Bookings, newest 50", paths: ["/admin/bookings"], cookies: [cookie], requests: 1000 },
        { name: "Booking", paths: ["/book"], form },
      ];
      for (const { name, ...load } of asked) {
        const before = machine.used(proxy.pid).server;
        const cost = await measure({ used }, 0, { url, origin, ...load });
        const proxied = machine.used(proxy.pid).server - before;
        rows.push([
          `${name}, ${count}`,
          round(cost.perSecond),
          `${cost.p50} / ${cost.p99} ms`,
          round(cost.server),
          round(cost.postgres),
          `${proxied.toFixed(1)} s`,
        ]);
      }
    } finally {
      await proxy.end();
      for (const one of processes) await one.end("SIGTERM");
    }
  }
  return {
    title: `Processes behind HAProxy, on one database with ${round(total)} bookings`,
    text: "The processes, HAProxy (without TLS), PostgreSQL and the load share the machine's cores.",
    head: ["", "requests a second", "p50 / p99", "server, CPU µs", "PostgreSQL, CPU µs", "HAProxy, CPU"],
    rows,
    targets: [],
  };
}
