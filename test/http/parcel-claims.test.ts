/** Claims over HTTP: 'I did not get this' on the receiver's page, and the desk of claims. */
import { brotliCompressSync } from "node:zlib";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { activityLogs, bookings, claims, contactMessages, exceptions } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { claimOf, makeClaimOf } from "../fixtures/claims.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { deedNow } from "../fixtures/receiver-messages.ts";
import { mailOf } from "../fixtures/people.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { makeHubs } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1 }));
const { db, origin } = app.services;
const HERE = "/admin/claims";
const visitor = app.visitor();
await publishPrices(app);
const dispatcher = await app.admin("dispatcher");
const moderator = await app.admin("moderator");
const superAdmin = await app.admin("super_admin");
const ASKS = "I did not get this";
let senders = 0;

const shown = (text: string) => text.replaceAll(/<!-- -->/g, "");
const read = async (who: Visitor, path: string) => shown((await who.ask(path)).text);
const pathOf = async (code: string, kind: LinkKind = "receiver") =>
  (await linkOf(app.services, kind, code)).slice(origin.length);
const say = (path: string, words = "") => visitor.send(path, { intent: "not-received", words });

async function delivered(more: Record<string, string> = {}) {
  const booked = await bookOne(app, { senderEmail: `claims${senders++}@example.com`, ...more });
  app.clock.pass(1000);
  await deedNow(app.services, booked.id, "delivered");
  return { ...booked, path: await pathOf(booked.trackingCode) };
}

test("[CLAIM-3] without a hub nothing of claims is offered", async () => {
  const { trackingCode, path } = await delivered();
  expect(await read(visitor, path)).not.toContain(ASKS);
  expect(await read(dispatcher, `/admin/bookings/${trackingCode}`)).not.toContain("Make a claim");
  expect(await read(dispatcher, "/admin/scan")).not.toContain(">Exceptions<");
  await makeHubs(app, "IKJ");
  await expect.poll(() => read(dispatcher, "/admin/exceptions"), { timeout: 10_000 }).toContain(HERE);
});

test("[CLAIM-3] the receiver says it once, by a plain form on a page of at most 14 KB, and reads what became of it", async () => {
  const { id, trackingCode, path } = await delivered({ declaredValue: "60000" });
  const page = await visitor.ask(path);
  expect(page.text).toContain(ASKS);
  expect(page.text).not.toContain("<script");
  expect(brotliCompressSync(page.text).length).toBeLessThanOrEqual(14_000);
  const done = await say(path, "Nobody was at the gate");
  expect([done.status, done.location]).toEqual([302, path]);
  expect(done.toast).toMatchObject({ title: "We have it, and look into it" });
  const after = await read(visitor, path);
  expect(after).toContain("What we decide will stand here");
  expect(after).not.toContain(ASKS);
  const again = await say(path);
  expect([again.status, shown(again.text).includes("You told us already")]).toEqual([409, true]);

  // The desk reads the receiver's words. The sender reads only that the parcel did not arrive, and a visitor who has
  // only the code reads neither.
  for (const where of ["/admin/exceptions", HERE, `/admin/bookings/${trackingCode}`])
    expect(await read(dispatcher, where)).toContain("Nobody was at the gate");
  const own = await read(visitor, mailedPath(app.services, trackingCode));
  expect(own).toContain("The receiver says that it did not arrive");
  expect(own).not.toContain("gate");
  expect(await read(app.visitor(), `/track?code=${trackingCode}`)).not.toMatch(/Not received|did not arrive/);
  expect((await mailOf(app, "claim_opened")).text).toContain("says that they did not get it");

  const { id: claimId } = await claimOf(app, id);
  const at = `${HERE}/${claimId}`;
  const form = { version: "1", outcome: "accepted", decision: "The rider gave it to a stranger." };
  expect((await dispatcher.send(at, { ...form, intent: "decide", granted: "60000" })).status).toBe(403);
  const above = await moderator.send(at, { ...form, intent: "decide", granted: "60001" });
  expect([above.status, shown(above.text).includes("more than is left of the cover: ₦60,000")]).toEqual([
    400,
    true,
  ]);
  expect((await moderator.send(at, { ...form, intent: "decide", granted: "60000" })).status).toBe(302);
  for (const who of [path, mailedPath(app.services, trackingCode)])
    expect(await read(visitor, who)).toContain("The rider gave it to a stranger.");
  const mail = (await mailOf(app, "claim_decided")).text;
  expect(mail).toContain("From the cover: ₦60,000");
  const late = await superAdmin.send(at, { ...form, intent: "decide" });
  expect([late.status, shown(late.text).includes("was faster: decided")]).toEqual([409, true]);
  const pay = { version: "2", intent: "pay", reference: "FT 9" };
  expect((await moderator.send(at, pay)).status).toBe(403);
  expect((await superAdmin.send(at, pay)).toast).toMatchObject({ title: "Payment recorded" });
  expect(await read(visitor, mailedPath(app.services, trackingCode))).toMatch(
    /₦60,000 from the cover, paid on/,
  );
  expect(await read(superAdmin, `/admin/bookings/${trackingCode}/money`)).toContain(
    "Paid to the sender for a claim",
  );
  expect(await read(superAdmin, `${HERE}?tab=closed`)).toContain(trackingCode);
});

