/** The cost of the product without requests. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Machine } from "./machine.ts";
import { type Section, times } from "./report.ts";
import { openBare } from "./suites.ts";

/**
 * The time after which each job that runs after a start has run once: retention after 60 s, rewards and statements
 * after 90 s.
 */
const SETTLED_MS = 100_000;
const SECONDS = 60;
const MOST = 3;

/** Measures the processor time, in milliseconds a second, of a process and of PostgreSQL during a minute. */
async function idleCost(machine: Machine, pid: number): Promise<{ server: number; postgres: number }> {
  const before = machine.usedExactly(pid);
  await sleep(SECONDS * 1000);
  const after = machine.usedExactly(pid);
  const ms = (used: number) => (used * 1000) / SECONDS;
  return { server: ms(after.server - before.server), postgres: ms(after.postgres - before.postgres) };
}

/**
 * Waits for the work after a start, then measures a minute without requests. The limit is node:http on the same
 * database, which asks the database once a second if it is there. PostgreSQL's own work (autovacuum, writers) is in both.
 */
export async function idleSuite(machine: Machine): Promise<Section> {
  await sleep(SETTLED_MS);
  const product = await idleCost(machine, machine.product.child.pid!);
  const bare = await machine.withoutProduct(async () => {
    const opened = await openBare(machine, { BENCH_PING: "1" });
    await sleep(5000);
    return idleCost(machine, opened.child.pid!).finally(() => opened.end());
  });
  const both = ({ server, postgres }: typeof bare) => server + postgres;
  const row = (name: string, cost: typeof bare) => [
    name,
    ...[cost.server, cost.postgres, both(cost)].map((one) => `${one.toFixed(2)} ms`),
  ];
  const ratio = both(product) / both(bare);
  return {
    title: "Nobody asks",
    text: `Processor time a second, over ${SECONDS} s, ${SETTLED_MS / 1000} s after the start, with no page open.`,
    head: ["", "server", "PostgreSQL", "both"],
    rows: [row("node:http and a ping of the database each second", bare), row("The product", product)],
    targets: [{ what: "node:http and a ping", target: `≤ ${MOST} ×`, is: times(ratio), met: ratio <= MOST }],
  };
}
