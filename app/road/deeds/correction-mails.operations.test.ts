/** The mails that a sender gets when the rider corrects a deed about the parcel, on a real database. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { statusChangedMail } from "../../parcels/bookings/booking-mails.server.tsx";
import { bookingEvents } from "../../platform/db/schema.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import type { Did } from "./protocol.ts";

const { opened, services, clock, db } = await fileServices();
const { outWithPhone, kindsOf, statusOf } = await makeRunDesk(opened);
const MINUTE = 60_000;

const refusedAt = (pieces: string[]): Extract<Did, { kind: "attempted" }> => ({
  ...{ kind: "attempted", pieces, reason: "refused", note: "", proof: NO_PROOF_GIVEN },
});

async function outWithOne() {
  const { run, all, ids, phone } = await outWithPhone(1);
  const { id, trackingCode: code } = all[0]!.booking;
  const outAt = await lastEventOf(id);
  /**
   * Returns the subjects of the mails about this parcel since the parcel went out, oldest first. A queued job has only
   * ids, so the mails are composed here.
   */
  const subjects = async () => {
    const { rows } = await db.execute<{ event: string }>(
      sql`select data ->> 'eventId' as event from pgboss.job where data ->> 'bookingId' = ${id}
        and data ->> 'kind' = 'status_changed' and (data ->> 'eventId')::bigint > ${outAt} order by 1`,
    );
    const written = await Promise.all(
      rows.map(({ event }) => statusChangedMail(services, { bookingId: id, eventId: Number(event) })),
    );
    return written.flatMap((mail) => mail?.subject.replace(code, "CODE") ?? []);
  };
  return { run, ids, id, phone, subjects };
}

async function lastEventOf(bookingId: string): Promise<number> {
  const rows = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, bookingId));
  return Math.max(...rows.map(({ id }) => id));
}

test("[DEED-10] [MAIL-4] a correction sends one mail, about what is right, and the history keeps the undone deed", async () => {
  const { run, ids, id, phone, subjects } = await outWithOne();
  const wrong = phone.fails(run, ids);
  await phone.sends();
  expect(await subjects()).toEqual(["We tried to deliver CODE: nobody home"]);
  clock.pass(MINUTE);
  const right = phone.does({ kind: "corrected", of: wrong.id, to: refusedAt(ids) }, run);
  await phone.sends([right]);
  // The job of the wrong deed's mail may still wait when the deed is undone. Then no mail is composed from the job.
  expect(await subjects()).toEqual(["We tried to deliver CODE: parcel refused"]);
  expect(await statusOf(id)).toBe("failed");
  expect((await kindsOf(id)).slice(-3)).toEqual(["attempted", "undone", "attempted"]);
});

test("[DEED-10] [MAIL-4] a delivery that is corrected to a failed attempt is told as the attempt alone", async () => {
  const { run, ids, phone, subjects } = await outWithOne();
  const wrong = phone.delivers(run, ids);
  await phone.sends();
  clock.pass(MINUTE);
  const right = phone.does({ kind: "corrected", of: wrong.id, to: refusedAt(ids) }, run);
  await phone.sends([right]);
  expect(await subjects()).toEqual(["We tried to deliver CODE: parcel refused"]);
});

test("[DEED-10] [STATUS-8] after an undo the sender is told of the status again", async () => {
  const { run, ids, phone, subjects } = await outWithOne();
  const wrong = phone.delivers(run, ids);
  await phone.sends();
  clock.pass(MINUTE);
  const undo = phone.does({ kind: "undo", of: wrong.id }, run);
  await phone.sends([undo]);
  expect(await subjects()).toEqual(["On the way to Kano: CODE"]);
});
