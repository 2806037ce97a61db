/** Open pages of the back office while bookings are made: the delay until they are current, and its cost. */
import { runLivePages } from "../test/fixtures/live-pages.ts";
import { load } from "./load.ts";
import type { Machine } from "./machine.ts";
import { type Section, round } from "./report.ts";
import { quantile } from "./suites.ts";

const PAGES = 500;
const PER_SECOND = 50;
const SECONDS = 20;
const TRUE_WITHIN_MS = 3000;
const OTHERS_P99_MS = 1000;

/** The same bookings without a page and with all of them: the difference is what the pages cost. */
export async function liveSuite(
  machine: Machine,
  total: number,
  say: (line: string) => void,
): Promise<Section> {
  await load(machine.databaseUrl, total, say);
  const { product } = machine;
  const measured = async (pages: number) => {
    const before = machine.used(product.child.pid!);
    const begun = performance.now();
    const run = await runLivePages(product.origin, { pages, perSecond: PER_SECOND, seconds: SECONDS });
    const seconds = (performance.now() - begun) / 1000;
    const after = machine.used(product.child.pid!);
    if (run.failed > 0) throw new Error(`${pages} pages: ${run.failed} requests or pages failed`);
    return {
      run,
      server: (after.server - before.server) / seconds,
      postgres: (after.postgres - before.postgres) / seconds,
    };
  };
  await measured(20);
  const sides = [await measured(0), await measured(PAGES)] as const;
  const [alone, open] = sides;
  const ms = (values: number[], share: number) => quantile(values, share);
  const each = ((open.server - alone.server) * 1e6 * SECONDS) / open.run.reloads;
  return {
    title: "Open pages of the back office",
    text: `${PER_SECOND} bookings a second for ${SECONDS} s, each of which changes the first page of the list that every page shows. Longest behind: of each page its worst. CPU: processor seconds a second, where 1 is one core. A reload of the list costs the server ${round(each)} µs of it.`,
    head: [
      "open pages",
      "reloads a second",
      "longest behind, median / worst",
      "others' p99",
      "server, CPU",
      "PostgreSQL, CPU",
    ],
    rows: sides.map(({ run, server, postgres }) => [
      String(run.pages),
      round(run.reloads / SECONDS),
      run.pages === 0 ? "" : `${round(ms(run.lateness, 0.5))} / ${round(ms(run.lateness, 1))} ms`,
      `${round(ms(run.others, 0.99))} ms`,
      server.toFixed(2),
      postgres.toFixed(2),
    ]),
    targets: [
      {
        what: "behind at the most, of all pages",
        target: `≤ ${TRUE_WITHIN_MS} ms`,
        is: `${round(ms(open.run.lateness, 1))} ms`,
        met: ms(open.run.lateness, 1) <= TRUE_WITHIN_MS,
      },
      {
        what: "for a public page meanwhile, p99",
        target: `≤ ${OTHERS_P99_MS} ms`,
        is: `${round(ms(open.run.others, 0.99))} ms`,
        met: ms(open.run.others, 0.99) <= OTHERS_P99_MS,
      },
    ],
  };
}
