/**
 * CHOICE-7, RECEIVER-1, RECEIVER-3: after a failed attempt, the pages of the sender and of staff link to the receiver's
 * page. Also tests an answer through the link of staff. Over HTTP, without hubs and with them.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeStatus } from "../../app/parcels/bookings/change-status.server.ts";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { readPin } from "../../app/parcels/receiver-link/pins.server.ts";
import { adminMembers, bookings, hubMembers, profiles } from "../../app/platform/db/schema.ts";
import { recordAttempted } from "../../app/road/entries/run-deeds.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { personOf } from "../fixtures/people.ts";
import { HOUR, key, makeRunDesk } from "../fixtures/run-desk.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services, clock } = app;
const { db, origin } = services;
const visitor = app.visitor();
const sender = await app.customer("sender@ona.test");
const moderator = await app.admin("moderator");
const desk = await makeAdmin(app, "moderator");
const ASKS = "Is that right? Answer here";
const DAY = 24 * HOUR;

const pathOf = async (kind: LinkKind, code: string) =>
  (await linkOf(services, kind, code)).slice(origin.length);
async function linksOf(code: string) {
  const [own, staffs, payers] = await Promise.all(
    (["receiver", "staff", "payer"] as const).map((kind) => pathOf(kind, code)),
  );
  return { code, own: own!, staffs: staffs!, payers: payers! };
}
/** A parcel of the sender that staff set to Failed. */
async function failedAtDesk(reason: "nobody_home" | "weather" = "nobody_home") {
  const customerId = (await personOf(app, "sender@ona.test"))!.id;
  const { id, trackingCode: code, version } = await bookOne(app);
  await db.update(bookings).set({ customerId }).where(eq(bookings.id, id));
  clock.pass(1000);
  await changeStatus(services, desk, { id, version, status: "failed", reason, note: "" }, key());
  return { id, ...(await linksOf(code)) };
}
const eventIn = (html: string) => /name="event" value="(\d+)"/.exec(html)?.[1] ?? "";
const has = async (who: Visitor, page: string, path: string) => {
  const { text } = await who.ask(page);
  return [text.includes(ASKS), text.includes(path) || text.includes(encodeURIComponent(path))];
};

test("[CHOICE-5] [CHOICE-7] after a status set by hand the sender's pages have the receiver's link with its question, strangers' do not", async () => {
  const { code, own } = await failedAtDesk();
  const mailed = mailedPath(services, code);
  for (const page of [`/track?code=${code}`, `/bookings/${code}`, "/profile"])
    expect([page, ...(await has(sender, page, own))]).toEqual([page, true, true]);
  expect(await has(app.visitor(), mailed, own)).toEqual([true, true]);
  expect(await has(app.visitor(), `/track?code=${code}`, "/r/OD")).toEqual([false, false]);
  expect((await app.visitor().ask(`/bookings/${code}`)).text).not.toContain("/r/OD");
  const page = (await visitor.ask(own)).text.replaceAll("<!-- -->", "");
  expect(page).toMatch(/Our office says, [^<]+: nobody was home\. *Is that right\?/);
  const answer = { intent: "answer", event: eventIn(page), answer: "somebody_here", words: "My wife was in" };
  expect((await visitor.send(own, answer)).status).toBe(302);
  expect((await visitor.ask(own)).text).toContain("You said: No, somebody was here.");
  expect(await has(sender, `/track?code=${code}`, own)).toEqual([false, true]);
  expect((await moderator.ask(`/admin/bookings/${code}`)).text).toContain("Attempt denied by the receiver");
});

test("[RECEIVER-1] [RECEIVER-3] after a failure the sender makes the link new; the old one and its question are gone", async () => {
  const { code, own } = await failedAtDesk("weather");
  expect(await has(sender, `/bookings/${code}`, own)).toEqual([false, true]);
  expect((await sender.send(`/bookings/${code}`, { intent: "renew-link" })).status).toBe(302);
  const renewed = await pathOf("receiver", code);
  expect(renewed).not.toBe(own);
  expect([(await visitor.ask(own)).status, (await visitor.ask(renewed)).status]).toEqual([404, 200]);
  expect(await has(sender, `/bookings/${code}`, renewed)).toEqual([false, true]);
});

