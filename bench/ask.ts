/** One measurement: a fixed number of requests in the form that a phone's browser sends, and their cost. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Machine } from "./machine.ts";
import { startHelper } from "./machine.ts";

/** The senders and content of the requests. */
export type Asking = {
  /** The cookies of the browsers, used in turn. Without them each request is a browser's first. */
  cookies?: string[];
  /** Requested in turn. */
  paths: string[];
  /** Sent as a form by POST, each time with another key and by another person. */
  form?: Record<string, string>;
  /** Sent as JSON by POST, in turn. */
  json?: string[];
};
export type Load = {
  url: string;
  origin: string;
  /** Each as often as it is listed, one after the other. */
  asked: Asking[];
  /** The encodings that the browser accepts; by default those of a phone's Chrome. */
  encodings?: string;
  /** Requests a second, independent of response times; by default as many as are answered. */
  rate?: number;
  connections: number;
  /** The number of requests. */
  requests: number;
  /** The number of the first request, which determines the sender and the path. */
  from: number;
};
export type Seen = {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  wrong: number;
  /** Responses with a status of 500 or more. */
  failed: number;
  errors: number;
};
export type Cost = {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of CPU for each request: of the server's processes, and of PostgreSQL's. */
  server: number;
  postgres: number;
};

/** A whole run sends 4,000 requests for a figure, and with BENCH_SECONDS=2 a third of that. */
const REQUESTS = Math.round((4000 / 6) * Number(process.env["BENCH_SECONDS"] ?? 6));

/** Each run of requests uses other people than the earlier ones, until there are no more. */
let sent = 0;

/** Sends the requests of a load from a separate process. */
export async function generate(wanted: Omit<Load, "from">): Promise<Seen> {
  const load: Load = { ...wanted, from: sent };
  sent += wanted.requests;
  // In a file, because thousands of paths exceed the arguments of a process.
  const file = join(tmpdir(), `ona-bench-load-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(load));
  const helper = await startHelper("bench/load-generator.ts", { BENCH_LOAD: file });
  rmSync(file);
  return JSON.parse(helper.first) as Seen;
}

/**
 * Warms up with a quarter of the requests, then loads and measures, including the remaining work afterwards (`settled`).
 * Throws if a response was wrong, because a fast error is no speed.
 */
export async function measure(
  machine: Pick<Machine, "used">,
  pid: number,
  {
    paths,
    cookies,
    form,
    json,
    ...load
  }: Asking & Pick<Load, "url" | "origin" | "encodings"> & { requests?: number },
  settled: () => Promise<void> = async () => {},
): Promise<Cost> {
  const asked = [{ paths, ...(cookies && { cookies }), ...(form && { form }), ...(json && { json }) }];
  const settings = { connections: 32, requests: REQUESTS, ...load, asked };
  await generate({ ...settings, requests: Math.max(settings.connections, Math.ceil(settings.requests / 4)) });
  await settled();
  const before = machine.used(pid);
  const seen = await generate(settings);
  await settled();
  const after = machine.used(pid);
  if (seen.wrong || seen.errors)
    throw new Error(`${paths[0]}: ${seen.wrong} wrong answers, ${seen.errors} errors`);
  const each = (seconds: number) => (seconds * 1e6) / seen.requests;
  return {
    perSecond: seen.requests / seen.seconds,
    p50: seen.p50,
    p99: seen.p99,
    server: each(after.server - before.server),
    postgres: each(after.postgres - before.postgres),
  };
}

/** Microseconds of the server and of PostgreSQL together. */
export const whole = (cost: Cost): number => cost.server + (cost.postgres || 0);

/** React alone on one page: microseconds for each render. */
export async function renderAlone(machine: Machine, path: string, cookie = ""): Promise<{ micros: number }> {
  const alone = await startHelper("bench/render-alone.ts", {
    DATABASE_URL: machine.databaseUrl,
    DATA_DIR: "/nonexistent",
    BENCH_PATH: path,
    BENCH_COOKIE: cookie,
  });
  return JSON.parse(alone.first) as { micros: number };
}
