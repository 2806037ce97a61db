/**
 * RECEIVER-5: the receiver's email. The form asks for it if there are hubs; it is stored, can be corrected, and is
 * shown only to those who may see it.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const NAME = 'name="receiverEmail"';
const EMAIL = "musa.receiver@example.com";

test("[RECEIVER-5] the form has the field with hubs; it is stored, and shown to staff and the sender alone", async () => {
  const customer = await app.customer("sender-of-mail@example.com");
  expect((await customer.ask("/book")).text).not.toContain(NAME);
  await makeHubs(app, "IKJ");
  // The list of hubs is cached until the database's notification.
  await expect.poll(async () => (await customer.ask("/book")).text).toContain(NAME);
  const book = async (receiverEmail: string) =>
    customer.ask("/book", {
      form: { ...BODY, receiverEmail, idempotencyKey: await customer.keyOf("/book") },
    });
  const refused = await book("musa at example");
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/<details[^>]* open=""/);
  expect(refused.text).toContain("Please enter a valid email address");
  const code = /OD\d{8}NG/.exec((await book(EMAIL)).location ?? "")![0];
  const staff = await app.admin("moderator");
  for (const [visitor, path] of [
    [customer, `/track?code=${code}`],
    [staff, `/admin/bookings/${code}`],
    [staff, "/admin/bookings/export.csv"],
    [staff, "/admin/bookings/new"],
  ] as const)
    expect([path, (await visitor.ask(path)).text.includes(path.endsWith("new") ? NAME : EMAIL)]).toEqual([
      path,
      true,
    ]);
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toContain(EMAIL);
  const page = await staff.ask(`/admin/bookings/${code}`);
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  const form = {
    ...{ intent: "correct", id: row!.id, version: String(row!.version), receiverEmail: "other@example.com" },
    ...{ senderAddress: row!.senderAddress, senderState: row!.senderState, senderPhone: row!.senderPhone },
    ...{ receiverAddress: row!.receiverAddress, receiverState: row!.receiverState },
    ...{ receiverPhone: row!.receiverPhone, packageWeight: String(row!.packageWeight) },
    idempotencyKey: crypto.randomUUID(),
  };
  expect(page.text).toContain(`value="${EMAIL}"`);
  expect((await staff.ask(`/admin/bookings/${code}`, { form })).status).toBe(302);
  const [after] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  expect(after!.receiverEmail).toBe("other@example.com");
  const { receiverEmail: _, ...without } = form;
  const again = { ...without, version: String(after!.version), idempotencyKey: crypto.randomUUID() };
  await staff.ask(`/admin/bookings/${code}`, { form: { ...again, packageWeight: "3" } });
  const [kept] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  expect([kept!.receiverEmail, kept!.packageWeight]).toEqual(["other@example.com", 3]);
});
