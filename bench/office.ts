/** The back office with few and with many bookings: its lists one page at a time, and the export's memory. */
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { bookAt } from "../test/fixtures/consistency-audit.ts";
import { ask, signIn } from "../test/fixtures/product.ts";
import { type Place, residentMegabytes } from "./machine.ts";
import { type Section, quantile, round, times } from "./report.ts";

const ROUNDS = 60;
const WARMING = 10;
const MOST = 1.5;
const DAY = 24 * 60 * 60 * 1000;

type Size = { place: Place; total: number };
type Asked = { name: string; path: string; times: number[] };

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** The screens that staff open, as names and paths. Cursors point to the middle of the data. */
async function screens({ place, total }: Size): Promise<[name: string, path: string][]> {
  const [middle] = await query<{ at: Date; id: string; code: string }>(
    place.databaseUrl,
    `select created_at as at, id, tracking_code as code from bookings order by created_at offset ${Math.floor(total / 2)} limit 1`,
  );
  const [customer] = await query<{ n: number; email: string; id: string }>(
    place.databaseUrl,
    `select bookings_count as n, email, id from customer_summaries order by bookings_count desc, email
     offset (select count(*) / 2 from customer_summaries) limit 1`,
  );
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const at = middle!.at.getTime();
  const deep = new URLSearchParams({ older: `${middle!.at.toISOString()}_${middle!.id}` });
  const deepCustomers = new URLSearchParams({ next: `${customer!.n}_${customer!.email}` });
  return [
    ["Dashboard", "/admin"],
    ["Bookings", "/admin/bookings"],
    ["Bookings, half-way down", `/admin/bookings?${deep}`],
    ["Bookings of one day, half-way back", `/admin/bookings?from=${day(at)}&to=${day(at)}`],
    ["Bookings up to a day", `/admin/bookings?to=${day(at - DAY)}`],
    ["Bookings to a state", "/admin/bookings?state=Borno"],
    ["Bookings of a type", "/admin/bookings?type=same_day"],
    ["Bookings by status, state and type", "/admin/bookings?status=failed&state=Kano&type=express"],
    ["Late parcels", "/admin/bookings?status=late"],
    ["A booking", `/admin/bookings/${middle!.code}`],
    ["Customers", "/admin/customers"],
    ["Customers, half-way down", `/admin/customers?${deepCustomers}`],
    ["Customers, search", "/admin/customers?q=okafor"],
    ["Customers, search for one", `/admin/customers?${new URLSearchParams({ q: customer!.email })}`],
    ["A customer", `/admin/customers/${customer!.id}`],
    ["Payments", "/admin/payments"],
    ["Settlements", "/admin/settlements"],
    ["Contact messages", "/admin/contacts"],
    ["Activity log", "/admin/activity-logs"],
    ["System", "/admin/system"],
  ];
}

/** Requests every screen with few and with many bookings, one at a time and in turn. */
export async function officeSuite(sizes: [Size, Size]): Promise<Section> {
  const sides = await Promise.all(
    sizes.map(async (size) => ({
      origin: size.place.product.origin,
      cookie: await signIn(size.place.product.origin),
      asked: (await screens(size)).map(([name, path]): Asked => ({ name, path, times: [] })),
    })),
  );
  for (let turn = 0; turn < WARMING + ROUNDS; turn++)
    for (const place of sides[0]!.asked.keys())
      for (const { origin, cookie, asked } of sides) {
        const { path, times: all } = asked[place]!;
        const begun = performance.now();
        const reply = await ask(origin, path, { cookie });
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
        if (turn >= WARMING) all.push(performance.now() - begun);
      }
  const ms = (all: number[]) => `${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)} ms`;
  const [small, large] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const rows = large.asked.map(({ name, times: there }, i) => {
    const here = small.asked[i]!.times;
    return { name, here, there, ratio: quantile(there, 0.5) / quantile(here, 0.5) };
  });
  const worst = rows.toSorted((a, b) => b.ratio - a.ratio)[0]!;
  const [few, many] = sizes.map(({ total }) => total.toLocaleString("en")) as [string, string];
  return {
    title: `Back office at ${few} and ${many} bookings (HTML pages, one at a time, both in turns)`,
    text: `p50 / p99 of ${ROUNDS} requests each.`,
    head: ["", few, many, "p50, ratio"],
    rows: rows.map(({ name, here, there, ratio }) => [name, ms(here), ms(there), times(ratio)]),
    targets: [
      {
        what: `the slowest ratio of medians: ${worst.name}`,
        target: `≤ ${MOST} ×`,
        is: times(worst.ratio),
        met: worst.ratio <= MOST,
      },
    ],
  };
}

