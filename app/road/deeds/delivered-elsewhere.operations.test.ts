/** Pieces that were delivered before their hand-over is reported, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { bookingEvents, exceptions } from "../../platform/db/schema.ts";
import { recordAttempted } from "../entries/run-deeds.server.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, outWith, holderOf, statusOf } = await makeRunDesk(opened);
const MINUTE = 60_000;
const NAMED = { ...NO_PROOF_GIVEN, name: "Ada Eze", pictures: [{ number: 1, kind: "photo" as const }] };

const asked = (bookingId: string) =>
  db
    .select()
    .from(exceptions)
    .where(and(eq(exceptions.bookingId, bookingId), eq(exceptions.kind, "deeds_disagree")));

test.each([
  ["the delivery", true],
  ["the hand-over", false],
])(
  "[DEED-8] a piece that was delivered before two riders say it changed hands is delivered, whichever is heard first: %s",
  async (_, deliveryFirst) => {
    const sani = await makeRider(opened, IKJ.id, "Sani Ali");
    const { run, all, ids } = await outWith(1);
    const { run: his } = await outWith(1, sani.id);
    const [giver, taker] = [await Phone.of(opened, musa.id), await Phone.of(opened, sani.id)];
    clock.pass(HOUR);
    const done = giver.delivers(run, ids, { proof: NAMED });
    clock.pass(MINUTE);
    const gave = giver.does({ kind: "handed_to_rider", rider: sani.id, pieces: ids }, run);
    taker.does({ kind: "received_from_rider", rider: musa.id, pieces: ids }, his);
    clock.pass(MINUTE);
    if (deliveryFirst) await giver.sends([done]);
    await giver.sends([gave]);
    await taker.sends();
    await giver.sends([done]);
    const id = all[0]!.booking.id;
    expect([await statusOf(id), await holderOf(id)]).toEqual(["delivered", "receiver"]);
    expect(await asked(id)).toMatchObject([
      {
        note: expect.stringMatching(
          /^Delivered: Musa Bello, .+\. Handed to another rider: Sani Ali, .+\.$/,
        ) as string,
      },
    ]);
    expect(await recountRoad(opened)).toEqual([]);
  },
);

test("[DEED-5] with the list by which a delivered piece was moved goes that it left the hub on that run", async () => {
  const { run, all, ids } = await outWith(1);
  const sani = await makeRider(opened, IKJ.id, "Sani Ali");
  const { run: his } = await outWith(1, sani.id);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  phone.delivers(run, ids, { proof: NAMED });
  clock.pass(MINUTE);
  // The office enters a failed attempt. When the piece is then moved to the other run, it goes out again.
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "nobody_home" }, key());
  clock.pass(MINUTE);
  expect(await moveToRun(services, desk, { run: run.id, toRun: his.id, pieces: ids }, key())).toMatchObject({
    ok: true,
  });
  await phone.sends();
  const id = all[0]!.booking.id;
  expect(await holderOf(id)).toBe("receiver");
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));
  const left = events.filter(({ kind, runId }) => kind === "out_for_delivery" && runId === his.id);
  expect(left).toHaveLength(1);
  expect(events.some(({ undoes }) => undoes === left[0]!.id)).toBe(true);
  expect(await recountRoad(opened)).toEqual([]);
});
