/** The mix of a day's requests: parcels tracked, stores opened, staff at work, and bookings with their mails. */
import pg from "pg";
import { bookingForm } from "../test/fixtures/consistency-audit.ts";
import { type Asking, generate, type Seen } from "./ask.ts";
import { withMailServer } from "./booking.ts";
import { codeOf, load } from "./load.ts";
import { loadStores, slugOfFull } from "./load-stores.ts";
import type { Machine } from "./machine.ts";
import { round, type Say, type Section, times } from "./report.ts";
import { signedIn } from "./signed-in.ts";

const BOOKINGS = 10_000;
const STORES = 100;
const STAFF = 10;
/** The kinds of fifty requests: 70 % track, 20 % open a store, 8 % are of staff, and 2 % are bookings. */
const SHARES = { track: 35, store: 10, office: 4, booking: 1 };
const OFFICE = ["/admin", "/admin/bookings", "/admin/bookings?status=in_transit", "/admin/customers"];
const SATURATED_REQUESTS = 3000;
const UNLOADED_REQUESTS = 1500;
const SECONDS = 10 * Number(process.env["BENCH_SECONDS"] ?? 6);
const MOST_TIMES = 3;

/** Spreads the kinds evenly, so that the requests of a frequent kind do not come all at once. */
function spread(kinds: (Asking & { share: number })[]): Asking[] {
  return kinds
    .flatMap(({ share, ...asking }) =>
      Array.from({ length: share }, (_, i) => ({ at: (i + 0.5) / share, asking })),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ asking }) => asking);
}

const rowOf = (name: string, { requests, seconds, p50, p99, failed }: Seen) => [
  name,
  round(requests / seconds),
  `${p50} / ${p99} ms`,
  String(failed),
];

/** Finds the maximum rate of requests, then measures without other requests, and at half of that rate. */
export function mixedSuite(machine: Machine, say: Say): Promise<Section> {
  return withMailServer(machine, async ({ databaseUrl, product }) => {
    await load(databaseUrl, BOOKINGS, say);
    await loadStores(databaseUrl, STORES, say);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const cookies: string[] = [];
    for (let n = 0; n < STAFF; n++) cookies.push(await signedIn(client, `staff-${n}@example.ng`, "staff"));
    await client.end();
    const { idempotencyKey: _key, ...form } = bookingForm("");
    const { origin } = product;
    const wanted = {
      url: origin.replace("localhost", "127.0.0.1"),
      origin,
      connections: 32,
      asked: spread([
        {
          share: SHARES.track,
          paths: Array.from({ length: 2000 }, (_, i) => `/track?code=${codeOf(i * 5)}`),
        },
        {
          share: SHARES.store,
          paths: Array.from({ length: STORES / 5 }, (_, i) => `/stores/${slugOfFull(i)}`),
        },
        { share: SHARES.office, paths: OFFICE, cookies },
        { share: SHARES.booking, paths: ["/book"], form },
      ]),
    };
    await generate({ ...wanted, requests: SATURATED_REQUESTS });
    const full = await generate({ ...wanted, requests: SATURATED_REQUESTS });
    const most = full.requests / full.seconds;
    const alone = await generate({ ...wanted, connections: 1, requests: UNLOADED_REQUESTS });
    const rate = Math.round(most / 2);
    const half = await generate({ ...wanted, rate, requests: rate * SECONDS });
    for (const seen of [alone, full, half])
      if (seen.errors || seen.wrong > seen.failed)
        throw new Error(`mixed load: ${seen.wrong} wrong answers, ${seen.errors} errors`);
    return {
      title: "Mixed load",
      text: `70 % track pages of 2,000 parcels, 20 % store pages, 8 % lists of the back office of ${STAFF} people, 2 % bookings, each with its mail; ${SECONDS} s at half of what is answered at the most.`,
      head: ["", "requests a second", "p50 / p99", "5xx"],
      rows: [
        rowOf("One after the other", alone),
        rowOf("As much as is answered", full),
        rowOf("Half of that", half),
      ],
      targets: [
        {
          what: "p99 at half, of that of the same requests one after the other",
          target: `≤ ${MOST_TIMES} ×`,
          is: times(half.p99 / alone.p99),
          met: half.p99 <= MOST_TIMES * alone.p99,
        },
        {
          what: "answers with 5xx",
          target: "0",
          is: String(full.failed + half.failed),
          met: full.failed + half.failed === 0,
        },
      ],
    };
  });
}
