/** One measurement: a fixed number of requests with the headers of a phone's browser, and their cost. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Machine } from "./machine.ts";
import { startHelper } from "./machine.ts";

/** One kind of requests: the senders and the content. */
export type Asking = {
  /** The Cookie headers of the browsers, used in turn. Without them each request is the first of a new browser. */
  cookies?: string[];
  /** The requested paths, used in turn. */
  paths: string[];
  /** The fields of a form that is sent by POST, each time with another idempotency key and by another person. */
  form?: Record<string, string>;
  /** Bodies of JSON that are sent by POST, used in turn. */
  json?: string[];
  /** Headers of a program. An empty idempotency key becomes a new one for each request. */
  program?: Record<string, string>;
};
export type Load = {
  url: string;
  origin: string;
  /** The kinds of requests, sent in turn. A kind that is listed twice is sent twice as often. */
  asked: Asking[];
  /** The encodings that the browser accepts; by default those of a phone's Chrome. */
  encodings?: string;
  /**
   * The number of requests that are sent in each second, whether earlier ones were answered or not. Without a rate,
   * each connection sends its next request once its last one is answered.
   */
  rate?: number;
  connections: number;
  /** The total number of requests. */
  requests: number;
  /** The index of the first request. The index of a request determines its sender and its path. */
  from: number;
};
export type Seen = {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  wrong: number;
  /** The number of responses with a status of 500 or more. */
  failed: number;
  errors: number;
};
export type Cost = {
  perSecond: number;
  p50: number;
  p99: number;
  /**
   * The CPU time for each request in microseconds: of the server's processes (`server`) and of PostgreSQL's processes
   * (`postgres`).
   */
  server: number;
  postgres: number;
};

/** The number of requests in a measurement: 4,000 in a whole run. With BENCH_SECONDS=2 it is a third of that. */
const REQUESTS = Math.round((4000 / 6) * Number(process.env["BENCH_SECONDS"] ?? 6));

/**
 * The number of requests that were sent so far, over all loads. The number of a request determines in whose name it is
 * sent. So a person sends a second request only after all other people have sent one.
 */
let sent = 0;

/** Sends the requests of a load from a separate process; returns that process's measurements. */
export async function generate(wanted: Omit<Load, "from">): Promise<Seen> {
  const load: Load = { ...wanted, from: sent };
  sent += wanted.requests;
  // The load is passed in a file, because thousands of paths are too long for the arguments of a process.
  const file = join(tmpdir(), `ona-bench-load-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(load));
  const helper = await startHelper("bench/load-generator.ts", { BENCH_LOAD: file });
  rmSync(file);
  return JSON.parse(helper.first) as Seen;
}

/**
 * Warms up with a quarter of the requests, then measures the cost of all requests, including the work that the product
 * does after its responses (until `settled` resolves). Throws if a response was wrong, because a fast error would
 * improve the figures.
 */
export async function measure(
  machine: Pick<Machine, "used">,
  pid: number,
  {
    paths,
    cookies,
    form,
    json,
    program,
    ...load
  }: Asking & Pick<Load, "url" | "origin" | "encodings"> & { requests?: number },
  settled: () => Promise<void> = async () => {},
): Promise<Cost> {
  const asked = [
    {
      paths,
      ...(cookies && { cookies }),
      ...(form && { form }),
      ...(json && { json }),
      ...(program && { program }),
    },
  ];
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

/** Microseconds of CPU for each request, of the server and of PostgreSQL together. */
export const whole = (cost: Cost): number => cost.server + (cost.postgres || 0);

/** Renders a page by React alone; returns the microseconds of CPU for each render. */
export async function renderAlone(machine: Machine, path: string, cookie = ""): Promise<{ micros: number }> {
  const alone = await startHelper("bench/render-alone.ts", {
    DATABASE_URL: machine.databaseUrl,
    DATA_DIR: "/nonexistent",
    BENCH_PATH: path,
    BENCH_COOKIE: cookie,
  });
  return JSON.parse(alone.first) as { micros: number };
}
