/** Page 1,000 of every list is found in an index: no table scan, no sort, no rows that are read and discarded. */
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fillLists } from "../../../test/fixtures/many-rows.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeOwner, makeStore } from "../../../test/fixtures/stores.ts";
import { LOG_PAGE_SIZE, listLogs, readLogCursor } from "../../company/activity-log/list-logs.server.ts";
import { asCustomer, asSuperAdmin } from "../../access/actors.server.ts";
import { listBookings, PAGE_SIZE } from "../../parcels/dispatch/list-bookings.server.ts";
import { listMyBookings, MY_PAGE_SIZE } from "../../parcels/my-bookings/my-bookings.server.ts";
import { listContactMessages } from "../../company/contact/inbox.server.ts";
import { listCustomers, readCustomerCursor } from "../../people/customers/list-customers.server.ts";
import { listProducts as listOwnProducts } from "../../stores/store-dashboard/products.server.ts";
import { listStoreCustomers } from "../../stores/store-dashboard/store-customers.server.ts";
import { listStoreOrders } from "../../stores/store-dashboard/store-orders.server.ts";
import { listStores, STORES_A_PAGE } from "../../stores/storefront/directory.server.ts";
import { listStorefrontProducts, PRODUCTS_A_PAGE } from "../../stores/storefront/storefront.server.ts";
import type { Db } from "../db/client.server.ts";
import * as schema from "../db/schema.ts";
import { FIRST_PAGE, readCursor, type Page } from "./keyset.ts";

const ROWS = 51_000;
const EVERYTHING = { search: "", status: null };

const { opened } = await fileServices({});
const { person, ...first } = await makeAdmin(opened, "super_admin");
const staff = { memberId: first.memberId, role: first.role };
const session = { ip: "127.0.0.1", sessionHash: null, person, staff };
const superAdmin = asSuperAdmin(session)!;
const customer = asCustomer(session)!;
const owner = await makeOwner(opened.services);
const storeId = (await makeStore(opened.services, owner.person.id)).id;

const client = new pg.Client({ connectionString: opened.connectionString });
await client.connect();
afterAll(() => client.end());
await fillLists(client, ROWS, { storeId, customerId: person.id, adminId: person.id });

let asked: { query: string; params: unknown[] }[] = [];
const logger = { logQuery: (query: string, params: unknown[]) => asked.push({ query, params }) };
const db = drizzle({ client, schema, logger }) as unknown as Db;

/** Returns the last of the first `skipped` rows. The page after this row is then requested. */
async function placeOf(table: string, skipped: number, where = "true") {
  const { rows } = await client.query<{ at: Date; id: string }>(
    `select created_at as at, id::text from ${table} where ${where} order by created_at desc, id desc offset ${skipped - 1} limit 1`,
  );
  return rows[0]!;
}

type Plan = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const rowsRead = (node: Plan) =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];

