/** CONSENT-1 to CONSENT-3: the register of consents, on a real database. */
import { eq } from "drizzle-orm";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { CONSENT_TEXTS } from "../../domain/consents.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import { activityLogs, bookings, consents, rememberedPlaces } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { SIX_YEARS } from "../../platform/jobs/six-years.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { giveConsent, withdrawAll } from "./consents.server.ts";
import { consentsInForce } from "./consents-in-force.server.ts";
import { withdrawConsent } from "./withdraw-consent.server.ts";

const { opened, services, db, moderator } = await openWithStaff();
const BY = { byUserId: null, byName: "Receiver" };
const DAY = 24 * 60 * 60 * 1000;
const work = <T>(run: (work: { tx: Parameters<typeof giveConsent>[0]["tx"]; at: Date }) => Promise<T>) =>
  transact(db, (tx) => run({ tx, at: services.now() }));
const place = (phone: string) => ({ phone, purpose: "place" as const });
let phones = 0;
async function given(more: Record<string, string> = {}) {
  const phone = `+23480351${String(10000 + phones++)}`;
  const booking = await bookOne(opened, {
    receiverPhone: phone,
    senderEmail: `s${phones}@example.com`,
    ...more,
  });
  const id = await work((doing) =>
    giveConsent(doing, { ...place(phone), bookingId: booking.id, language: "en" }, BY),
  );
  return { id, phone, bookingId: booking.id };
}
const rowsOf = (phone: string) => db.select().from(consents).where(eq(consents.phone, phone));
const remember = (phone: string, consentId: string) =>
  db
    .insert(rememberedPlaces)
    .values({ phone, address: "a", consentId, receiverWords: "Green gate", updatedAt: services.now() });
const placesOf = (phone: string) => db.$count(rememberedPlaces, eq(rememberedPlaces.phone, phone));

test("[CONSENT-1] a consent names phone, purpose, words and language, counts once while it is in force, and again after it was withdrawn", async () => {
  const { id, phone, bookingId } = await given();
  expect(await rowsOf(phone)).toMatchObject([
    { id, purpose: "place", textVersion: "place-1", language: "en", bookingId, byName: "Receiver" },
  ]);
  const again = { ...place(phone), bookingId, language: "pcm" };
  expect(await work((doing) => giveConsent(doing, again, BY))).toBe(id);
  expect(await work((doing) => withdrawAll(doing, { ...place(phone), bookingId }, BY))).toBe(1);
  expect(await work((doing) => withdrawAll(doing, { ...place(phone), bookingId }, BY))).toBe(0);
  expect(await consentsInForce(db, place(phone))).toEqual([]);
  const other = await work((doing) => giveConsent(doing, again, BY));
  expect(await consentsInForce(db, place(phone))).toMatchObject([{ id: other }]);
  expect(await rowsOf(phone)).toHaveLength(3);
});

test("[CONSENT-1] the database refuses to change a row, or to delete one", async () => {
  const { id } = await given();
  const changed = db.update(consents).set({ textVersion: "other" }).where(eq(consents.id, id));
  await expect(changed).rejects.toThrow();
  await expect(db.delete(consents).where(eq(consents.id, id))).rejects.toThrow();
  expect(await db.$count(consents, eq(consents.id, id))).toBe(1);
});

test("[CONSENT-1] a text that was shown once is never changed", () => {
  const hashes = Object.entries(CONSENT_TEXTS).map(([version, text]) => [
    version,
    createHash("sha256").update(text).digest("hex").slice(0, 12),
  ]);
  expect(hashes).toEqual([["place-1", "4d969c082416"]]);
});

test("[CONSENT-2] staff record a withdrawal once, and what was remembered goes; the log does not name the phone", async () => {
  const { id, phone } = await given();
  await remember(phone, id);
  const ask = () =>
    withdrawConsent(services, moderator, { consentId: id, note: "Called us" }, crypto.randomUUID());
  expect(await ask()).toMatchObject({ ok: true });
  expect(await placesOf(phone)).toBe(0);
  expect(await ask()).toMatchObject({ ok: false, reason: "withdrawn_before" });
  expect(await rowsOf(phone)).toMatchObject([{ id }, { withdraws: id, note: "Called us" }]);
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityId, id));
  expect(logged).toMatchObject([{ action: "withdraw_consent" }]);
  expect(JSON.stringify(logged)).not.toContain(phone.slice(4));
});

test("[CONSENT-1] of two who withdraw at once one is written", async () => {
  const { id, phone } = await given();
  const ask = () =>
    withdrawConsent(services, moderator, { consentId: id, note: "Called us" }, crypto.randomUUID());
  const [one, two] = await Promise.all([ask(), ask()]);
  expect([one, two].filter(({ ok }) => ok)).toHaveLength(1);
  expect(await rowsOf(phone)).toHaveLength(2);
});

test("[CONSENT-3] a consent stays while a booking has the phone, and goes with the last one, whatever took it", async () => {
  const { id, phone, bookingId } = await given();
  await remember(phone, id);
  const second = await bookOne(opened, { receiverPhone: phone, senderEmail: "second@example.com" });
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, bookingId));
  expect([(await rowsOf(phone)).length, await placesOf(phone)]).toEqual([1, 1]);
  await db.update(bookings).set({ receiverPhone: "+2348035199999" }).where(eq(bookings.id, second.id));
  expect([(await rowsOf(phone)).length, await placesOf(phone)]).toEqual([0, 0]);
});

test("[CONSENT-3] retention deletes places that had no parcel for 12 months, and consents after six years", async () => {
  const { id, phone } = await given();
  await remember(phone, id);
  opened.clock.pass(366 * DAY);
  expect(await purgeExpired(services)).toMatchObject({ places: expect.any(Number) });
  expect([(await rowsOf(phone)).length, await placesOf(phone)]).toEqual([1, 0]);
  opened.clock.pass((SIX_YEARS + 1) * DAY);
  await purgeExpired(services);
  expect(await rowsOf(phone)).toEqual([]);
});
