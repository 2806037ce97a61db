/**
 * The data of the demo's story is consistent and fits the rules of the company. Longer than 250 lines because
 * making the story takes a minute, so all tests here use the same one.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import "../../app/platform/files/clean-picture.server.ts";
import "../../app/platform/files/clean-proof.server.ts";
import { lastWeek } from "../../app/company/marketing/last-week.server.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import { DEMO_PHONES } from "../../app/domain/demo-people.ts";
import { readAgeing } from "../../app/money/businesses/open-invoices.server.ts";
import { openDeposits } from "../../app/money/cash/read-cash.server.ts";
import { rollUpMoneyChanges } from "../../app/money/reports/roll-up-money.server.ts";
import { rollUpParcelChanges } from "../../app/road/parcel-reports/roll-up-parcels.server.ts";
import { wrongActs } from "../../test/fixtures/act-recount.ts";
import { wrongBusinesses } from "../../test/fixtures/businesses.ts";
import { ledgerDifferences } from "../../test/fixtures/cash-recount.ts";
import { wrongBalances, wrongPayees } from "../../test/fixtures/recount.ts";
import { recountRoad } from "../../test/fixtures/road.ts";
import { openTestServices } from "../../test/fixtures/services.ts";
import { seedSampleStores } from "./seed.server.ts";
import { endOfStory } from "./story-time.ts";
import { tellStory } from "./tell-story.ts";

/**
 * The columns with the database's time instead of the story's. There must be none, because they would show
 * the day on which the demo was made.
 */
const DATED_BY_THE_DATABASE: string[] = [];
/**
 * The tables that the story leaves empty: the story has no such actions, or only unfinished work has rows
 * there.
 */
const EMPTY = [
  "api_bookings",
  "api_keys",
  "business_invites",
  "business_online_payments",
  "company_settings",
  "consents",
  "customer_notes",
  "email_links",
  "erased_receivers",
  "erasures",
  "former_issuers",
  "kept_forms",
  "lane_hours",
  "language_texts",
  "mail_server_state",
  "mails",
  "message_months",
  "online_payments",
  "passwords",
  "rate_limits",
  "receiver_messages",
  "recovery_codes",
  "referral_credits",
  "referral_rewards",
  "referral_terms",
  "referrals",
  "refused_addresses",
  "refused_mails",
  "remembered_places",
  "rider_papers",
  "rider_pins",
  "rider_shifts",
  "sessions",
  "status_batch_rows",
  "status_batches",
  "told_pieces",
  "track_languages",
  "two_step_roles",
  "two_steps",
  "webhook_endpoints",
  "webhook_messages",
  "webhook_tries",
];

const opened = await openTestServices();
const { services } = opened;
const { db } = services;
const began = new Date();
afterAll(() => opened.close());

const rowsOf = async <Row extends Record<string, unknown>>(query: string) =>
  (await db.execute<Row>(sql.raw(query))).rows;
const numberOf = async (query: string) => Number((await rowsOf<{ n: string }>(`select ${query} as n`))[0]!.n);

beforeAll(async () => {
  await seedSampleStores(db, services.files, services.now());
  expect(await tellStory(services)).toBe(true);
  await rollUpParcelChanges(db);
  await rollUpMoneyChanges(db);
}, 400_000);

test("[DEMO-4] the story has two hundred bookings, and nine in ten are on time", async () => {
  expect(await numberOf("(select count(*) from bookings)")).toBeGreaterThanOrEqual(200);
  const percent = await numberOf(`(select 100.0 * count(*) filter (where
      (delivered_at at time zone 'Africa/Lagos')::date <= (estimated_delivery at time zone 'Africa/Lagos')::date) / count(*)
    from bookings where status = 'delivered')`);
  expect(percent).toBeGreaterThanOrEqual(90);
  expect(percent).toBeLessThanOrEqual(96);
  const week = await lastWeek(services);
  expect(week!.delivered).toBeGreaterThanOrEqual(20);
  expect(week!.inTimePercent).toBeLessThan(100);
  const minutes = await rowsOf<{ n: string }>(
    `select count(*) as n from bookings where tracking_code not in (select tracking_code from booking_batch_rows)
      group by extract(minute from created_at) order by 1 desc limit 1`,
  );
  expect(Number(minutes[0]!.n)).toBeLessThan(20);
});

