/** Prices and reports of money: what a quote costs, and how long a report over a year of bookings takes. */
import pg from "pg";
import { SAMPLE_PRICES } from "../server/demo/sample-prices.ts";
import { ask, signIn } from "../test/fixtures/product.ts";
import { measure } from "./ask.ts";
import { codeOf } from "./load.ts";
import type { Machine } from "./machine.ts";
import { ms, quantile, round, type Say, type Section, times } from "./report.ts";
import { signedIn } from "./signed-in.ts";
import { COST_HEAD, costRow, openBare } from "./suites.ts";

const QUOTES = 500;
/** A quote may cost at most this many microseconds of CPU time more than the bare look-up. */
const MOST_MICROS = 2000;

async function withClient<T>(
  machine: Pick<Machine, "databaseUrl">,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
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

const LEDGERS = [
  "booking_charges",
  "payments",
  "business_bookings",
  "payees",
  "cash_on_delivery",
  "settlement_entries",
];
const BUSINESSES = 300;
const PAYEES = 500;

/**
 * Gives every third of the newest bookings to a business. Every fourth of them has an amount that is collected for a
 * payee (such as a store), one day after the booking was made. The payees get the money in weekly payouts.
 */
const OWNERS = (most: number) => [
  `insert into businesses (name, address, phone, email, state, limit_kobo)
   select 'Business ' || n, '4 Allen Avenue, Ikeja', '+2348035550199', 'accounts' || n || '@business.test', 'open', 100000000000
   from generate_series(1, ${BUSINESSES}) n`,
  `insert into business_bookings (booking_id, business_id, on_account, cost_centre, created_at)
   select d.id, z.id, false, 'Shop ' || d.n % 7, d.created_at
   from (select id, created_at, row_number() over (order by created_at) as n
     from (select id, created_at from bookings order by created_at desc limit ${most}) newest) d
   join (select id, row_number() over (order by id) as n from businesses) z on z.n = 1 + floor(${BUSINESSES} * power((d.n * 7919 % 100003) / 100003.0, 2))
   where d.n % 3 = 0`,
  `insert into payees (id) select gen_random_uuid() from generate_series(1, ${PAYEES})`,
  `insert into cash_on_delivery (booking_id, payee_id, amount_kobo, cod_fee_per_mille, cod_fee_minimum_kobo, collected_kobo, cod_fee_kobo, recorded_at, created_at)
   select d.id, p.id, 1000000, 15, 30000, 1000000, 30000, d.created_at + interval '1 day', d.created_at
   from (select id, created_at, row_number() over (order by created_at) as n
     from (select id, created_at from bookings order by created_at desc limit ${most}) newest) d
   join (select id, row_number() over (order by id) as n from payees) p on p.n = 1 + d.n / 4 * 104729 % ${PAYEES}
   where d.n % 4 = 0 and d.created_at < now() - interval '1 day'`,
  `insert into settlement_entries (act_id, payee_id, booking_id, kind, method, gross_kobo, cod_fee_kobo, reference, by_name, at)
   select (select min(id) from acts), payee_id, booking_id, kind, method, gross, fee, reference, 'Ada', at from (
     select payee_id, booking_id, 'collected' as kind, 'cash' as method, collected_kobo as gross, cod_fee_kobo as fee, null as reference, recorded_at as at
       from cash_on_delivery where recorded_at is not null
     union all
     select payee_id, null, 'paid_out', 'transfer', -sum(collected_kobo - cod_fee_kobo), 0, payee_id || ' ' || date_trunc('week', recorded_at)::date,
       date_trunc('week', recorded_at) + interval '9 days'
       from cash_on_delivery where recorded_at is not null and date_trunc('week', recorded_at) + interval '9 days' < now()
       group by payee_id, date_trunc('week', recorded_at)) e order by at`,
  `update payees set owed_kobo = s.owed, owed_since = case when s.owed > 0 then now() end
   from (select payee_id, sum(gross_kobo - cod_fee_kobo) as owed from settlement_entries group by 1) s where s.payee_id = payees.id`,
];

/**
 * Adds a price to each of the newest bookings and a payment to nine of ten of them, both on the day of booking. Also
 * adds businesses and payees (OWNERS), and the daily sums of all these amounts.
 */
export async function chargeNewest(
  machine: Pick<Machine, "databaseUrl">,
  most: number,
  say: Say,
): Promise<void> {
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
    for (const statement of OWNERS(most)) await client.query(statement);
    say("a third belongs to businesses, and money is collected for payees");
    for (const table of [...LEDGERS, "bookings"])
      await client.query(`alter table ${table} enable trigger user`);
    for (const table of LEDGERS) await client.query(`analyze ${table}`);
    // Writes what a correction of all bookings would write (the database's function move_money).
    await client.query(
      `insert into money_changes (day, kind, method, from_state, to_state, service, business_id, kobo, vat_kobo, n)
       select coalesce(f.day, lagos_day(d.created_at)::date), f.kind, f.method, d.sender_state, d.receiver_state, d.delivery_type, z.business_id,
         sum(f.kobo), sum(f.vat_kobo), sum(f.n)
       from money_facts(null) f join bookings d on d.id = f.booking_id left join business_bookings z on z.booking_id = d.id
       group by 1, 2, 3, 4, 5, 6, 7`,
    );
    await client.query(
      `insert into money_changes (day, kind, method, from_state, to_state, kobo, vat_kobo, n)
       select lagos_day(at)::date, 'paid_out', method, '', '', sum(-gross_kobo), 0, count(*) from settlement_entries where booking_id is null group by 1, 3`,
    );
    await client.query("select count(add_payee_change(e)) from settlement_entries e");
    const begun = performance.now();
    // The product's own round may hold the lock, so this repeats until nothing waits.
    const waits = "select from money_changes union all select from payee_changes limit 1";
    while ((await client.query(waits)).rowCount)
      await client.query("select roll_up_payee_changes(20), roll_up_money_changes(50000)");
    say(`folded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    await client.query(
      "vacuum analyze money_days, lane_totals, subject_totals, money_changes, payee_totals, payee_days, payee_changes, booking_charges, payments, settlement_entries",
    );
  });
}

/** At most this many bookings get a price. Ten million bookings in five years are two million in a year. */
const MOST_PRICED = 2_000_000;

const MOST_MS = 150;
/** Adds a manager to the business with the most bookings. Returns the manager's cookie and the number of bookings. */
async function largestBusiness(machine: Machine): Promise<{ cookie: string; bookings: number }> {
  return withClient(machine, async (client) => {
    const { rows } = await client.query<{ id: string; n: number }>(
      "select business_id as id, count(*)::int as n from business_bookings group by 1 order by n desc limit 1",
    );
    const email = `manager-${Date.now()}@example.ng`;
    const cookie = await signedIn(client, email, "customer");
    await client.query(
      "insert into business_members (business_id, user_id, role) select $1, id, 'manager' from profiles where email = $2",
      [rows[0]?.id, email],
    );
    return { cookie, bookings: rows[0]?.n ?? 0 };
  });
}

/** Measures the pages of the money reports. Each report of a year is compared with the same report of a day. */
export async function reportSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  await chargeNewest(machine, Math.min(total, MOST_PRICED), say);
  const { origin } = machine.product;
  const cookie = await signIn(origin);
  const day = new Date().toISOString().slice(0, 10);
  const year = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const ways = ["month", "week", "lane", "method", "service", "business", "payee"] as const;
  const business = await largestBusiness(machine);
  const page = (name: string, path: string, as = cookie) => ({ name, path, as, all: [] as number[] });
  const own = page("A business's own report", "/business/reports", business.cookie);
  const pages = ways.flatMap((by) => [
    page(`A day by ${by}`, `/admin/reports?by=${by}&from=${day}&to=${day}`),
    page(`A year by ${by}`, `/admin/reports?by=${by}&from=${year}&to=${day}`),
  ]);
  for (let round = 0; round < 40; round++)
    for (const { path, as, all } of [...pages, own]) {
      const begun = performance.now();
      const reply = await ask(origin, path, { cookie: as });
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      if (round > 5) all.push(performance.now() - begun);
    }
  const median = (n: number) => quantile(pages[n]?.all ?? [], 0.5);
  return {
    title: `Reports of money over ${Math.min(total, MOST_PRICED).toLocaleString("en")} priced bookings of a year (HTML page)`,
    text: `A day and a year are asked in turns. From running totals; those of a lane, service and business go to the end of each month and year. ${BUSINESSES} businesses have a third of the bookings, and money is collected for ${PAYEES} payees at a fourth. The largest business has ${round(business.bookings)} bookings.`,
    head: ["", "p50", "p95"],
    rows: [...pages, own].map(({ name, all }) => [name, ms(quantile(all, 0.5)), ms(quantile(all, 0.95))]),
    targets: [
      {
        ...{ what: own.name, target: `≤ ${MOST_MS} ms` },
        is: ms(quantile(own.all, 0.5)),
        met: quantile(own.all, 0.5) <= MOST_MS,
        because: `It reads each of the business's ${round(business.bookings)} bookings, ${round((quantile(own.all, 0.5) * 1000) / business.bookings)} µs for each`,
      },
      ...ways.map((by, n) => {
        // The report by business or payee has a line for each of them, so a year has far more lines than a day.
        const most = by === "business" || by === "payee" ? 4 : 2;
        const ratio = median(2 * n + 1) / median(2 * n);
        return {
          what: `a year by ${by} beside a day`,
          target: `≤ ${most} ×`,
          is: times(ratio),
          met: ratio <= most,
        };
      }),
    ],
  };
}