test("[CLAIM-3] a guessed, a renewed and staff's link change nothing; guesses are counted", async () => {
  const { id, trackingCode, path } = await delivered();
  const staffs = await pathOf(trackingCode, "staff");
  expect(await read(visitor, staffs)).not.toContain(ASKS);
  expect((await say(staffs)).status).toBe(404);
  const guess = `/r/${trackingCode}.${"0".repeat(32)}`;
  // The token in the URL decides which parcel the claim is about. A tracking code in the form has no effect.
  expect((await visitor.send(guess, { intent: "not-received", code: trackingCode })).status).toBe(404);
  expect(await db.select().from(claims).where(eq(claims.bookingId, id))).toEqual([]);
  const stranger = app.visitor();
  for (let n = 0; n < 12; n++) await stranger.send(guess, { intent: "not-received" });
  expect((await stranger.ask(guess)).status).toBe(429);
  expect((await say(path)).status).toBe(302);
});

test("[CLAIM-3] after 48 hours it is refused, and not offered; the link stays while a claim is open", async () => {
  const late = await delivered();
  const early = await delivered();
  expect((await say(early.path)).status).toBe(302);
  app.clock.pass(48 * 3_600_000 + 5000);
  expect(await read(visitor, late.path)).not.toContain(ASKS);
  const refused = await say(late.path);
  expect([refused.status, shown(refused.text).includes("more than 48 hours ago")]).toEqual([409, true]);
  app.clock.pass(29 * 24 * 3_600_000);
  expect((await visitor.ask(late.path)).status).toBe(404);
  expect((await visitor.ask(early.path)).status).toBe(200);
});

test("[CLAIM-1] staff make one from a booking, and from a message that names its code; its clock begins with the message", async () => {
  const others = {
    dispatcher: await app.admin("dispatcher", "second@ona.test"),
    support: await app.admin("support", "third@ona.test"),
  };
  const { id, trackingCode } = await bookOne(app, { senderEmail: `claims${senders++}@example.com` });
  const form = { intent: "make", code: trackingCode, claimKind: "damage", claimWords: "The box is wet" };
  expect((await others.support.send(HERE, form)).status).toBe(403);
  const made = await others.dispatcher.send(HERE, form);
  expect(made.location).toBe(`${HERE}/${(await claimOf(app, id)).id}`);
  expect(await read(others.support, made.location!)).toContain("The box is wet");
  expect((await others.dispatcher.send(HERE, form)).status).toBe(409);
  expect((await others.dispatcher.send(HERE, { ...form, claimKind: "" })).status).toBe(400);

  const saidAt = new Date(app.clock.now().getTime() - 3 * 24 * 3_600_000);
  const [message] = await db
    .insert(contactMessages)
    .values({
      ...{ formKey: crypto.randomUUID(), name: "Ada", email: "ada@example.com", subject: "Complaint" },
      ...{ message: `My parcel ${trackingCode} is broken`, createdAt: saidAt },
    })
    .returning();
  const view = `/admin/contacts?view=${message!.id}`;
  expect(await read(others.dispatcher, view)).toContain("Make it a claim");
  expect(await read(others.support, view)).not.toContain("Make it a claim");
  const from = { intent: "from-message", messageId: message!.id, code: trackingCode, claimKind: "complaint" };
  const done = await others.dispatcher.send(HERE, from);
  expect(done.toast).toMatchObject({ title: "Claim made" });
  const [complaint] = await db
    .select()
    .from(claims)
    .where(and(eq(claims.bookingId, id), eq(claims.kind, "complaint")));
  expect(complaint!.openedAt).toEqual(saidAt);
  expect(await read(others.dispatcher, done.location!)).toContain("is broken");
  expect(await read(others.dispatcher, view)).toContain("a part of a claim");
  expect((await others.dispatcher.send(HERE, from)).status).toBe(409);
});

test("[CLAIM-2] a tab for each state with its count; a claim is given, noted, waits and is open again by plain forms", async () => {
  const desk = await app.admin("moderator", "desk@ona.test");
  const { id, trackingCode } = await bookOne(app, { senderEmail: `claims${senders++}@example.com` });
  const claimId = await makeClaimOf(app, id, "loss", {
    saidAt: new Date(app.clock.now().getTime() - 31 * 24 * 3_600_000),
  });
  const list = await read(desk, `${HERE}?q=${trackingCode}`);
  expect(list).toMatch(/overdue<\/span> <span[^>]*>1 d|overdue<\/span> <span[^>]*>24 h/);
  for (const tab of ["Open", "Waiting for the customer", "To pay", "Closed"]) expect(list).toContain(tab);
  const at = `${HERE}/${claimId}`;
  expect((await desk.send(HERE, { intent: "take", id: claimId, version: "1" })).toast).toMatchObject({
    title: "You have it",
  });
  expect((await desk.send(at, { intent: "note", version: "2", words: "Called the hub" })).status).toBe(302);
  expect((await desk.send(at, { intent: "wait", version: "3", asked: "Where did you look?" })).status).toBe(
    302,
  );
  expect(await read(desk, `${HERE}?tab=waiting`)).toContain(trackingCode);
  expect((await desk.send(at, { intent: "reopen", version: "4", words: "Everywhere" })).status).toBe(302);
  const page = await read(desk, at);
  for (const said of ["Called the hub", "Where did you look?", "Everywhere", "Booked", "There is no cover"])
    expect(page).toContain(said);
  expect((await desk.ask(`${HERE}/${id}`)).status).toBe(404);
  expect((await desk.ask(`${HERE}/no`)).status).toBe(404);
  const logs = await db.select().from(activityLogs).where(eq(activityLogs.entityId, claimId));
  expect(JSON.stringify(logs)).not.toMatch(/Called|Everywhere/);
  expect(await db.$count(exceptions)).toBeGreaterThan(0);
  expect(await db.$count(bookings)).toBeGreaterThan(0);
});
