/** Prices and reports of money: what a quote costs, and how long a report over a year of bookings takes. */
import pg from "pg";
import { SAMPLE_PRICES } from "../server/demo/sample-prices.ts";
import { ask, signIn } from "../test/fixtures/product.ts";
import { measure } from "./ask.ts";
import { codeOf } from "./load.ts";
import type { Machine } from "./machine.ts";
import { ms, quantile, round, type Say, type Section, times } from "./report.ts";
import { COST_HEAD, costRow, openBare } from "./suites.ts";

const QUOTES = 500;
/** The largest allowed difference in microseconds between the CPU time of a quote and that of the bare look-up. */
const MOST_MICROS = 2000;

async function withClient<T>(machine: Machine, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: machine.databaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

async function publishPrices(machine: Machine): Promise<void> {
  await withClient(machine, (client) =>
    client.query(
      `insert into price_lists (version, valid_from, document, published_by_name, published_at)
       values (1, '2020-01-01', $1, 'Bench', now()) on conflict do nothing`,
      [JSON.stringify(SAMPLE_PRICES)],
    ),
  );
}

/**
 * The cost of a quote: the price of a parcel for every service, which the booking form requests while somebody types.
 */
export async function quoteSuite(machine: Machine, total: number): Promise<Section> {
  await publishPrices(machine);
  const { product } = machine;
  const origin = product.origin;
  const paths = Array.from({ length: QUOTES }, (_, n) => {
    const to = ["Kano", "Lagos", "Rivers", "FCT", "Enugu"][n % 5] ?? "";
    const weight = String(1 + (n % 40) / 2);
    return `/quote.json?${new URLSearchParams({ from: "Lagos", to, weight, type: "Parcel", value: String(n * 100) })}`;
  });
  const first = await ask(origin, paths[0] ?? "");
  if (!first.text.includes("₦")) throw new Error(`no price in ${first.text.slice(0, 200)}`);
  const bare = await openBare(machine);
  try {
    const codes = Array.from({ length: QUOTES }, (_, n) => codeOf(Math.floor((n * total) / QUOTES)));
    const lookup = await measure(machine, bare.child.pid!, {
      url: bare.url,
      origin,
      paths: codes.map((code) => `/lookup?code=${code}`),
    });
    const url = origin.replace("localhost", "127.0.0.1");
    const quote = await measure(machine, product.child.pid!, { url, origin, paths });
    const more = quote.server + (quote.postgres || 0) - lookup.server - (lookup.postgres || 0);
    return {
      title: "Quote (JSON, every service)",
      text: "The price list is in memory.",
      head: COST_HEAD,
      rows: [costRow("node:http and one prepared look-up", lookup), costRow("The product", quote)],
      targets: [
        {
          what: "µs of CPU over the bare look-up (server and PostgreSQL together)",
          target: `≤ ${round(MOST_MICROS)}`,
          is: round(more),
          met: more <= MOST_MICROS,
        },
      ],
    };
  } finally {
    await bare.end();
  }
}

const LEDGERS = ["booking_charges", "payments"];

/**
 * Adds a price to each of the newest bookings and a payment to nine of ten, both on the day of booking. Also adds the
 * sums of these prices and payments by day.
 */
async function chargeNewest(machine: Machine, most: number, say: Say): Promise<void> {
  await withClient(machine, async (client) => {
    const { rows } = await client.query("select from booking_charges limit 1");
    if (rows.length > 0) return;
    for (const table of [...LEDGERS, "bookings"])
      await client.query(`alter table ${table} disable trigger user`);
    await client.query("set synchronous_commit = off");
    await client.query(
      `insert into booking_charges (booking_id, kind, price_list_version, lines, total_kobo, at)
       select id, 'quoted', 1, jsonb_build_array(jsonb_build_object('kind', 'carriage', 'label', 'Delivery', 'kobo', 300000),
         jsonb_build_object('kind', 'vat', 'label', 'VAT 7.5%', 'kobo', 22500)), 322500, created_at
       from (select id, created_at from bookings order by created_at desc limit ${most}) d order by created_at`,
    );
    say(`${round(most)} bookings have a price`);
    await client.query(
      `insert into payments (act_id, booking_id, method, direction, kobo, by_name, at)
       select (select min(id) from acts), id, (array['cash', 'transfer', 'pos', 'online'])[1 + n % 4], 'in', 322500, 'Ada', created_at
       from (select id, created_at, row_number() over (order by created_at) as n
         from (select id, created_at from bookings order by created_at desc limit ${most}) newest) d where n % 10 > 0`,
    );
    for (const table of [...LEDGERS, "bookings"])
      await client.query(`alter table ${table} enable trigger user`);
    for (const table of LEDGERS) await client.query(`analyze ${table}`);
    // Adds the rows for the new prices and payments as the migration that created money_changes does.
    await client.query(
      `insert into money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
       select lagos_day(d.created_at)::date, v.kind, v.method, d.sender_state, d.receiver_state, sum(v.kobo), sum(v.vat), sum(v.n)
       from booking_charges c join bookings d on d.id = c.booking_id left join payments p on p.booking_id = d.id, lateral (values
         ('charged', '', 322500, 22500, 1), ('owed', '', 322500 - coalesce(p.kobo, 0), 0, 0), ('received', p.method, p.kobo, 0, 1)
       ) v (kind, method, kobo, vat, n) where v.kobo <> 0 group by 1, 2, 3, 4, 5`,
    );
    const begun = performance.now();
    await client.query("select roll_up_money_changes()");
    say(`folded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    await client.query("vacuum analyze money_days, lane_totals, money_changes, booking_charges, payments");
  });
}

/**
 * The largest number of bookings that get a price: two million, as many as a year has if ten million bookings are
 * spread over five years.
 */
const MOST_PRICED = 2_000_000;

/** Measures the pages of the reports of a year and of a day, in turn. */
export async function reportSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  await chargeNewest(machine, Math.min(total, MOST_PRICED), say);
  const { origin } = machine.product;
  const cookie = await signIn(origin);
  const day = new Date().toISOString().slice(0, 10);
  const year = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const ways = ["month", "lane", "method"] as const;
  const pages = ways.flatMap((by) => [
    { name: `A day by ${by}`, path: `/admin/reports?by=${by}&from=${day}&to=${day}`, all: [] as number[] },
    { name: `A year by ${by}`, path: `/admin/reports?by=${by}&from=${year}&to=${day}`, all: [] as number[] },
  ]);
  for (let round = 0; round < 40; round++)
    for (const { path, all } of pages) {
      const begun = performance.now();
      const reply = await ask(origin, path, { cookie });
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      if (round > 5) all.push(performance.now() - begun);
    }
  const median = (n: number) => quantile(pages[n]?.all ?? [], 0.5);
  return {
    title: `Reports of money over ${Math.min(total, MOST_PRICED).toLocaleString("en")} priced bookings of a year (HTML page)`,
    text: "A day and a year are asked in turns. From running totals; a lane's go to the end of each month and year.",
    head: ["", "p50", "p95"],
    rows: pages.map(({ name, all }) => [name, ms(quantile(all, 0.5)), ms(quantile(all, 0.95))]),
    targets: ways.map((by, n) => {
      const ratio = median(2 * n + 1) / median(2 * n);
      return { what: `a year by ${by} beside a day`, target: "≤ 2 ×", is: times(ratio), met: ratio <= 2 };
    }),
  };
}
