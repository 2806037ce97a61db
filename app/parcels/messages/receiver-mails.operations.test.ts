/** The mails to receivers, on a real database. */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailTexts } from "../../../server/mail-texts.ts";
import { acting } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { makeHubs } from "../../../test/fixtures/road.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { bookCollect, makePayee } from "../../../test/fixtures/settlements.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest, asSystem } from "../../access/actors.server.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { mailWorker } from "../../notifications/mail-worker.server.ts";
import { bookings, mails, receiverMessages } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Mail } from "../../platform/mail/mailer.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { readChoicesView } from "../receiver-page/choices-view.server.ts";
import { chooseDay } from "../receiver-choices/choose.server.ts";
import { readPin } from "../receiver-link/pins.server.ts";
import { lookAfterMessages } from "./due-messages.server.ts";
import { switchMessages } from "../receiver-link/switch-messages.server.ts";
import { renewPin } from "../receiver-link/renew.server.ts";

const { opened, services, clock, db } = await fileServices({ limitsFactor: 100 });

const deed = (bookingId: string, kind: EventKind) => {
  clock.pass(1000);
  const at = clock.now();
  return transact(db, (tx) =>
    addEvents(acting({ services, actor: asSystem("Test"), at, tx }), [
      { bookingId, piece: null, kind, occurredAt: at },
    ]),
  );
};
const book = async (receiverEmail: string) => {
  const booking = await bookOne(opened, { receiverEmail });
  return { id: booking.id, code: booking.trackingCode };
};
const kept = (id: string) => async () =>
  (await db.select().from(mails).where(eq(mails.bookingId, id))).filter(
    ({ kind, subject }) => kind === "receiver_message" && !subject.startsWith("A parcel is booked for you"),
  );
/** The newest message of a booking. */
const newest = async (bookingId: string) => {
  const [row] = await db
    .select()
    .from(receiverMessages)
    .where(eq(receiverMessages.bookingId, bookingId))
    .orderBy(desc(receiverMessages.createdAt))
    .limit(1);
  return row!;
};
const draw = (code: string) =>
  renewPin(services, asGuest("127.0.0.1"), { code, who: "sender" }, crypto.randomUUID());

test("[RECEIVER-5] a receiver with an email is mailed when it is out for delivery, with the PIN that no kept mail has", async () => {
  const { id, code } = await book("musa@example.com");
  await deed(id, "arrived_at_hub");
  await deed(id, "out_for_delivery");
  await expect.poll(kept(id)).toHaveLength(1);
  const [stored] = await kept(id)();
  expect(stored).toMatchObject({
    toAddress: "musa@example.com",
    subject: `Your parcel comes today: ${code}`,
  });
  const pin = (await readPin(services, id))!;
  expect(stored!.text).toContain("PIN ••••");
  expect(stored!.text).toMatch(new RegExp(`/r/${code}\\.[0-9a-f]{32}`));
  expect(stored!.text).toContain("Nothing to pay");
  for (const text of [stored!.text, stored!.html]) expect(text).not.toContain(`PIN ${pin}`);
  const sent: Mail[] = [];
  const work = mailWorker(
    services,
    { send: async (_, mail) => void sent.push(mail), close: () => {} },
    mailTexts,
  );
  const data = { kind: "receiver_message", bookingId: id, receiverMessageId: stored!.id };
  await work({ id: crypto.randomUUID(), data, retryCount: 0 }, db);
  for (const text of [sent[0]!.text, sent[0]!.html]) expect(text).toContain(`PIN ${pin}`);
  expect(JSON.stringify(sent)).not.toContain("••••");
});

const payer = await makePayee(opened);
await publishSamples(opened);

test("[RECEIVER-5] [TELL-7] it says what is to be paid; a new PIN is mailed ten minutes after the one before, and nothing once it is not out any more", async () => {
  const { id, code } = await bookCollect(opened, payer, 46_500, "pending");
  await db.update(bookings).set({ receiverEmail: "ada@example.com" }).where(eq(bookings.id, id));
  await deed(id, "out_for_delivery");
  await expect.poll(kept(id)).toHaveLength(1);
  expect((await kept(id)())[0]!.text).toContain("₦46,500 at the door");
  for (let times = 0; times < 2; times++) await draw(code);
  await lookAfterMessages(services);
  expect(await kept(id)()).toHaveLength(1);
  clock.pass(10 * 60_000);
  await lookAfterMessages(services);
  await expect.poll(kept(id)).toHaveLength(2);
  clock.pass(20 * 60_000);
  await draw(code);
  await deed(id, "arrived_at_hub");
  const { id: receiverMessageId } = await newest(id);
  const write = mailTexts.receiver_message;
  expect(await write(services, { bookingId: id, receiverMessageId })).toBeNull();
  expect((await newest(id)).state).toMatch(/failed|sent/);
});

