/** CHOICE-3, MAIL-4: texts that only the sender reads: while the sender must decide, and once the parcel goes back. */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { receiveAt } from "../../../test/fixtures/road.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeCustomer } from "../../../test/fixtures/settlements.ts";
import { asGuest } from "../../access/actors.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { bookings, bookingEvents, exceptions } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordAttempted } from "../../road/entries/run-deeds.server.ts";
import { statusChangedMail } from "../bookings/booking-mails.server.tsx";
import { mailedPath } from "../bookings/who-opens-own-booking.server.ts";
import { sendersLink } from "../bookings/receiver-chats.server.ts";
import { readSendersReceiver } from "../receiver-page/sender-view.server.ts";
import { trackParcel } from "../tracking/track-parcel.server.ts";
import { senderDecides } from "./decide.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, outWith } = await makeRunDesk(opened);
const { person } = await makeCustomer(opened);
const ADDRESS = { ip: "127.0.0.1", sessionHash: null, staff: null };

/** Makes a parcel of the customer that could not be delivered for this reason. */
async function failed(reason: "refused" | "nobody_home") {
  const { run, all, ids } = await outWith(1);
  const { id, trackingCode: code } = all[0]!.booking;
  await db.update(bookings).set({ customerId: person.id }).where(eq(bookings.id, id));
  clock.pass(1000);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason }, key());
  return { id, code, ids };
}
async function mailOf(bookingId: string) {
  const [event] = await db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, bookingId))
    .orderBy(desc(bookingEvents.id))
    .limit(1);
  return (await statusChangedMail(services, { bookingId, eventId: event!.id }))!;
}
async function parcelFor(code: string, reader: typeof person | null) {
  const found = await trackParcel(services, { ...ADDRESS, person: reader }, code);
  if (!found.ok) throw new Error(found.code);
  return found.parcel;
}

test("[MAIL-4] the mail about a refusal asks its reader, with the link to the page where they decide; other failures do not", async () => {
  const refused = await failed("refused");
  const link = services.origin + mailedPath(services, refused.code);
  const { text, html } = await mailOf(refused.id);
  expect(text).toContain("We ask you what to do next.");
  expect(text).toContain(`Tell us what to do: ${link}`);
  expect(html).toContain(`href="${link}"`);
  expect(text + html).not.toContain("We ask the sender");
  // Once the exception is closed, the mail no longer asks the sender to decide.
  await db
    .update(exceptions)
    .set({ closedAt: clock.now(), closeReason: "solved", closedByName: "Ada" })
    .where(eq(exceptions.bookingId, refused.id));
  expect((await mailOf(refused.id)).text).not.toContain("Tell us what to do");

  const home = await failed("nobody_home");
  const again = (await mailOf(home.id)).text;
  expect(again).toContain("We will try again on the next working day.");
  expect(again).not.toMatch(/We ask|Tell us what to do/);
});

test("[MAIL-4] [CHOICE-3] after the last attempt the mail asks, too, whatever the reason of that attempt", async () => {
  const { id } = await failed("nobody_home");
  await transact(db, (tx) =>
    openExceptions(tx, [{ kind: "attempts_used", bookingId: id }], actBy(tx, "Ada", clock.now())),
  );
  const { text } = await mailOf(id);
  expect(text).toContain("Nobody was home to receive the parcel. We ask you what to do next.");
  expect(text).toContain("Tell us what to do: ");
});

test("[CHOICE-3] [TRACK-4] the track page asks the signed-in sender; a bare code learns only that we ask", async () => {
  const { code, ids } = await failed("refused");
  expect((await parcelFor(code, person)).fullDetails).toMatchObject({ toSender: true, asked: "refused" });
  const bare = await parcelFor(code, null);
  expect(bare.fullDetails).toBeNull();
  expect(JSON.stringify(bare)).not.toMatch(/asked|toSender/);
  clock.pass(1000);
  await receiveAt(opened, desk, IKJ.id, ids);
  expect((await parcelFor(code, person)).fullDetails).toMatchObject({ asked: "refused" });
  expect(await parcelFor(code, null)).toMatchObject({ status: "in_transit", waitsForSender: true });
  await senderDecides(services, asGuest("127.0.0.1"), { code, decision: "try_again" }, key());
  expect((await parcelFor(code, person)).fullDetails).toMatchObject({ asked: null });
  expect(await parcelFor(code, null)).toMatchObject({ waitsForSender: false });
});

test("[RECEIVER-3] a parcel that goes back is not announced to its receiver any more", async () => {
  const { id, code, ids } = await failed("refused");
  const chat = async () => {
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
    return (await sendersLink(services, { ...booking!, late: false }))?.chat ?? null;
  };
  clock.pass(1000);
  await receiveAt(opened, desk, IKJ.id, ids);
  expect(await chat()).toContain("https://wa.me/");
  expect(await readSendersReceiver(services, code)).not.toBeNull();
  await senderDecides(services, asGuest("127.0.0.1"), { code, decision: "return" }, key());
  expect(await chat()).toBeNull();
  expect(await readSendersReceiver(services, code)).toBeNull();
});
