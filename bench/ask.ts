/** One measurement: load for some seconds, and its cost. */
import type { Machine } from "./machine.ts";
import { startHelper } from "./machine.ts";

export type Load = {
  url: string;
  origin: string;
  cookie?: string;
  /** The paths, requested in turn. */
  paths: string[];
  /** Sent as a form by POST, each time with another idempotency key. */
  form?: Record<string, string>;
  connections: number;
  seconds: number;
};
export type Seen = {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  wrong: number;
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

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 6);

async function generate(load: Load): Promise<Seen> {
  const helper = await startHelper("bench/load-generator.ts", { BENCH_LOAD: JSON.stringify(load) });
  return JSON.parse(helper.first) as Seen;
}

/** Warms up, then loads and measures. Throws on a wrong response: a fast error is no result. */
export async function measure(
  machine: Machine,
  pid: number,
  load: Omit<Load, "connections" | "seconds">,
): Promise<Cost> {
  const whole = { connections: 32, seconds: SECONDS, ...load };
  await generate({ ...whole, seconds: 2 });
  const before = machine.used(pid);
  const seen = await generate(whole);
  const after = machine.used(pid);
  if (seen.wrong || seen.errors)
    throw new Error(`${load.paths[0]}: ${seen.wrong} wrong answers, ${seen.errors} errors`);
  const each = (seconds: number) => (seconds * 1e6) / seen.requests;
  return {
    perSecond: seen.requests / seen.seconds,
    p50: seen.p50,
    p99: seen.p99,
    server: each(after.server - before.server),
    postgres: each(after.postgres - before.postgres),
  };
}
