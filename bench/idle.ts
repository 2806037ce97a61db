/** The cost of the product without requests. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Machine } from "./machine.ts";
import type { Section } from "./report.ts";

/**
 * The time after which each job that runs after a start has run once: retention after 60 s, rewards and statements
 * after 90 s.
 */
const SETTLED_MS = 100_000;
const SECONDS = 60;
const MOST_MS = 3;

/** Waits for the work after a start, then measures the processor time of a minute without requests. */
export async function idleSuite(machine: Machine): Promise<Section> {
  const pid = machine.product.child.pid!;
  await sleep(SETTLED_MS);
  const before = machine.usedExactly(pid);
  await sleep(SECONDS * 1000);
  const after = machine.usedExactly(pid);
  const ms = (used: number) => (used * 1000) / SECONDS;
  const server = ms(after.server - before.server);
  const postgres = ms(after.postgres - before.postgres);
  const both = `${(server + postgres).toFixed(2)} ms`;
  return {
    title: "Nobody asks",
    text: `Processor time a second, over ${SECONDS} s, ${SETTLED_MS / 1000} s after the start, with no page open.`,
    head: ["server", "PostgreSQL", "both"],
    rows: [[`${server.toFixed(2)} ms`, `${postgres.toFixed(2)} ms`, both]],
    targets: [{ what: "a second", target: `≤ ${MOST_MS} ms`, is: both, met: server + postgres <= MOST_MS }],
  };
}
