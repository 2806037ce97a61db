/**
 * PROFILE-6, RECEIVER-10: a mail that is sent during an erasure is not stored after the erasure, on a real database.
 */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailTexts } from "../../server/mail-texts.ts";
import { bookOne, makeAdmin } from "../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../test/fixtures/closed-after-all.ts";
import { deedNow } from "../../test/fixtures/receiver-messages.ts";
import { openTestServices } from "../../test/fixtures/services.ts";
import { asCustomer } from "../access/actors.server.ts";
import { eraseReceiver } from "../parcels/bookings/erase-receiver.server.ts";
import { deleteAccount } from "../people/profile/delete-account.server.ts";
import { mails, profiles } from "../platform/db/schema.ts";
import { transact } from "../platform/db/transact.server.ts";
import { mailWorker } from "./mail-worker.server.ts";

const opened = await closedAfterAll(openTestServices({ limitsFactor: 100 }));
const { services, clock } = opened;
const { db } = services;
const boss = await makeAdmin(opened, "super_admin");

/** Sends a mail about a booking. `meanwhile` runs before the mail server has answered. */
const sendDuring = (bookingId: string, meanwhile: () => Promise<unknown>) =>
  mailWorker(
    services,
    { send: async () => void (await meanwhile()), close: () => {} },
    mailTexts,
  )({ id: crypto.randomUUID(), data: { kind: "booking_made", bookingId }, retryCount: 0 }, db);
const holds = (text: string) => db.$count(mails, sql`${mails}::text ilike ${`%${text}%`}`);

async function delivered(senderEmail: string) {
  const { id, trackingCode: typedCode } = await bookOne(opened, {
    senderEmail,
    receiverName: "Zebulon Quartey",
  });
  for (const kind of ["arrived_at_hub", "delivered"] as const) {
    clock.pass(1000);
    await deedNow(services, id, kind);
  }
  await expect.poll(() => holds(senderEmail)).toBeGreaterThan(1);
  const erase = () => eraseReceiver(services, boss, { id, typedCode }, crypto.randomUUID());
  return { id, erase };
}

test("[RECEIVER-10] the mail that the sender gets meanwhile is stored without the receiver", async () => {
  const { id, erase } = await delivered("meanwhile@example.com");
  expect(await holds("Quartey")).toBeGreaterThan(0);
  await sendDuring(id, erase);
  expect([await holds("Quartey"), await holds("meanwhile@example.com")]).toEqual([0, 1]);
});

test("[RECEIVER-10] so is one that would be stored before the erasure is committed", async () => {
  const { id } = await delivered("commit@example.com");
  let storing = Promise.resolve();
  await transact(db, async (tx) => {
    await tx.execute(sql`insert into erased_receivers values (${id}, ${clock.now().toISOString()})`);
    storing = sendDuring(id, () => Promise.resolve());
    await expect
      .poll(() =>
        db.$count(sql`pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%'`),
      )
      .toBe(1);
    await tx.execute(
      sql`update bookings set receiver_name = 'Not kept', receiver_phone = 'Not kept' where id = ${id}`,
    );
    await tx.execute(sql`delete from mails where booking_id = ${id}`);
  });
  await storing;
  expect([await holds("Quartey"), await holds("commit@example.com")]).toEqual([0, 1]);
});

test("[PROFILE-6] nothing is stored of a mail to somebody who deleted their account meanwhile, and what others get is", async () => {
  const email = "leaves@example.com";
  const [person] = await db.insert(profiles).values({ email, firstName: "Ada" }).returning();
  const customer = asCustomer({ ip: "127.0.0.1", sessionHash: null, person: person!, staff: null })!;
  const { id } = await delivered(email);
  const other = await delivered("stays@example.com");
  await sendDuring(id, () => deleteAccount(services, customer, { email }));
  expect(await holds(email)).toBe(0);
  const before = await holds("stays@example.com");
  await sendDuring(other.id, () => Promise.resolve());
  expect(await holds("stays@example.com")).toBe(before + 1);
});