const GROWN_MB = 150;
const BOOK_EVERY_MS = 500;

/** Books one parcel after the other, as at a counter, until `until` is aborted. Returns the response times. */
async function bookMeanwhile(origin: string, until: AbortSignal): Promise<number[]> {
  const all: number[] = [];
  while (!until.aborted) {
    const begun = performance.now();
    if ((await bookAt(origin)) === null) throw new Error("a booking beside the export was refused");
    all.push(performance.now() - begun);
    await sleep(BOOK_EVERY_MS, undefined, { signal: until }).catch(() => {});
  }
  return all;
}

/** Reads a download to its end as fast as it arrives. */
async function download(url: URL, headers: Record<string, string>) {
  const begun = performance.now();
  let [lines, bytes, first] = [0, 0, 0];
  await new Promise<void>((done, failed) => {
    get(url, { headers }, (response) => {
      response.on("data", (chunk: Buffer) => {
        first ||= performance.now() - begun;
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines++;
      });
      response.on("end", done);
      response.on("error", failed);
    }).on("error", failed);
  });
  return { lines, bytes, first, seconds: (performance.now() - begun) / 1000 };
}

/** Downloads every booking as CSV while another person books. Returns the measurements and the memory at the peak. */
async function exportOnce({ product }: Place, cookie: string) {
  const { origin, child } = product;
  let peak = residentMegabytes(child.pid!);
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(child.pid!))), 100);
  const url = new URL("/admin/bookings/export.csv", origin.replace("localhost", "127.0.0.1"));
  const over = new AbortController();
  const [downloaded, booked] = await Promise.all([
    download(url, { Cookie: cookie, Host: new URL(origin).host }).finally(() => over.abort()),
    bookMeanwhile(origin, over.signal),
  ]).finally(() => clearInterval(watch));
  return { ...downloaded, booked, peak };
}

/**
 * Measures two exports, one after the other. The first one grows V8's heap to the size up to which it collects no
 * garbage, which was 200 MB with any number of rows, in batches of 200 as of 1,000. Only what an export keeps would
 * grow the memory again in the second.
 */
export async function exportSuite({ place, total }: Size): Promise<Section> {
  const pid = place.product.child.pid!;
  const cookie = await signIn(place.product.origin);
  const before = residentMegabytes(pid);
  const { lines, bytes, first, seconds, booked, peak } = await exportOnce(place, cookie);
  const again = await exportOnce(place, cookie);
  const exported = Math.min(lines, again.lines) - 1;
  const grown = again.peak - peak;
  return {
    title: `Export of ${total.toLocaleString("en")} bookings as CSV`,
    text: "Memory is the resident set of the product's process, looked at ten times a second. The first export grows V8's heap to the size up to which it collects no garbage; the second shows whether an export keeps anything.",
    head: ["", ""],
    rows: [
      ["rows", exported.toLocaleString("en")],
      ["megabytes", round(bytes / 1e6)],
      ["first bytes after", `${round(first)} ms`],
      ["seconds", round(seconds)],
      ["rows a second", round(exported / seconds)],
      ["bookings meanwhile", round(booked.length)],
      ["such a booking, p50 / worst", `${round(quantile(booked, 0.5))} / ${round(Math.max(...booked))} ms`],
      ["memory before", `${round(before)} MB`],
      ["memory at the first export's peak", `${round(peak)} MB`],
      ["memory at the second export's peak", `${round(again.peak)} MB`],
    ],
    targets: [
      {
        what: "more memory at the peak of the second export than of the first",
        target: `≤ ${GROWN_MB} MB`,
        is: `${round(grown)} MB`,
        met: grown <= GROWN_MB && exported >= total,
      },
    ],
  };
}
