/**
 * MAIL-5, MAIL-6: a mail server refuses addresses; a real database, queue and SMTP server on the loopback address. Longer than 250 lines
 * because all tests share one mail server and its queue.
 */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookOne, makeAdmin, storeDelivered } from "../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../test/fixtures/closed-after-all.ts";
import { correctionInput } from "../../test/fixtures/correction.ts";
import * as links from "../../test/fixtures/links.ts";
import { openTestServices } from "../../test/fixtures/services.ts";
import { openMailSink } from "../../test/fixtures/smtp.ts";
import { mailAgain } from "../people/refused-mail/mail-again.server.ts";
import { correctBooking } from "../parcels/bookings/correct-booking.server.ts";
import { eraseReceiver } from "../parcels/bookings/erase-receiver.server.ts";
import { erasePerson } from "../people/profile/erase-person.server.ts";
import { bookings, mailServerState, refusedAddresses, refusedMails } from "../platform/db/schema.ts";
import { transact } from "../platform/db/transact.server.ts";
import { LINK_MAILS, MAILS } from "./notify.server.ts";

/** The server's answer to a recipient. Null: the server accepts a mail to this recipient. */
let refuses: (address: string) => string | null = () => null;
const tries: string[] = [];
const relay = await closedAfterAll(
  openMailSink(0, (address) => {
    tries.push(address);
    return refuses(address);
  }),
);
const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000, smtpUrl: relay.url }));
const { services, clock } = opened;
const { db } = services;
const boss = await makeAdmin(opened, "super_admin");

const HOUR = 60 * 60 * 1000;
let n = 0;
const newAddress = (name = "a") => `${name}${n++}@example.com`;
const book = (senderEmail: string) => bookOne(opened, { senderEmail });
const arrived = (address: string) => relay.received.filter(({ to }) => to === address).length;
const triesOf = (address: string) => tries.filter((one) => one === address).length;
const marked = async () => (await db.select().from(refusedAddresses)).map(({ address }) => address);
const waiting = () => db.$count(refusedMails);
/** Counts the unfinished mail jobs (`n`) and the failed ones (`failed`). */
const unfinished = async () => {
  const { rows } = await db.execute<{ n: number; failed: number }>(sql`
    select count(*) filter (where state < 'completed')::int as n, count(*) filter (where state = 'failed')::int as failed
    from pgboss.job where name in ('mail', 'link')`);
  return rows[0]!;
};
/** Makes every waiting job due at once, again and again, until `done` returns true. */
async function untilDone(done: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 20_000; ;) {
    if (await done()) return;
    if (Date.now() > until) throw new Error(JSON.stringify({ tries, ...(await unfinished()) }));
    await dueNow();
    await new Promise((tick) => setTimeout(tick, 100));
  }
}
async function dueNow(): Promise<void> {
  await db.execute(sql`
    update pgboss.job set start_after = now() where name in ('mail', 'link') and state in ('created', 'retry')`);
  services.jobs.added(MAILS);
  services.jobs.added(LINK_MAILS);
}

/** Sends a mail to another address, which the server accepts. */
async function acceptOne(): Promise<void> {
  const fine = newAddress("fine");
  await book(fine);
  await untilDone(() => arrived(fine) === 1);
  // The mail and its acceptance are stored a moment later, so this also waits until the job has ended.
  await untilDone(async () => (await unfinished()).n === 0);
}

beforeEach(async () => {
  refuses = () => null;
  // A job of the previous test may still be active. Once that job has failed, the job waits for its next try and is
  // deleted as well.
  const withoutJobs = async () => {
    await db.execute(sql`delete from pgboss.job where name in ('mail', 'link') and state <> 'active'`);
    return unfinished();
  };
  await expect.poll(withoutJobs, { timeout: 20_000 }).toEqual({ n: 0, failed: 0 });
  await db.delete(refusedAddresses);
  await db.delete(mailServerState);
  tries.length = 0;
});

