/**
 * Open pages of the back office while bookings are made: the delay until each page shows a booking, and the CPU cost.
 */
import pg from "pg";
import { runLivePages } from "../test/fixtures/live-pages.ts";
import { load } from "./load.ts";
import type { Machine } from "./machine.ts";
import { quantile, round, type Say, type Section } from "./report.ts";
import { signedIn } from "./signed-in.ts";

const PAGES = 500;
/** In one of the measurements, this number of staff members share all open pages. */
const SESSIONS = 10;
const TRUE_WITHIN_MS = 3000;
const OTHERS_P99_MS = 1000;
/** The bookings that are made while the pages are open. */
const BOOKINGS = { perSecond: 50, seconds: 20 };

/**
 * Measures the same bookings three times: without open pages, with all pages open for a few staff members, and with a
 * separate staff member for each page. The differences are the cost of the open pages.
 */
export async function liveSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  await load(machine.databaseUrl, total, say);
  const { product } = machine;
  const measured = async (pages: number, sessions?: string[]) => {
    const before = machine.used(product.child.pid!);
    const begun = performance.now();
    const run = await runLivePages(product.origin, { pages, sessions, ...BOOKINGS });
    const seconds = (performance.now() - begun) / 1000;
    const after = machine.used(product.child.pid!);
    if (run.failed > 0) throw new Error(`${pages} pages: ${run.failed} requests or pages failed`);
    return {
      run,
      server: (after.server - before.server) / seconds,
      postgres: (after.postgres - before.postgres) / seconds,
    };
  };
  const people = await staff(machine.databaseUrl, PAGES);
  await measured(20);
  const alone = await measured(0);
  const shared = await measured(PAGES, people.slice(0, SESSIONS));
  const open = await measured(PAGES, people);
  const sides = [
    { pages: "0", ...alone },
    { pages: `${PAGES} of ${SESSIONS} people`, ...shared },
    { pages: `${PAGES} of ${PAGES} people`, ...open },
  ];
  const ms = (values: number[], share: number) => quantile(values, share);
  return {
    title: "Open pages of the back office",
    text: `${BOOKINGS.perSecond} bookings a second for ${BOOKINGS.seconds} s, each of which changes the first page of the list that every page shows. Longest behind: of each page its worst. CPU: processor seconds a second, where 1 is one core. The pages of one person share answers (docs/decisions/0018-live-updates.md).`,
    head: [
      "open pages",
      "reloads a second",
      "longest behind, median / worst",
      "others' p99",
      "server, CPU",
      "PostgreSQL, CPU",
    ],
    rows: sides.map(({ pages, run, server, postgres }) => [
      pages,
      round(run.reloads / BOOKINGS.seconds),
      run.pages === 0 ? "" : `${round(ms(run.lateness, 0.5))} / ${round(ms(run.lateness, 1))} ms`,
      `${round(ms(run.others, 0.99))} ms`,
      server.toFixed(2),
      postgres.toFixed(2),
    ]),
    targets: [shared, open].flatMap(({ run }, i) => {
      const whose = i === 0 ? `pages of ${SESSIONS} people` : "each page of another person";
      return [
        {
          what: `behind at the most, of all pages; ${whose}`,
          target: `≤ ${TRUE_WITHIN_MS} ms`,
          is: `${round(ms(run.lateness, 1))} ms`,
          met: ms(run.lateness, 1) <= TRUE_WITHIN_MS,
        },
        {
          what: `for a public page meanwhile, p99; ${whose}`,
          target: `≤ ${OTHERS_P99_MS} ms`,
          is: `${round(ms(run.others, 0.99))} ms`,
          met: ms(run.others, 0.99) <= OTHERS_P99_MS,
        },
      ];
    }),
  };
}

/** Creates `count` staff members, each signed in. Returns their cookies. */
async function staff(databaseUrl: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const cookies: string[] = [];
    for (let n = 0; n < count; n++) cookies.push(await signedIn(client, `staff-${n}@example.ng`, "staff"));
    return cookies;
  } finally {
    await client.end();
  }
}
