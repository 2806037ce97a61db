/** RECEIVER-10: a super admin erases a receiver on request, on a real database. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { claimOf, notReceived } from "../../../test/fixtures/claims.ts";
import { deedNow } from "../../../test/fixtures/receiver-messages.ts";
import { makeHubs } from "../../../test/fixtures/road.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { asGuest } from "../../access/actors.server.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import {
  activityLogs,
  bookingEvents,
  bookings,
  erasedReceivers,
  payments,
  transferNotices,
} from "../../platform/db/schema.ts";
import { recordPayment } from "../../money/payments/payments.server.ts";
import { setPrice } from "../../money/prices/set-price.server.ts";
import { giveLandmark, namePerson } from "../receiver-choices/choose.server.ts";
import { linkOf, openLink } from "../receiver-link/receiver-link.server.ts";
import { switchMessages } from "../receiver-link/switch-messages.server.ts";
import { sayNotExpected } from "../receiver-link/not-expected.server.ts";
import { eraseReceiver } from "./erase-receiver.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff();
await makeHubs(opened, "IKJ", "KAN");
const guest = asGuest("127.0.0.1");
const key = () => crypto.randomUUID();
let made = 0;

async function booked() {
  opened.clock.pass(1000);
  const { id, trackingCode: code } = await bookOne(opened, {
    senderEmail: `erased${++made}@example.com`,
    receiverName: "Zebulon Quartey",
    receiverPhone: `+23480357${String(10000 + made)}`,
    receiverEmail: "zebulon@quartey.example",
    receiverAddress: "7 Quarteyville Close, Ikeja",
    ...{ receiverState: "Lagos", receiverTown: "Ikeja", notes: "Ask for Quartey" },
  });
  return { id, code, phone: `+23480357${String(10000 + made)}` };
}
const erase = (id: string, typedCode: string, who: typeof moderator = superAdmin) =>
  eraseReceiver(services, who, { id, typedCode }, key());

/** The tables of the database in which a text occurs, except the queue of jobs. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await db.execute(
      sql`select 1 from ${sql.identifier(name)} t where t::text ilike ${`%${text}%`} limit 1`,
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
}

const mailsToSend = async () => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from pgboss.job where name in ('mail', 'link') and state in ('created', 'active', 'retry')`,
  );
  return rows[0]!.n;
};

test("[RECEIVER-10] name, phone, email, street and all words go from every table; the log says who did it", async () => {
  const { id, code, phone } = await booked();
  const taker = { taker: "gateman" as const, takerName: "Quartey Gateman", takerPhone: "08035299999" };
  expect(await namePerson(services, guest, { code, ...taker }, key())).toEqual({ ok: true });
  const landmark = { code, words: "Behind Quartey's kiosk", remember: true };
  expect(await giveLandmark(services, guest, landmark, key())).toEqual({ ok: true });
  const why = { code, why: "not_ordered" as const, words: "Quartey ordered nothing" };
  expect(await sayNotExpected(services, guest, why, key())).toEqual({ ok: true });
  expect(await erase(id, code)).toMatchObject({ ok: false, reason: "still_on_the_way" });
  for (const kind of ["arrived_at_hub", "out_for_delivery", "delivered"] as const) {
    opened.clock.pass(1000);
    await deedNow(services, id, kind);
  }
  expect(await erase(id, "OD12345678NG")).toMatchObject({ ok: false, reason: "other_code" });
  expect(await erase(id, code, moderator)).toMatchObject({ ok: false, code: "forbidden" });
  await expect.poll(mailsToSend).toBe(0);
  expect((await tablesWith("Quartey")).length).toBeGreaterThan(4);
  expect(await erase(id, ` ${code.toLowerCase()} `)).toMatchObject({ ok: true, changed: true });
  for (const text of ["Quartey", phone, phone.slice(4), "08035299999", "2348035299999"])
    expect([text, await tablesWith(text)]).toEqual([text, []]);
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  expect(row).toMatchObject({ status: "delivered", senderEmail: "erased1@example.com" });
  expect(await db.$count(bookingEvents, eq(bookingEvents.note, "The receiver was erased on request."))).toBe(
    1,
  );
  expect(await db.select().from(activityLogs).where(eq(activityLogs.action, "erase_receiver"))).toMatchObject(
    [{ adminId: superAdmin.person.id, entityId: id }],
  );
  expect(await erase(id, code)).toMatchObject({ ok: true, changed: false });
});

test("[RECEIVER-10] what was written about money goes too, and a reference that names them; amount, day and other references stay", async () => {
  const { id, code, phone } = await booked();
  const price = { code, price: 900_000, note: "As Quartey was told", seen: 0 };
  expect(await setPrice(services, superAdmin, price, key())).toMatchObject({ ok: true });
  const paid = { code, method: "transfer" as const, amount: 150_000, note: "Quartey's aunt paid" };
  for (const reference of [`QUARTEY ${made}`, `0${phone.slice(4)}`, `FT${made}`])
    expect(await recordPayment(services, superAdmin, { ...paid, reference }, key())).toMatchObject({
      ok: true,
    });
  const notice = { bookingId: id, kobo: 150_000, paidOn: "2026-11-20", formKey: crypto.randomUUID() };
  await db.insert(transferNotices).values({ ...notice, reference: "for Zebulon" });
  for (const kind of ["arrived_at_hub", "delivered"] as const) {
    opened.clock.pass(1000);
    await deedNow(services, id, kind);
  }
  expect(await erase(id, code)).toMatchObject({ ok: true, changed: true });
  const rows = await db.select().from(payments).where(eq(payments.bookingId, id));
  expect(rows.map(({ kobo, note }) => [kobo, note])).toEqual(Array(3).fill([150_000, null]));
  const left = rows.map(({ id: row, reference }) => (reference === `ERASED ${row}` ? "erased" : reference));
  expect(new Set(left)).toEqual(new Set(["erased", `FT${made}`]));
  expect(await db.select().from(transferNotices)).toMatchObject([{ kobo: 150_000, reference: null }]);
  expect(await tablesWith("Quartey")).toEqual([]);
  expect(await db.select().from(erasedReceivers).where(eq(erasedReceivers.bookingId, id))).toHaveLength(1);
});

test("[RECEIVER-10] while a claim about it is undecided nothing is erased", async () => {
  const { id, code } = await booked();
  await deedNow(services, id, "arrived_at_hub");
  opened.clock.pass(1000);
  await deedNow(services, id, "delivered");
  await notReceived(opened, code, "It was left with Chidi");
  expect((await claimOf(opened, id)).decidedAt).toBeNull();
  expect(await erase(id, code)).toMatchObject({ ok: false, reason: "claim_is_open" });
});

test("[RECEIVER-1] [TELL-8] a receiver whose phone is corrected is another one, with a new link and messages on", async () => {
  const { id, code } = await booked();
  const path = async () => (await linkOf(services, "receiver", code)).split("/r/")[1]!;
  const before = await path();
  expect(await openLink(services, before)).toMatchObject({ kind: "receiver", code });
  const off = { code, who: "receiver" as const, messages: "off" as const };
  expect((await switchMessages(services, guest, off, key())).ok).toBe(true);
  await db.update(bookings).set({ receiverPhone: "+2348035277777" }).where(eq(bookings.id, id));
  const { rows } = await db.execute(
    sql`select receiver_stopped as off from receiver_links where booking_id = ${id}`,
  );
  expect(rows).toEqual([{ off: false }]);
  expect(await openLink(services, before)).toBeNull();
  expect(await openLink(services, await path())).toMatchObject({ kind: "receiver", code });
});

test("[RECEIVER-7] the words of somebody who expects no parcel go with the receiver, whoever erases them", async () => {
  const { id, code } = await booked();
  const why = { code, why: "other_person" as const, words: "I am Mojisola" };
  expect(await sayNotExpected(services, guest, why, key())).toEqual({ ok: true });
  expect((await tablesWith("Mojisola")).toSorted()).toEqual(["booking_events", "exceptions"]);
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, id));
  expect(await tablesWith("Mojisola")).toEqual([]);
});