test("[MAIL-5] 550 5.1.1 ends the job at once; later mails wait; staff try again, and each arrives once", async () => {
  const bad = newAddress("Gone");
  refuses = (address) => (address === bad ? "550 5.1.1 no such user" : null);
  await acceptOne();
  const booking = await book(bad);
  await untilDone(async () => (await marked()).length === 1);
  expect(await marked()).toEqual([bad.toLowerCase()]);
  await untilDone(async () => (await unfinished()).n === 0);
  // The mail of another booking must wait, too. Its address is the same in upper case.
  await book(bad.toUpperCase());
  await untilDone(async () => (await waiting()) === 2);
  await untilDone(async () => (await unfinished()).n === 0);
  expect(triesOf(bad)).toBe(1);
  expect((await unfinished()).failed).toBe(0);

  refuses = () => null;
  expect(await mailAgain(services, boss, { address: bad })).toMatchObject({ ok: true });
  await untilDone(
    () => relay.received.filter(({ to }) => to.toLowerCase() === bad.toLowerCase()).length === 2,
  );
  await untilDone(async () => (await unfinished()).n === 0);
  expect(await marked()).toEqual([]);
  expect(arrived(bad)).toBe(1);
  expect(relay.received.some(({ subject }) => subject.includes(booking.trackingCode))).toBe(true);
  expect(await mailAgain(services, boss, { address: bad })).toMatchObject({ ok: false, code: "not_found" });
});

test("[MAIL-5] tried again and refused again, the address is marked again", async () => {
  const bad = newAddress("still-gone");
  refuses = (address) => (address === bad ? "550-5.1.1 The account does\r\n550 5.1.1 not exist" : null);
  await book(bad);
  await untilDone(async () => (await marked()).length === 1);
  await mailAgain(services, boss, { address: bad });
  await untilDone(async () => triesOf(bad) === 2 && (await waiting()) === 1);
  expect(await marked()).toEqual([bad]);
});

test("[MAIL-5] a corrected address gets what the former one missed", async () => {
  const [bad, good] = [newAddress("typo"), newAddress("right")];
  refuses = (address) => (address === bad ? "550 5.1.1 no such user" : null);
  const booking = await book(bad);
  await untilDone(async () => (await waiting()) === 1);
  const { id, version } = booking;
  const corrected = await correctBooking(
    services,
    boss,
    { id, version, ...correctionInput({ senderEmail: good }) },
    crypto.randomUUID(),
  );
  expect(corrected).toMatchObject({ ok: true, changed: true });
  // Two mails arrive: the mail that waited for the former address, and the mail about the correction.
  await untilDone(() => arrived(good) === 2);
  expect(triesOf(bad)).toBe(1);
  expect(await marked()).toEqual([bad]);
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  expect(row?.senderEmail).toBe(good);
});

test("[MAIL-5] 550 without a code counts only while the server takes mails to others", async () => {
  const bad = newAddress("bare");
  refuses = (address) => (address === bad ? "550 No such user" : null);
  await book(bad);
  await untilDone(() => triesOf(bad) >= 2);
  expect(await marked()).toEqual([]);
  await acceptOne();
  await untilDone(async () => (await marked()).length === 1);

  clock.pass(2 * HOUR);
  const later = newAddress("bare");
  refuses = (address) => (address === later ? "550 No such user" : null);
  await book(later);
  await untilDone(() => triesOf(later) >= 2);
  expect(await marked()).toEqual([bad]);
});

test.each([
  "550 5.7.1 relaying denied",
  "554 rejected by policy",
  "552 5.2.2 mailbox full",
  "553 no such user",
  "451 4.7.1 greylisted",
])("[MAIL-1] '%s' delays the mail and marks nobody", async (reply) => {
  await acceptOne();
  const one = newAddress("later");
  refuses = (address) => (address === one ? reply : null);
  await book(one);
  await untilDone(() => triesOf(one) >= 3);
  expect(await marked()).toEqual([]);
  expect(await unfinished()).toEqual({ n: 1, failed: 0 });
  refuses = () => null;
  await untilDone(() => arrived(one) === 1);
});

test("[MAIL-5] a 4xx about one recipient is tried for two days while others are accepted", async () => {
  const full = newAddress("full");
  refuses = (address) => (address === full ? "452 4.2.2 mailbox full" : null);
  await book(full);
  await untilDone(() => triesOf(full) >= 2);
  const age = (days: string) =>
    db.execute(
      sql`update pgboss.job set created_on = now() - ${days}::interval where name = 'mail' and state < 'completed'`,
    );
  await age("3 days");
  // The server has accepted no mail at all, so the fault is the server's, and no mail is given up.
  const before = triesOf(full);
  await untilDone(() => triesOf(full) >= before + 2);
  expect((await unfinished()).failed).toBe(0);
  await acceptedNow();
  await age("47 hours");
  const young = triesOf(full);
  await untilDone(() => triesOf(full) >= young + 2);
  expect((await unfinished()).failed).toBe(0);
  await age("49 hours");
  await untilDone(async () => (await unfinished()).failed === 1);
  expect(await marked()).toEqual([]);
});

