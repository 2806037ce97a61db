/** A phone number, in any spelling, is found in every list of the office and of a store. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { openTestServices, type TestServices } from "../../../test/fixtures/services.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { filterCondition, textSearchCondition } from "../../parcels/dispatch/booking-conditions.server.ts";
import { listBookings } from "../../parcels/dispatch/list-bookings.server.ts";
import { listContactMessages } from "../../company/contact/inbox.server.ts";
import { listCustomers } from "../../people/customers/list-customers.server.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { listStoreCustomers } from "../../stores/store-dashboard/store-customers.server.ts";
import { listStoreOrders } from "../../stores/store-dashboard/store-orders.server.ts";
import { contactMessages, customerSummaries, bookings, orders } from "../db/schema.ts";
import { FIRST_PAGE } from "./keyset.ts";
import { searchCondition } from "./search.server.ts";
import { transact } from "../db/transact.server.ts";

const PART = "34005";
const WRITTEN = [
  "0803 123 4005",
  "08031234005",
  "+234 803 123 4005",
  "2348031234005",
  "8031234005",
  "00234 803 1234005",
  "+234 (0) 803 123 4005",
  PART,
];

let opened: TestServices;
let owner: StoreOwner;
let storeId: string;
beforeAll(async () => {
  opened = await openTestServices({ limitsFactor: 1000 });
  owner = await makeOwner(opened.services);
  storeId = (await makeStore(opened.services, owner.person.id)).id;
  const product = await makeProduct(opened.services, storeId);
  for (const [name, phone] of [
    ["Wanted Person", "+2348031234005"],
    ["Somebody Else", "+2348051119999"],
  ] as const) {
    const email = `${name.replace(" ", ".").toLowerCase()}@example.com`;
    await bookOne(opened, {
      senderName: name,
      senderPhone: phone,
      senderEmail: email,
      receiverPhone: "+2348051119999",
    });
    await opened.services.db.insert(contactMessages).values({
      formKey: crypto.randomUUID(),
      name,
      email,
      phone,
      subject: "Complaint",
      message: "Where is it?",
    });
    await makeOrder(opened.services, storeId, [{ product, quantity: 1 }], {
      buyerName: name,
      buyerPhone: phone,
    });
  }
});
afterAll(() => opened.close());

/**
 * Returns the query plan of a statement. Table scans are switched off, because the planner prefers them for the small
 * tables of a test.
 */
const planOf = (statement: SQL) =>
  transact(opened.services.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
    return rows.map((row) => row["QUERY PLAN"]).join(" ");
  });

test("[STAFF-6] a whole Nigerian phone number, in any form, and a whole email are read in their own indexes", async () => {
  const condition = (search: string) =>
    sql`select from ${bookings} where ${filterCondition({ search, status: null })}`;
  for (const search of WRITTEN.filter((text) => text !== PART)) {
    expect(textSearchCondition({ search, status: null }), search).toBeUndefined();
    const plan = await planOf(condition(search));
    for (const index of ["bookings_sender_phone", "bookings_receiver_phone"]) expect(plan).toContain(index);
  }
  expect(await planOf(condition("Wanted.Person@Example.com"))).toContain("bookings_sender_email");
  expect(filterCondition({ search: PART, status: null })).toBeUndefined();
  const { rows } = await listBookings(opened.services.db, {
    search: "0805 111 9999",
    status: null,
    ...FIRST_PAGE,
  });
  expect(rows).toHaveLength(2);
});

test.each([
  ["bookings", bookings, bookings.search, null],
  ["customers", customerSummaries, customerSummaries.search, null],
  ["contact messages", contactMessages, contactMessages.search, null],
  ["orders of a store", orders, orders.search, orders.storeId],
] as const)("%s: an index finds a phone number in any form", async (_list, table, text, store) => {
  for (const search of WRITTEN) {
    const where = and(
      searchCondition(text, search, { phones: true }),
      store ? eq(store, storeId) : undefined,
    );
    const plan = await planOf(sql`select from ${table} where ${where}`);
    expect(plan, search).toMatch(store ? /orders_(store|buyer)/ : /_search/);
    expect(plan, search).not.toContain("Seq Scan");
  }
});

describe.each([
  [
    "bookings",
    async (search: string) => {
      const { rows } = await listBookings(opened.services.db, { search, status: null, ...FIRST_PAGE });
      return rows.map((row) => row.senderName);
    },
  ],
  [
    "customers",
    async (search: string) => {
      const { rows } = await listCustomers(opened.services.db, { search, ...FIRST_PAGE });
      return rows.map((row) => row.name);
    },
  ],
  [
    "contact messages",
    async (search: string) => {
      const { rows } = await listContactMessages(opened.services.db, { tab: "all", search, ...FIRST_PAGE });
      return rows.map((row) => row.name);
    },
  ],
  [
    "orders of a store",
    async (search: string) => {
      const filter = { search, status: null, ...FIRST_PAGE };
      return (await listStoreOrders(opened.services.db, owner, storeId, filter)).rows.map(
        (row) => row.buyerName,
      );
    },
  ],
  [
    "customers of a store",
    async (search: string) => {
      const { rows } = await listStoreCustomers(opened.services.db, owner, storeId, {
        search,
        ...FIRST_PAGE,
      });
      return rows.map((row) => row.name);
    },
  ],
])("%s", (_list, find) => {
  test.each(WRITTEN)("finds '%s'", async (search) => {
    expect(await find(search)).toEqual(["Wanted Person"]);
  });
  test("wants every word, in any order and case", async () => {
    expect(await find("PERSON wanted")).toEqual(["Wanted Person"]);
    expect(await find("wanted else")).toEqual([]);
  });
  test("[TEXT-5] finds letters, whatever their marks, case, apostrophes and forms", async () => {
    for (const search of ["wánted", "Ẃanted Pẹrsọn", "w'anted", "ＷＡＮＴＥＤ", "wa\u0301nted"])
      expect(await find(search), search).toEqual(["Wanted Person"]);
  });
  test("[TEXT-5] finds nothing by what folds to nothing", async () => {
    for (const search of ["%_ --", "'", "\u0301", "👍"]) expect(await find(search), search).toEqual([]);
  });
});
