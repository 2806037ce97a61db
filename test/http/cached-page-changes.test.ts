/**
 * After every change, pages that are cached for everybody show the new state in each process. The requests use sockets.
 */
import { expect, test } from "vitest";
import { addDays, lagosDay, startOfLagosWeek } from "../../app/domain/dates.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { purgeExpired } from "../../server/retention.ts";
import { openCachedPages } from "../fixtures/cached-pages.ts";
import { bookOne } from "../fixtures/bookings.ts";

const cached = await closedAfterAll(openCachedPages());
const { app, one, two, client, code } = cached;

/**
 * Requests the path from both processes until both pages show `what` (or no longer show it, with `not`), for at most
 * three seconds. On an idle machine the notification takes milliseconds.
 */
async function shows(path: string, what: RegExp | string, not = false): Promise<void> {
  const has = (text: string) => (typeof what === "string" ? text.includes(what) : what.test(text)) !== not;
  for (const process of [one, two])
    for (const until = Date.now() + 3000; ;) {
      const { text } = await process.get(path);
      if (has(text)) break;
      if (Date.now() > until) throw new Error(`${path} still shows it as it was`);
      await new Promise((done) => setTimeout(done, 10));
    }
}
const warm = async (path: string) => {
  for (const process of [one, two, one, two]) await process.get(path);
};

/** A change of a row of these tables removes every cached page. */
const TABLES_OF_EVERY_PAGE = [
  "company_account",
  "company_settings",
  "hub_areas",
  "hubs",
  "language_texts",
  "price_lists",
  "track_languages",
];

test.each([
  [
    "a product's name",
    () => `/stores/${cached.store.slug}`,
    "update products set name = 'Renamed rice' where id = $1",
    () => cached.productId,
    "Renamed rice",
  ],
  [
    "a new product",
    () => `/stores/${cached.store.slug}`,
    "insert into products (store_id, name, price_kobo) values ($1, 'Fresh yam', 100)",
    () => cached.store.id,
    "Fresh yam",
  ],
  [
    "a deleted product",
    () => `/stores/${cached.store.slug}`,
    "delete from products where store_id = $1 and name = 'Fresh yam'",
    () => cached.store.id,
    /^(?![^]*Fresh yam)/,
  ],
  [
    "a store's name, in the directory",
    () => "/stores",
    "update stores set business_name = 'Other Kitchen' where id = $1",
    () => cached.store.id,
    "Other Kitchen",
  ],
  [
    "a store's name, on the home page",
    () => "/",
    "update stores set business_name = 'Third Kitchen' where id = $1",
    () => cached.store.id,
    "Third Kitchen",
  ],
  [
    "what was delivered in the week that is over, on the home page",
    () => "/",
    "insert into counters (name, shard, n) values ($1, 0, 20)",
    () => `week/${lagosDay(addDays(startOfLagosWeek(app.services.now()), -7))}/delivered`,
    "Last week we delivered 20 parcels, 0% of them on time.",
  ],
  [
    "a booking's status",
    () => `/track?code=${code}`,
    "update bookings set status = 'in_transit' where tracking_code = $1",
    () => code,
    "In Transit",
  ],
  [
    "an event",
    () => `/track?code=${code}`,
    "insert into booking_events (booking_id, act_id, to_status) select id, (select min(id) from acts), 'failed' from bookings where tracking_code = $1",
    () => code,
    /Failed/,
  ],
])("[CACHE-1] %s, by plain SQL", async (_name, path, statement, value, shown) => {
  await warm(path());
  await client.query(statement, [value()]);
  await shows(path(), shown);
});

test("[CACHE-1] an emptied table drops everything, and a new booking notifies nobody", async () => {
  await warm("/about");
  expect(one.cachedPages().pages).toBeGreaterThan(0);
  await bookOne(app);
  expect(one.cachedPages().pages).toBeGreaterThan(0);
  await client.query("truncate receiver_choices");
  for (const until = Date.now() + 3000; one.cachedPages().pages > 0 && Date.now() < until;)
    await new Promise((done) => setTimeout(done, 10));
  expect(one.cachedPages().pages).toBe(0);
});

test("[CACHE-1] a retention round that finds nothing, and statements that change no row, remove no page", async () => {
  const store = `/stores/${cached.store.slug}`;
  await warm("/about");
  await warm(store);
  const before = [one, two].map((process) => process.cachedPages().pages);
  await purgeExpired(app.services);
  for (const table of TABLES_OF_EVERY_PAGE) await client.query(`delete from ${table} where false`);
  await client.query("update products set name = 'Named after it' where id = $1", [cached.productId]);
  // Notifications arrive in their order, so earlier ones have been processed when this change is shown.
  await shows(store, "Named after it");
  expect([one, two].map((process) => process.cachedPages().pages)).toEqual(before);
});

test("[CACHE-1] with the listening connections cut, the next answers are not from what was cached", async () => {
  await warm(`/stores/${cached.store.slug}`);
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ona-live' and datname = current_database()",
  );
  await client.query("update products set name = 'Changed in silence' where id = $1", [cached.productId]);
  await shows(`/stores/${cached.store.slug}`, "Changed in silence");
});

test("[CACHE-1] each table that a cached page reads has a trigger that notifies of its changes", async () => {
  await client.query("notify ona_live, 'page:all'");
  for (const until = Date.now() + 3000; one.cachedPages().pages > 0 && Date.now() < until;)
    await new Promise((done) => setTimeout(done, 10));
  const read = new Set<string>();
  for (const path of [...cached.withoutForm, ...cached.withForm]) {
    expect((await one.get(path, { "Accept-Encoding": "gzip" })).status).toBe(200);
    for (const text of one.work)
      for (const [, table] of text.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi)) read.add(table ?? "");
  }
  const { rows } = await client.query<{ name: string; notifies: boolean }>(
    `select c.relname as name, exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid = c.oid and p.proname like 'tell%pages') as notifies
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [[...read]],
  );
  const names = rows.map(({ name }) => name);
  for (const known of ["stores", "products", "bookings", "booking_events"]) expect(names).toContain(known);
  // These tables need no notification. Rate limits are counted before the cache is read. The row that marks a demo
  // database (one_time_seeds) never changes. Acts and pieces are read together with events and run_pieces, whose
  // changes notify.
  const quiet = ["rate_limits", "one_time_seeds", "acts", "pieces"];
  expect(rows.filter(({ name, notifies }) => !notifies && !quiet.includes(name))).toEqual([]);
});

test("[CACHE-1] the site lock is asked before each answer", async () => {
  const boss = await app.admin("super_admin", "cached-boss@ona.test");
  const change = (form: Record<string, string>) => boss.ask("/admin/site-lock", { form });
  await warm("/about");
  const password = "open-sesame";
  expect((await change({ intent: "activate", password, confirmPassword: password })).status).toBe(302);
  await shows("/about", "Site Access Required");
  expect((await one.get("/about")).status).toBe(423);
  expect((await one.get("/about")).headers["cache-control"]).toBe("no-store");
  expect((await change({ intent: "deactivate" })).status).toBe(302);
  await shows("/about", "Our story");
});