/** Sends a mail and waits until its acceptance is stored. Does not wait for jobs that still fail. */
async function acceptedNow(): Promise<void> {
  const fine = newAddress("fine");
  await book(fine);
  await untilDone(
    async () => arrived(fine) === 1 && (await db.select().from(mailServerState))[0]?.acceptedAt != null,
  );
}

test("[MAIL-6] a relay that refuses everything for an hour with 550 5.1.1 ends nothing and marks nobody", async () => {
  refuses = () => "550 5.1.1 no such user";
  const addresses: string[] = [];
  // In one hour 36 senders book, and each mail is tried every five minutes.
  for (let round = 0; round < 12; round++) {
    const fresh = [newAddress("hour"), newAddress("hour"), newAddress("hour")];
    addresses.push(...fresh);
    for (const address of fresh) await book(address);
    await untilDone(() => fresh.every((address) => triesOf(address) > 0));
    clock.pass(5 * 60_000);
  }
  await untilDone(async () => (await unfinished()).n === addresses.length);
  expect(await marked()).toEqual([]);
  expect(await waiting()).toBe(0);
  expect((await unfinished()).failed).toBe(0);
  const [state] = await db.select().from(mailServerState);
  expect(state?.doubtedSince).not.toBeNull();

  refuses = () => null;
  await untilDone(() => addresses.every((address) => arrived(address) > 0));
  await untilDone(async () => (await unfinished()).n === 0);
  for (const address of addresses) expect([address, arrived(address)]).toEqual([address, 1]);
  expect(await marked()).toEqual([]);
  const [after] = await db.select().from(mailServerState);
  expect(after?.doubtedSince).toBeNull();

  // The server is no longer suspected to be at fault, so a single wrong address is marked.
  const bad = newAddress("gone");
  refuses = (address) => (address === bad ? "550 5.1.1 no such user" : null);
  await book(bad);
  await untilDone(async () => (await marked()).length === 1);
});

test("[MAIL-6] nine in a row are nine wrong addresses; an accepted mail begins a new row", async () => {
  const bad = Array.from({ length: 14 }, () => newAddress("wrong"));
  refuses = (address) => (bad.includes(address) ? "550 5.1.1 no such user" : null);
  for (const address of bad.slice(0, 9)) await book(address);
  await untilDone(async () => (await marked()).length === 9);
  await acceptOne();
  for (const address of bad.slice(9)) await book(address);
  await untilDone(async () => (await marked()).length === 14);
  expect(await waiting()).toBe(14);
  for (const address of bad) expect(triesOf(address)).toBe(1);
});

test("[MAIL-6] wrong addresses of earlier rows keep their marks when a row of ten is taken back", async () => {
  const old = newAddress("old");
  refuses = (address) => (address === old ? "550 5.1.1 no such user" : null);
  await book(old);
  await untilDone(async () => (await marked()).length === 1);
  await acceptOne();
  refuses = () => "550 5.1.1 no such user";
  const row = Array.from({ length: 10 }, () => newAddress("row"));
  for (const address of row) await book(address);
  await untilDone(async () => (await unfinished()).n === 10);
  await untilDone(() => row.every((address) => triesOf(address) > 1));
  expect(await marked()).toEqual([old]);
});

test("[MAIL-5] a sign-in link is tried each time, and an accepted one takes the mark back", async () => {
  const address = newAddress("link");
  refuses = (to) => (to === address ? "550 5.2.1 disabled" : null);
  await book(address);
  await untilDone(async () => (await marked()).length === 1);
  refuses = () => null;
  await links.requestLink(services, { email: address, purpose: "sign_in", from: links.nobody });
  await untilDone(() => arrived(address) === 2);
  expect(await marked()).toEqual([]);
});

test("[PROFILE-6] an erased person leaves no refused address, and nothing waits for it", async () => {
  const [gone, receiver] = [newAddress("erased"), newAddress("receiver")];
  refuses = () => "550 5.1.1 no such user";
  await book(gone);
  await untilDone(async () => (await waiting()) === 1);
  await transact(db, (tx) => erasePerson(tx, services, { id: crypto.randomUUID(), email: gone }));
  expect(await marked()).toEqual([]);
  expect(await waiting()).toBe(0);
  const booking = await bookOne(opened, { receiverEmail: receiver });
  await storeDelivered(opened, booking.id);
  await db
    .insert(refusedAddresses)
    .values({ address: receiver, code: "5.1.1", refusedAt: clock.now(), series: 1 });
  const erased = await eraseReceiver(
    services,
    boss,
    { id: booking.id, typedCode: booking.trackingCode },
    crypto.randomUUID(),
  );
  expect(erased).toMatchObject({ ok: true });
  expect(await marked()).not.toContain(receiver);
});
