/** STAFF-26: notes about a customer, and the lists of a customer's page. */
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { activityLogs, customerNotes, customerSummaries } from "../../platform/db/schema.ts";
import { FIRST_PAGE, readCursor } from "../../platform/http/keyset.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { addCustomerNote } from "./add-note.server.ts";
import { listCustomerBookings, listCustomerNotes } from "./customer-lists.server.ts";
import { findCustomerRow, listCustomers } from "./list-customers.server.ts";

const { opened, services, db } = await fileServices({ limitsFactor: 100 });
const EMAIL = "trader@example.com";
const moderator = await makeAdmin(opened, "moderator");
await bookOne(opened, { senderEmail: "Trader@Example.com", senderName: "Bola Trader" });
const [summary] = await db.select().from(customerSummaries).where(eq(customerSummaries.email, EMAIL));
const customerId = summary!.id;

test("[STAFF-26] a note is kept once with its writer and its log row, which holds no word of it; other words are refused", async () => {
  const key = crypto.randomUUID();
  const note = { id: customerId, body: "Calls after five" };
  const twice = [
    addCustomerNote(services, moderator, note, key),
    addCustomerNote(services, moderator, note, key),
  ];
  expect(await Promise.all(twice)).toEqual([{ ok: true }, { ok: true }]);
  const other = await addCustomerNote(services, moderator, { id: customerId, body: "Other words" }, key);
  expect(other).toMatchObject({ ok: false, code: "conflict" });
  const { rows } = await listCustomerNotes(db, EMAIL, FIRST_PAGE);
  expect(rows).toEqual([expect.objectContaining({ body: "Calls after five", byName: "moderator" })]);
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.action, "add_customer_note"));
  expect(logged).toEqual([
    expect.objectContaining({
      description: "Added a note about a customer",
      entityType: "customer",
      entityId: customerId,
    }),
  ]);
});

test("[STAFF-26] Read Only adds no note, and nobody adds one to a customer who is not there", async () => {
  const before = await db.$count(customerNotes);
  const support = await makeAdmin(opened, "support");
  const add = (by: typeof support, id: string) =>
    addCustomerNote(services, by, { id, body: "x" }, crypto.randomUUID());
  expect(await add(support, customerId)).toMatchObject({ ok: false, code: "forbidden" });
  for (const id of [crypto.randomUUID(), "nonsense"])
    expect(await add(moderator, id)).toMatchObject({ code: "not_found", reason: "no_customer" });
  expect(await db.$count(customerNotes)).toBe(before);
});

test("[STAFF-26] a customer has the bookings of the email in any case, page by page, each once", async () => {
  for (let n = 0; n < 24; n++) await bookOne(opened, { senderEmail: n % 2 ? EMAIL : EMAIL.toUpperCase() });
  await bookOne(opened, { senderEmail: "other@example.com" });
  expect(await findCustomerRow(db, customerId)).toMatchObject({
    email: EMAIL,
    bookingsCount: 25,
    hasAccount: false,
  });
  const first = await listCustomerBookings(db, EMAIL, FIRST_PAGE);
  const second = await listCustomerBookings(db, EMAIL, { cursor: readCursor(first.next), direction: "next" });
  expect([first.rows.length, second.rows.length, second.next]).toEqual([20, 5, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(25);
});

test("[RUN-6] notes are deleted after two years", async () => {
  const aged = (body: string, days: number) => ({
    formKey: crypto.randomUUID(),
    email: EMAIL,
    body,
    byName: "Uche",
    createdAt: new Date(opened.clock.now().getTime() - days * 24 * 60 * 60 * 1000),
  });
  await db.insert(customerNotes).values([aged("Older", 2 * 365 + 1), aged("Younger", 2 * 365 - 1)]);
  await purgeExpired(services);
  const left = await db
    .select()
    .from(customerNotes)
    .where(inArray(customerNotes.body, ["Older", "Younger"]));
  expect(left.map(({ body }) => body)).toEqual(["Younger"]);
});

test("[STAFF-9] a whole email finds its customer alone, and a part of it everybody who has it", async () => {
  await bookOne(opened, { senderEmail: "old.trader@example.com" });
  const found = async (search: string) =>
    (await listCustomers(db, { search, ...FIRST_PAGE })).rows.map(({ email }) => email).sort();
  expect(await found("TRADER@example.com")).toEqual([EMAIL]);
  expect(await found("trader@example.co")).toEqual(["old.trader@example.com", EMAIL]);
});