test("[CHOICE-7] [STAFF-4] staff's link takes the answer once and changes nothing else; support, cashiers and other hubs do not get it then; nobody of us sees a PIN or the receiver's link", async () => {
  const { IKJ, KAN, outWith } = await makeRunDesk(app);
  const { run, all, ids } = await outWith(1);
  const { id, trackingCode: code } = all[0]!.booking;
  const { own, staffs, payers } = await linksOf(code);
  clock.pass(HOUR);
  const page = `/admin/bookings/${code}`;
  const clerkOf = async (hubId: string, email: string) => {
    const clerk = await app.admin("hub_clerk", email);
    const [member] = await db
      .select({ id: adminMembers.id })
      .from(adminMembers)
      .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
      .where(eq(profiles.email, email));
    await db.insert(hubMembers).values({ memberId: member!.id, hubId });
    return clerk;
  };
  const team: [string, Visitor, boolean][] = [
    ["super_admin", await app.admin("super_admin"), true],
    ["moderator", await app.admin("moderator", "today@ona.test"), true],
    ["dispatcher", await app.admin("dispatcher"), true],
    ["clerk of the hub", await clerkOf(IKJ.id, "ikeja@ona.test"), true],
    ["clerk of another hub", await clerkOf(KAN.id, "kano@ona.test"), false],
    ["cashier", await app.admin("cashier"), false],
    ["support", await app.admin("support"), false],
  ];
  for (const [who, someone] of team)
    expect([who, ...(await has(someone, page, staffs))]).toEqual([who, false, true]);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "refused" }, key());
  const pin = (await readPin(services, id))!;
  for (const [who, someone, gets] of team) {
    expect([who, ...(await has(someone, page, staffs))]).toEqual([who, gets, gets]);
    for (const path of [page, `/admin/bookings?q=${code}`, `${page}.data`]) {
      const { text } = await someone.ask(path);
      expect([who, path, text.includes(own.split(".")[1]!), text.includes(`PIN ${pin}`)]).toEqual([
        who,
        path,
        false,
        false,
      ]);
      if (!gets) expect([who, path, text.includes(staffs.split(".")[1]!)]).toEqual([who, path, false]);
    }
  }
  const asked = await visitor.ask(staffs);
  expect(asked.text).not.toContain(pin);
  const answer = {
    intent: "answer",
    event: eventIn(asked.text),
    answer: "nobody_came",
    words: "On the phone",
  };
  expect((await visitor.send(payers, answer)).status).toBe(404);
  for (const intent of ["announce-refusal", "note-to-rider", "draw-pin"])
    expect([intent, (await visitor.send(staffs, { intent, words: "Call me" })).status]).toEqual([
      intent,
      404,
    ]);
  // The link (here that of staff) decides in whose name the answer is stored. Fields of the form cannot change that.
  expect((await visitor.send(staffs, { ...answer, answerCode: "x", through: "receiver" })).status).toBe(302);
  expect((await visitor.send(staffs, answer)).status).toBe(409);
  expect((await visitor.send(own, answer)).status).toBe(409);
  expect((await visitor.ask(staffs)).text).not.toContain('name="event"');
  const history = (await team[0]![1].ask(page)).text;
  expect(history).toContain("Answered through the office&#x27;s link: nobody came: On the phone");
  for (const [who, someone] of team)
    expect([who, ...(await has(someone, page, staffs))]).toEqual([who, false, true]);
});

test("[RECEIVER-1] a failed parcel's link lives 60 days after the last event; then it takes no answer, and no page has it", async () => {
  const { code, own, staffs } = await failedAtDesk();
  clock.pass(59 * DAY);
  const page = await visitor.ask(own);
  expect(page.status).toBe(200);
  const senders = mailedPath(services, code);
  expect(await has(visitor, senders, own)).toEqual([true, true]);
  clock.pass(2 * DAY);
  const answer = { intent: "answer", event: eventIn(page.text), answer: "right", words: "" };
  for (const path of [own, staffs])
    expect([(await visitor.ask(path)).status, (await visitor.send(path, answer)).status]).toEqual([404, 404]);
  expect(await has(visitor, senders, "/r/OD")).toEqual([false, false]);
  // The earlier sessions have expired.
  const staff = await (await app.admin("moderator", "later@ona.test")).ask(`/admin/bookings/${code}`);
  expect(staff.text).not.toMatch(/\/r\/OD|%2Fr%2FOD/);
});
