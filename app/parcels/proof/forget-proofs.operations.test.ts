/** PROOF-7: what is deleted from proofs, and when, on a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { SOME_ACT, actBy } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { cameraPhoto } from "../../../test/fixtures/proofs.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { DELETED_SENDER, ERASED_RECEIVER } from "../../domain/erased.ts";
import { storeProofPicture } from "./proof-pictures.server.ts";
import { readProofs, whoTookParcel } from "./read-proofs.server.ts";
import { recordProofs } from "./record-proof.server.ts";
import { bookings, exceptions, proofPictures } from "../../platform/db/schema.ts";
import { PROOF_DAYS } from "./forget-proofs.server.ts";
import { removeForgottenPictures } from "../../people/profile/remove-proof-pictures.server.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { transact } from "../../platform/db/transact.server.ts";

const { opened, services, clock, db } = await fileServices();
const { files } = services;
const DAY = 86_400_000;
// A trigger compares the age of rows by the database's clock. The test's clock is set to years ago, so for the trigger
// all rows of the test are old.
clock.set(new Date("2020-01-01T10:00:00Z"));
const photo = await cameraPhoto(400, 300);

/**
 * Creates the proofs of one deed with a photo: one proof for each of `count` bookings. Returns the ids of the bookings
 * and of the deed, and the key of the photo's file.
 */
async function prove(count: number) {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await bookOne(opened)).id);
  const deedId = randomUUID();
  await transact(db, (tx) =>
    recordProofs({ services, tx, act: actBy(tx, "Musa", clock.now()) }, [
      {
        ...{
          deedId,
          run: null,
          outcome: "delivered",
          occurredAt: clock.now(),
          takenBy: "Ada",
          calledAt: clock.now(),
        },
        ...{
          parts: ids.map((bookingId) => ({ bookingId, pieces: [1], returning: false })),
          pictures: ["photo"],
        },
        position: { latitude: 6.6, longitude: 3.35, accuracy: 10 },
      },
    ]),
  );
  expect(
    await storeProofPicture(services, { deedId, number: 1, kind: "photo" }, photo, "phone"),
  ).toMatchObject({ ok: true });
  const [row] = await db.select().from(proofPictures).where(eq(proofPictures.deedId, deedId));
  return { ids, deedId, file: row!.key! };
}
const shown = async (id: string) => (await readProofs(db, id))[0]!;
const isGone = (file: string) => vi.waitFor(async () => expect(await files.get(file)).toBeNull(), 10_000);

test("[PROOF-7] after 12 months photo, position and call go, and who took it stays", async () => {
  const { ids, file } = await prove(1);
  clock.pass((PROOF_DAYS - 1) * DAY);
  expect(await purgeExpired(services)).toMatchObject({ proofPictures: 0, proofPlaces: 0 });
  clock.pass(2 * DAY);
  expect(await purgeExpired(services)).toMatchObject({ proofPictures: 1, proofPlaces: 1 });
  await isGone(file);
  expect(await shown(ids[0]!)).toMatchObject({
    ...{ takenBy: "Ada", position: null, calledAt: null, pictures: [{ kind: "photo", there: false }] },
  });
});

test("[PROOF-7] they stay while an exception of the booking is open", async () => {
  const { ids, file } = await prove(1);
  const at = clock.now();
  const bookingId = ids[0]!;
  const [one] = await db
    .insert(exceptions)
    .values({
      actId: SOME_ACT,
      kind: "proof_missing",
      subject: `booking ${bookingId}`,
      bookingId,
      openedAt: at,
      openedByName: "Ada",
      dueAt: at,
    })
    .returning();
  clock.pass((PROOF_DAYS + 1) * DAY);
  await purgeExpired(services);
  expect(await shown(bookingId)).toMatchObject({ pictures: [{ there: true }], position: { latitude: 6.6 } });
  await db
    .update(exceptions)
    .set({ closedAt: clock.now(), closeReason: "solved", closedByName: "Ada" })
    .where(eq(exceptions.id, one!.id));
  await purgeExpired(services);
  await isGone(file);
});

test.each([
  ["receiver", ERASED_RECEIVER],
  ["sender", DELETED_SENDER],
] as const)("[PROOF-7] erasing the %s of a booking takes its proof, files too", async (_, erased) => {
  const { ids, deedId, file } = await prove(1);
  await db.update(bookings).set(erased).where(eq(bookings.id, ids[0]!));
  expect(await shown(ids[0]!)).toMatchObject({
    ...{ takenBy: null, position: null, calledAt: null, forgotten: true, pictures: [{ there: false }] },
  });
  expect(await whoTookParcel(db, ids[0]!, { returns: true })).toBeNull();
  expect(await removeForgottenPictures(db, services)).toBe(1);
  await isGone(file);
  // A picture that arrives after the erasure is accepted but not stored.
  const late = { deedId, number: 2, kind: "photo" } as const;
  expect(await storeProofPicture(services, late, photo, "phone")).toMatchObject({ ok: true, seen: true });
  expect(await db.$count(proofPictures, eq(proofPictures.deedId, deedId))).toBe(1);
});

test("[PROOF-7] a photo of two bookings stays while one of them has its people", async () => {
  const { ids, file } = await prove(2);
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, ids[0]!));
  expect(await removeForgottenPictures(db, services)).toBe(0);
  expect((await shown(ids[0]!)).pictures).toMatchObject([{ there: false }]);
  expect((await shown(ids[1]!)).pictures).toMatchObject([{ there: true }]);
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, ids[1]!));
  expect(await removeForgottenPictures(db, services)).toBe(1);
  await isGone(file);
});