/** Reads a list and checks the plan of its first statement. Returns the indexes that the plan reads. */
async function explain(list: () => Promise<Page<unknown>>, size: number): Promise<(string | undefined)[]> {
  asked = [];
  const page = await list();
  expect(page.rows).toHaveLength(size);
  const { query, params } = asked[0]!;
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${query}`,
    params,
  );
  const nodes = nodesOf(rows[0]!["QUERY PLAN"][0].Plan);
  const names = nodes.map((node) => node["Node Type"]);
  // The plan may scan these tables, because PostgreSQL scans a nearly empty table even for a look-up by id. From these
  // tables the list only looks up by id: a colleague's name, the amount due at the receiver's door, the receiver's
  // choice, or the events of one booking.
  const byId =
    /^(admin_members|profiles|pieces|booking_balances|booking_events|cash_on_delivery|receiver_choices)$/;
  const planned = nodes.filter((node) => !byId.test(node["Relation Name"] ?? ""));
  const slow = planned.map((node) => node["Node Type"]).filter((name) => /Seq Scan|Sort|Bitmap/.test(name));
  expect(slow).toEqual([]);
  const read = nodes.filter((node) => node["Relation Name"]).map(rowsRead);
  expect(Math.max(...read), names.join(", ")).toBeLessThanOrEqual(3 * (size + 1));
  return nodes.map((node) => node["Index Name"]);
}

type List = {
  name: string;
  table: string;
  size: number;
  where?: () => string;
  list: (cursor: { at: Date; id: string }) => Promise<Page<unknown>>;
};
const next = "next" as const;

const LISTS: List[] = [
  {
    name: "bookings",
    table: "bookings",
    size: PAGE_SIZE,
    list: (cursor) => listBookings(db, { ...EVERYTHING, cursor, direction: next }),
  },
  {
    name: "my bookings",
    table: "bookings",
    size: MY_PAGE_SIZE,
    where: () => `customer_id = '${customer.person.id}'`,
    list: (cursor) => listMyBookings({ ...opened.services, db }, customer, { cursor, direction: next }, []),
  },
  {
    name: "contact messages",
    table: "contact_messages",
    size: 50,
    list: (cursor) => listContactMessages(db, { tab: "all", search: "", cursor, direction: next }),
  },
  {
    name: "the activity log",
    table: "activity_logs",
    size: LOG_PAGE_SIZE,
    list: (cursor) => {
      const filter = { admin: null, action: null, since: new Date(0), until: new Date("2027-01-01") };
      return listLogs(db, filter, { cursor, direction: next });
    },
  },
  {
    name: "the store directory",
    table: "stores",
    size: STORES_A_PAGE,
    list: (cursor) => listStores(db, { search: "", category: null, cursor, direction: next }),
  },
  {
    name: "the store directory, one category",
    table: "stores",
    size: STORES_A_PAGE,
    where: () => "category = 'Food'",
    list: (cursor) => listStores(db, { search: "", category: "Food", cursor, direction: next }),
  },
  {
    name: "products of a store",
    table: "products",
    size: PRODUCTS_A_PAGE,
    list: (cursor) =>
      listStorefrontProducts(db, storeId, { search: "", category: null, cursor, direction: next }),
  },
  {
    name: "products of the dashboard",
    table: "products",
    size: 25,
    list: (cursor) => listOwnProducts(db, owner, storeId, { search: "", cursor, direction: next }),
  },
  {
    name: "orders of a store",
    table: "orders",
    size: 25,
    list: (cursor) => listStoreOrders(db, owner, storeId, { ...EVERYTHING, cursor, direction: next }),
  },
  {
    name: "orders of a store, one status",
    table: "orders",
    size: 25,
    where: () => "status = 'new'",
    list: (cursor) =>
      listStoreOrders(db, owner, storeId, { search: "", status: "new", cursor, direction: next }),
  },
  {
    name: "customers of a store",
    table: "orders",
    size: 25,
    list: (cursor) => listStoreCustomers(db, owner, storeId, { search: "", cursor, direction: next }),
  },
];

test.each(LISTS)("page 1,000 of $name; of a part of it, page 400", async ({ table, size, where, list }) => {
  const cursor = await placeOf(table, size * (where ? 399 : 999), where?.());
  await explain(() => list(cursor), size);
});

test.each([
  ["of one admin", { action: null }],
  ["of one action", { admin: null }],
])("page 400 of the activity log %s", async (_name, part) => {
  const cursor = await placeOf("activity_logs", 399 * LOG_PAGE_SIZE, "action = 'export'");
  const filter = { admin: superAdmin.person.id, action: "export" as const, ...part };
  const days = { since: new Date(0), until: new Date("2027-01-01") };
  await explain(() => listLogs(db, { ...filter, ...days }, { cursor, direction: next }), LOG_PAGE_SIZE);
});

test("page 1,000 of the customers, nearly all with as many bookings", async () => {
  const { rows } = await client.query<{ place: string }>(
    `select bookings_count || '_' || email as place from customer_summaries order by bookings_count desc, email offset ${50 * 999 - 1} limit 1`,
  );
  const cursor = readCustomerCursor(rows[0]!.place);
  await explain(() => listCustomers(db, { search: "", cursor, direction: next }), 50);
});

test("the page before is read backwards from there", async () => {
  const cursor = await placeOf("bookings", 999 * PAGE_SIZE);
  await explain(() => listBookings(db, { ...EVERYTHING, cursor, direction: "previous" }), PAGE_SIZE);
});

test("every list is walked without a gap and without a repeat, among equal moments too", async () => {
  const walk = async (
    list: (page: typeof FIRST_PAGE | { cursor: never; direction: "next" }) => Promise<Page<{ id: string }>>,
    read: (text: string) => unknown,
  ) => {
    const seen: string[] = [];
    let page = await list(FIRST_PAGE);
    for (let n = 0; n < 20; n++) {
      seen.push(...page.rows.map(({ id }) => id));
      page = await list({ cursor: read(page.next!) as never, direction: "next" });
    }
    return seen;
  };
  const logs = { admin: null, action: null, since: new Date(0), until: new Date("2027-01-01") };
  for (const seen of [
    await walk((page) => listStoreOrders(db, owner, storeId, { ...EVERYTHING, ...page }), readCursor),
    await walk((page) => listStoreCustomers(db, owner, storeId, { search: "", ...page }), readCursor),
    await walk((page) => listLogs(db, logs, page), readLogCursor),
  ])
    expect(new Set(seen).size).toBe(seen.length);
});

test("a status and a state together are read from their own index, however many bookings have one of them", async () => {
  const n = "substr(tracking_code, 3, 8)::int";
  await client.query(`update bookings set receiver_state = 'Borno' where ${n} % 20 = 0`);
  await client.query(`update bookings set status = 'failed' where ${n} % 20 = 1 or ${n} % 1000 = 0`);
  await client.query("vacuum analyze bookings");
  const both = { search: "", status: "failed", state: "Borno" } as const;
  const indexes = await explain(() => listBookings(db, { ...both, ...FIRST_PAGE }), PAGE_SIZE);
  expect(indexes).toContain("bookings_status_to_state_newest");
});