test("[DEMO-4] whoever signs in by a link has a referral code, and no order is done before its parcel", async () => {
  const staff = "id in (select user_id from admin_members)";
  expect(await numberOf(`(select count(*) from profiles where (referral_code is null) <> (${staff}))`)).toBe(
    0,
  );
  expect(
    await numberOf(`(select count(*) from orders join bookings on bookings.order_id = orders.id
      where orders.status = 'completed' and bookings.status <> 'delivered')`),
  ).toBe(0);
  // The demo's rider has finished the first stop. The second stop is the demo's receiver.
  const stops = `select rp.stop, rp.ended_at from run_pieces rp join runs on runs.id = rp.run_id
    join riders on riders.id = runs.rider_id where riders.phone = '${DEMO_PHONES.rider}' and runs.state = 'out'`;
  expect(await numberOf(`(select max(stop) from (${stops}) s where ended_at is not null)`)).toBe(1);
});

test("[DEMO-4] nothing happens while the hubs are closed, and nothing before it can", async () => {
  for (const [table, column] of [
    ["bookings", "created_at"],
    ["booking_events", "occurred_at"],
    ["booking_events", "received_at"],
    ["custody_entries", "occurred_at"],
    ["payments", "at"],
    ["orders", "created_at"],
    ["runs", "out_at"],
    ["activity_logs", "created_at"],
  ]) {
    const at = `${column} at time zone 'Africa/Lagos'`;
    const closed = `extract(hour from ${at}) not between 8 and 17 or extract(dow from ${at}) = 0
      or (extract(dow from ${at}) = 6 and extract(hour from ${at}) > 14)`;
    expect(
      await rowsOf(`select ${at} as at from ${table} where ${closed} limit 5`),
      `${table} ${column}`,
    ).toEqual([]);
  }
  const early = `select b.tracking_code from bookings b where status = 'delivered' and not exists (
    select from booking_events taken join booking_events given on given.booking_id = b.id and given.kind = 'delivered'
    where taken.booking_id = b.id and taken.kind in ('picked_up', 'arrived_at_hub') and taken.occurred_at < given.occurred_at)`;
  expect(await rowsOf(early)).toEqual([]);
  expect(
    await rowsOf(
      "select e.id from booking_events e join bookings b on b.id = e.booking_id where e.occurred_at < b.created_at",
    ),
  ).toEqual([]);
});

test("[DEMO-4] custody, cash and money recount", async () => {
  expect(await recountRoad({ services })).toEqual([]);
  expect(await wrongBalances(db)).toEqual([]);
  expect(await wrongPayees(db)).toEqual([]);
  expect(await wrongActs(db)).toEqual([]);
  expect(await ledgerDifferences(opened)).toEqual([]);
});

test("[DEMO-4] the bank lists all cash that was taken to it but the last", async () => {
  const deposits = "from cash_entries where kind = 'deposit'";
  expect(await numberOf(`(select count(*) ${deposits})`)).toBeGreaterThanOrEqual(15);
  expect((await openDeposits(db)).length).toBeLessThanOrEqual(1);
  expect(await numberOf(`(select count(*) ${deposits} and bank_day < received_at::date)`)).toBe(0);
  expect(
    await numberOf("(select count(*) from bank_statements where recorded_at is not null)"),
  ).toBeGreaterThanOrEqual(6);
});

