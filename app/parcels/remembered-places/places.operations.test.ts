/** PLACE-1 to PLACE-4: the places that are remembered from riders' deeds for the next rider, on a real database. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { outForDelivery } from "../../../test/fixtures/proofs.ts";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeStore } from "../../../test/fixtures/stores.ts";
import { asGuest } from "../../access/actors.server.ts";
import { bookings, consents, pieces, rememberedPlaces, runPieces, stores } from "../../platform/db/schema.ts";
import { PLACE_DAYS } from "../../people/consents/forget-consents.server.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { NO_PROOF_GIVEN } from "../../road/deeds/no-proof.ts";
import { readStops } from "../../road/deeds/read-stops.server.ts";
import { readPiecesOfRun } from "../../road/runs/page/read-run.server.ts";
import { sayNotReceived } from "../claiming/not-received.server.ts";
import { forgetPlace } from "./forget.server.ts";
import { agreeToPlace } from "./agree.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa } = await makeRunDesk(opened);
const guest = asGuest("127.0.0.1");
const GATE = { lat: 6.6018, lng: 3.3515, accuracyM: 12 };
const DAY = 24 * 60 * 60 * 1000;

let receivers = 0;
const receiver = () => ({
  receiverPhone: `+23480352${String(10000 + receivers)}`,
  receiverAddress: `${receivers++ + 1} Toyin Street, Ikeja`,
  senderEmail: `places${receivers}@example.com`,
});
const agree = (code: string, words: string | null = null) =>
  agreeToPlace(services, guest, { code, language: "en", words }, crypto.randomUUID());
const forget = (code: string) => forgetPlace(services, guest, { code }, crypto.randomUUID());
/** The remembered places of a phone number, read after the jobs of the deliveries have run. */
async function placesOf(phone: string) {
  const waiting = sql`select count(*)::int as n from pgboss.job where name = 'place' and state in ('created', 'retry', 'active')`;
  await expect
    .poll(async () => (await db.execute<{ n: number }>(waiting)).rows[0]!.n, { timeout: 15_000 })
    .toBe(0);
  return db.select().from(rememberedPlaces).where(eq(rememberedPlaces.phone, phone));
}

async function sentOut(fields: Record<string, string>) {
  const { run, parcels } = await outForDelivery(opened, desk, { hub: IKJ.id, rider: musa.id }, [fields]);
  const { booking, pieceIds } = parcels[0]!;
  return { run, code: booking.trackingCode, bookingId: booking.id, pieceIds, phone: booking.receiverPhone };
}
type Parcel = Awaited<ReturnType<typeof sentOut>>;

async function delivers(
  { run, pieceIds }: Pick<Parcel, "run" | "pieceIds">,
  given: { landmark?: string | null; position?: null } = {},
) {
  clock.pass(60_000);
  const phone = await Phone.of(opened, musa.id);
  const deed = phone.delivers(run, pieceIds, {
    proof: { ...NO_PROOF_GIVEN, name: "Ada", position: GATE, landmark: "beside the green gate", ...given },
  });
  await phone.sends();
  return { phone, deed };
}

test("[PLACE-1] without a consent nothing is remembered of a delivery", async () => {
  const parcel = await sentOut(receiver());
  await delivers(parcel);
  expect(await placesOf(parcel.phone)).toEqual([]);
});

test("[PLACE-1] [PLACE-2] by the receiver's consent position and words are on the next rider's phone and on the run's page, however the address is written", async () => {
  const fields = receiver();
  const first = await sentOut(fields);
  await agree(first.code, "Opposite the mosque");
  await delivers(first);
  const [place] = await placesOf(first.phone);
  expect(place).toMatchObject({
    ...{ latitude: GATE.lat, longitude: GATE.lng, accuracy: 12 },
    ...{ riderWords: "beside the green gate", receiverWords: "Opposite the mosque", storeId: null },
  });
  const second = await sentOut({ ...fields, receiverAddress: fields.receiverAddress.toUpperCase() });
  const { stops } = await readStops(services, second.run);
  const on = stops[0]!.remembered!;
  expect(on).toMatchObject({ lat: GATE.lat, lng: GATE.lng });
  expect(on.lines).toEqual([
    "The receiver says: Opposite the mosque",
    expect.stringMatching(/^Last delivered here on .*: beside the green gate$/),
  ]);
  const [piece] = await readPiecesOfRun(db, second.run);
  expect(piece!.remembered).toEqual(on.lines);
  const elsewhere = await sentOut({ ...fields, receiverAddress: "77 Awolowo Way, Ikeja" });
  expect((await readStops(services, elsewhere.run)).stops[0]!.remembered).toBeNull();
});

test("[PLACE-3] who consents after the delivery is remembered from its proof; an undone delivery is no place", async () => {
  const parcel = await sentOut(receiver());
  const { phone, deed } = await delivers(parcel);
  await agree(parcel.code);
  expect(await placesOf(parcel.phone)).toMatchObject([{ latitude: GATE.lat }]);
  phone.does({ kind: "undo", of: deed.id });
  expect(await phone.answers()).toEqual(["seen", "taken"]);
  expect(await placesOf(parcel.phone)).toEqual([]);
});