test("[RECEIVER-5] without an email nobody is mailed, and the mails go with the receiver", async () => {
  const plain = await book("");
  await deed(plain.id, "out_for_delivery");
  const known = await book("musa@example.com");
  await deed(known.id, "out_for_delivery");
  await expect.poll(kept(known.id)).toHaveLength(1);
  expect(await kept(plain.id)()).toEqual([]);
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, known.id));
  expect(await kept(known.id)()).toEqual([]);
  const [row] = await db.select().from(bookings).where(eq(bookings.id, known.id));
  expect(row!.receiverEmail).toBeNull();
});

test("[TELL-8] a mail that waits for the end of the quiet hours is not sent if messages are switched off meanwhile, or if another channel's try arrived", async () => {
  clock.set(new Date("2027-01-12T20:00:00Z"));
  const off = await book("ada@example.com");
  const told = await book("ada@example.com");
  const arrived = await book("ada@example.com");
  for (const { id } of [off, told, arrived]) await deed(id, "rescheduled");
  const guest = asGuest("127.0.0.1");
  const form = { code: off.code, who: "receiver" as const, messages: "off" as const };
  expect((await switchMessages(services, guest, form, crypto.randomUUID())).ok).toBe(true);
  const { message } = await newest(arrived.id);
  await db.insert(receiverMessages).values({
    bookingId: arrived.id,
    message,
    kind: "new_day",
    channel: "sms",
    state: "delivered",
    dueAt: clock.now(),
  });
  clock.set(new Date("2027-01-13T07:00:00Z"));
  await lookAfterMessages(services);
  const mailOf = async (id: string) =>
    (await db.select().from(receiverMessages).where(eq(receiverMessages.bookingId, id))).find(
      ({ channel }) => channel === "email",
    );
  await expect.poll(async () => (await mailOf(told.id))?.state).toBe("sent");
  await expect.poll(() => mailOf(off.id)).toMatchObject({ state: "failed", failure: "switched_off" });
  await expect.poll(() => mailOf(arrived.id)).toMatchObject({ state: "failed", failure: "outdated" });
});

test("[TELL-7] a mail that is tried again in quiet hours waits for their end, too", async () => {
  clock.set(new Date("2027-01-14T18:00:00Z"));
  const { id } = await book("ada@example.com");
  await deed(id, "rescheduled");
  await expect.poll(kept(id)).toHaveLength(1);
  const [first] = await kept(id)();
  // Restores the state of a mail that the mail server has not accepted by 9 pm in Lagos.
  await db.delete(mails).where(eq(mails.id, first!.id));
  const untaken = { state: "queued" as const, sentAt: null };
  await db.update(receiverMessages).set(untaken).where(eq(receiverMessages.id, first!.id));
  clock.set(new Date("2027-01-14T20:00:00Z"));
  const sent: string[] = [];
  const mailer = {
    send: (_: string, { subject }: Mail) => Promise.resolve(void sent.push(subject)),
    close: () => {},
  };
  const data = { kind: "receiver_message", bookingId: id, receiverMessageId: first!.id };
  await mailWorker(services, mailer, mailTexts)({ id: first!.id, data, retryCount: 7 }, db);
  expect(sent).toEqual([]);
  expect((await newest(id)).dueAt).toEqual(new Date("2027-01-15T07:00:00Z"));
  await lookAfterMessages(services);
  expect(await kept(id)()).toEqual([]);
  clock.set(new Date("2027-01-15T07:00:00Z"));
  await lookAfterMessages(services);
  await expect.poll(kept(id)).toMatchObject([{ id: first!.id }]);
  expect((await newest(id)).state).toBe("sent");
});

test("[TELL-1] a day that the receiver chose is no news to them, and is not told", async () => {
  clock.set(new Date("2027-01-18T10:00:00Z"));
  await makeHubs(opened, "IKJ");
  const { id, code } = await book("ada@example.com");
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  const day = (await readChoicesView(services, booking!, "receiver"))!.days[3]!;
  expect(await chooseDay(services, asGuest("127.0.0.1"), { code, day }, crypto.randomUUID())).toEqual({
    ok: true,
  });
  expect(await db.$count(receiverMessages, eq(receiverMessages.bookingId, id))).toBe(0);
});