test("[DEMO-4] each thing that needs a person occurs, stores have owners, and riders have phones", async () => {
  const kinds = await rowsOf<{ kind: string }>(
    "select distinct kind from exceptions where closed_at is null order by kind",
  );
  expect(kinds.map(({ kind }) => kind)).toEqual([
    ...[
      "attempt_denied",
      "cash_difference",
      "incident",
      "lies_too_long",
      "linehaul_overdue",
      "missing",
      "no_destination",
    ],
    ...["not_received", "refused", "run_not_closed"],
  ]);
  expect(await rowsOf("select state, count(*)::int as n from claims group by state order by state")).toEqual([
    { state: "closed", n: 1 },
    { state: "open", n: 1 },
  ]);
  expect(await numberOf("(select count(*) from transfer_notices where state = 'open')")).toBe(1);
  expect(
    await numberOf(
      "(select count(*) from bank_statements where matched is not null and recorded_at is null)",
    ),
  ).toBe(1);
  expect(
    await rowsOf(
      "select s.slug from stores s left join profiles p on p.id = s.user_id where p.email_verified_at is null",
    ),
  ).toEqual([]);
  expect(
    await rowsOf(
      "select name from riders r where not exists (select from rider_devices d where d.rider_id = r.id)",
    ),
  ).toEqual([]);
  expect(
    await numberOf(
      "(select count(distinct n) from (select count(*) as n from custody_entries where to_kind = 'hub' group by to_id) s)",
    ),
  ).toBe(6);
  expect(await numberOf("(select count(*) from pgboss.job where name in ('mail', 'link', 'message'))")).toBe(
    0,
  );
});

test("[DEMO-4] a shop sent fifty parcels by file, and a company has an overdue invoice", async () => {
  expect(await rowsOf("select kind, finished_at is not null as done from booking_batches")).toEqual([
    { kind: "store", done: true },
  ]);
  const sent = `from booking_batch_rows r join bookings b on b.tracking_code = r.tracking_code`;
  expect(await numberOf(`(select count(*) ${sent})`)).toBe(50);
  expect(await numberOf(`(select count(*) ${sent} where b.status = 'delivered')`)).toBeGreaterThanOrEqual(45);
  expect(await wrongBusinesses(db)).toEqual([]);
  const [owes, ...others] = await readAgeing(db, lagosDay(endOfStory(services.now())));
  expect([owes!.name, others]).toEqual(["Kainji Pharmacy", []]);
  expect(owes!.notDueKobo).toBe(0);
  expect(owes!.ages[0]).toBe(owes!.openKobo);
  expect(await rowsOf("select count(*)::int as n from invoices")).toEqual([{ n: 2 }]);
  expect(await rowsOf("select count(*)::int as n from invoice_reminders")).toEqual([{ n: 1 }]);
});

test("[DEMO-4] a shop has a regular pickup that was done once, and a shelf was counted with one piece missing", async () => {
  expect(
    await rowsOf(`select p.status, s.taken, r.state, r.kind from regular_pickups p
      join regular_stops s on s.pickup_id = p.id join runs r on r.id = s.run_id`),
  ).toEqual([{ status: "active", taken: 2, state: "reconciled", kind: "pickup" }]);
  expect(await rowsOf("select ended from shelf_counts")).toEqual([{ ended: "closed" }]);
  const [counted] = await rowsOf<{ here: number; missing: number; open: number }>(`
    select (count(*) filter (where c.outcome = 'here'))::int as here, (count(*) filter (where c.outcome = 'missing'))::int as missing,
      count(x.id)::int as open
    from shelf_count_pieces c left join exceptions x on x.piece_id = c.piece_id and x.kind = 'missing' and x.closed_at is null`);
  expect(counted).toMatchObject({ missing: 1, open: 1 });
  expect(counted!.here).toBeGreaterThanOrEqual(3);
});

test("[DEMO-4] it is told once, and the same each time", async () => {
  expect(await tellStory(services)).toBe(false);
  expect(await rowsOf("select tracking_code as code from bookings order by created_at limit 1")).toEqual([
    { code: "OD74230662NG" },
  ]);
});

test("[DEMO-4] the database dates nothing that a page shows, and no list is empty", async () => {
  const columns = await rowsOf<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' order by 1, 2`);
  const between = `between '${began.toISOString()}' and now()`;
  const dated = [];
  for (const { table, column } of columns)
    if ((await numberOf(`(select count(*) from ${table} where ${column} ${between})`)) > 0)
      dated.push(`${table}.${column}`);
  expect(dated).toEqual(DATED_BY_THE_DATABASE);
  const tables = await rowsOf<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const empty = [];
  // The tables that end in `_changes` are left out. They may be empty, because their changes were just added to the
  // reports.
  for (const { name } of tables.filter(({ name }) => !name.endsWith("_changes")))
    if ((await numberOf(`(select count(*) from ${name})`)) === 0) empty.push(name);
  expect(empty).toEqual(EMPTY);
});