test("[PLACE-3] the sender's place, where a parcel went back to, is not remembered as the receiver's", async () => {
  const back = await sentOut(receiver());
  await db.update(pieces).set({ returning: true }).where(eq(pieces.bookingId, back.bookingId));
  await db.update(runPieces).set({ returning: true }).where(eq(runPieces.pieceId, back.pieceIds[0]!));
  await delivers(back);
  expect((await agree(back.code)).ok).toBe(true);
  expect(await placesOf(back.phone)).toEqual([]);
});

test("[PLACE-4] a delivery that its receiver denies is no place, and their own words stay", async () => {
  const parcel = await sentOut(receiver());
  await agree(parcel.code, "Opposite the mosque");
  await delivers(parcel);
  const sent = { code: parcel.code, words: null };
  expect(await sayNotReceived(services, guest, sent, crypto.randomUUID())).toMatchObject({ ok: true });
  expect(await placesOf(parcel.phone)).toMatchObject([
    { latitude: null, riderWords: null, deliveredAt: null, receiverWords: "Opposite the mosque" },
  ]);
});

test("[PLACE-4] a consent that is withdrawn takes every place of the phone at once, and later deliveries leave none", async () => {
  const fields = receiver();
  const parcel = await sentOut(fields);
  await agree(parcel.code, "Opposite the mosque");
  await delivers(parcel);
  expect(await forget(parcel.code)).toMatchObject({ ok: true });
  expect(await placesOf(parcel.phone)).toEqual([]);
  await delivers(await sentOut(fields));
  expect(await placesOf(parcel.phone)).toEqual([]);
  expect(await db.$count(consents, eq(consents.phone, parcel.phone))).toBe(2);
});

test("[PLACE-4] a withdrawal at the moment of a delivery leaves no place, whichever is first", async () => {
  for (let n = 0; n < 6; n++) {
    const fields = receiver();
    // The withdrawal uses another booking of the same receiver, so that no booking lock decides the order of the two
    // operations.
    const other = await bookOne(opened, { ...fields, senderEmail: "other@example.com" });
    const parcel = await sentOut(fields);
    await agree(parcel.code);
    await Promise.all([delivers(parcel), forget(other.trackingCode)]);
    expect(await placesOf(parcel.phone), `try ${n}`).toEqual([]);
  }
});

test("[PLACE-1] of two deliveries the newer counts, also where the older is told later, and one without a position keeps what is known", async () => {
  const fields = receiver();
  const [older, newer] = [await sentOut(fields), await sentOut(fields)];
  await agree(older.code);
  const phone = await Phone.of(opened, musa.id);
  const proof = { ...NO_PROOF_GIVEN, name: "Ada" };
  clock.pass(60_000);
  phone.delivers(older.run, older.pieceIds, { proof: { ...proof, position: GATE, landmark: "old" } });
  clock.pass(60_000);
  const far = { ...GATE, lat: 6.7 };
  phone.delivers(newer.run, newer.pieceIds, { proof: { ...proof, position: far, landmark: "new" } });
  await phone.sends(phone.log.toReversed());
  expect(await placesOf(older.phone)).toMatchObject([{ latitude: 6.7, riderWords: "new" }]);
  await delivers(await sentOut(fields), { position: null, landmark: null });
  await delivers(await sentOut(fields), { position: null, landmark: "blue door" });
  expect(await placesOf(older.phone)).toMatchObject([{ latitude: 6.7, riderWords: "blue door" }]);
});

test("[PLACE-1] the own address of a store is remembered without a consent, of what goes back to it and of what it receives, and goes with the store", async () => {
  const phone = "+2348035299001";
  const address = "12 Opebi Road, Ikeja";
  const store = await makeStore(services, null, { phone, address });
  await delivers(
    await sentOut({ ...receiver(), receiverPhone: phone, receiverAddress: "12, opebi road Ikeja" }),
  );
  expect(await placesOf(phone)).toMatchObject([{ storeId: store.id, consentId: null }]);
  await delivers(await sentOut({ ...receiver(), receiverPhone: phone }), { landmark: "at home" });
  expect(await placesOf(phone)).toHaveLength(1);
  const back = await sentOut(receiver());
  await db
    .update(bookings)
    .set({ senderPhone: phone, senderAddress: address })
    .where(eq(bookings.id, back.bookingId));
  await db.update(pieces).set({ returning: true }).where(eq(pieces.bookingId, back.bookingId));
  await db.update(runPieces).set({ returning: true }).where(eq(runPieces.pieceId, back.pieceIds[0]!));
  await delivers(back, { landmark: "by the back door" });
  expect(await placesOf(phone)).toMatchObject([{ riderWords: "by the back door" }]);
  await db.delete(stores).where(eq(stores.id, store.id));
  expect(await placesOf(phone)).toEqual([]);
});

test("[PLACE-4] a place goes 12 months after the last parcel there", async () => {
  const parcel = await sentOut(receiver());
  await agree(parcel.code);
  await delivers(parcel);
  clock.pass((PLACE_DAYS - 1) * DAY);
  await purgeExpired(services);
  expect(await placesOf(parcel.phone)).toHaveLength(1);
  clock.pass(2 * DAY);
  await purgeExpired(services);
  expect(await placesOf(parcel.phone)).toEqual([]);
});
