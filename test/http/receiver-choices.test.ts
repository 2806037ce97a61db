/** CHOICE-1 to CHOICE-6: the receiver's choices on their page, over HTTP, by plain forms without JavaScript. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { bookings, hubs, pieces, receiverChoices } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
const { db } = services;
const pathOf = async (kind: LinkKind, code: string) =>
  (await linkOf(services, kind, code)).slice(services.origin.length);
const book = async (more: Parameters<typeof bookOne>[1] = {}) => {
  const booking = await bookOne(app, {
    ...more,
    receiverState: "Lagos",
    receiverTown: "Ikeja",
    receiverAddress: "5 Allen Avenue, Ikeja, Lagos",
  });
  const code = booking.trackingCode;
  return { id: booking.id, code, own: await pathOf("receiver", code), staffs: await pathOf("staff", code) };
};
/** Makes the hubs once, in the first test that needs them. */
let made: Promise<unknown> | undefined;
const withHubs = () => (made ??= makeHubs(app, "IKJ", "KAN"));
const DAY = /name="day"[^>]*value="(\d{4}-\d\d-\d\d)"|value="(\d{4}-\d\d-\d\d)"[^>]*name="day"/g;
const daysIn = (html: string) => [...html.matchAll(DAY)].map(([, one, other]) => one ?? other!);

test("[CHOICE-1] without hubs the page asks to call; with one it has seven days, and each choice is one fold", async () => {
  const { own, staffs } = await book();
  const visitor = app.visitor();
  expect((await visitor.ask(own)).text).toContain("For another day, a better landmark");
  await withHubs();
  const page = await visitor.ask(own);
  expect(daysIn(page.text)).toHaveLength(7);
  // The page has seven <details> elements, among them 'Remember where you found me' and 'Not expecting this?'.
  expect(page.text.match(/<details name="choice"/g)).toHaveLength(7);
  expect(page.text).not.toContain("<script");
  const staff = await visitor.ask(staffs);
  expect(daysIn(staff.text)).toEqual([]);
  expect(staff.text).not.toContain('name="choice"');
});

test("[CHOICE-1] a day is chosen, said, taken back and kept in the history; staff's link changes nothing", async () => {
  await withHubs();
  const { id, own, staffs, code } = await book();
  const visitor = app.visitor();
  const days = daysIn((await visitor.ask(own)).text);
  expect((await visitor.send(staffs, { intent: "choose-day", day: days[2]! })).status).toBe(404);
  expect((await visitor.send(own, { intent: "choose-day", day: days[2]! })).status).toBe(302);
  expect((await visitor.ask(own)).text).toContain("You chose another day.");
  const staff = await app.admin("moderator");
  expect((await staff.ask(`/admin/bookings/${code}`)).text).toContain("Receiver chose another day");
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toContain("chose another day");
  const wrong = await visitor.send(own, { intent: "choose-day", day: "2020-01-01" });
  expect(wrong.status).toBe(400);
  expect((await visitor.send(own, { intent: "take-back", slot: "plan" })).status).toBe(302);
  const again = await visitor.send(own, { intent: "take-back", slot: "plan" });
  expect([again.status, again.text.includes("taken back or changed already")]).toEqual([409, true]);
  expect((await visitor.ask(own)).text).toContain("What was chosen before");
  const rows = await db.select().from(receiverChoices).where(eq(receiverChoices.bookingId, id));
  expect(rows.map(({ endedBy }) => endedBy)).toEqual(["taken_back"]);
});

test("[CHOICE-1] once they do not want it, the page promises no day and asks for no money, also of a late parcel; taken back, it does again", async () => {
  await withHubs();
  const { id, own } = await book({ paysDelivery: "receiver" });
  const visitor = app.visitor();
  const send = (form: Record<string, string>) => visitor.send(own, form);
  const top = async () => /<h2 id="answer"[^>]*>(.*?)<\/h2>/s.exec((await visitor.ask(own)).text)![1]!;
  expect(await top()).toContain("Arriving by");
  expect((await visitor.ask(own)).text).toContain("You pay the delivery");
  expect((await send({ intent: "announce-refusal", words: "" })).status).toBe(302);
  expect(await top()).toContain("You do not want it. The sender decides.");
  const refused = (await visitor.ask(own)).text;
  expect(refused).not.toContain("at the latest");
  expect(refused).toContain("Nothing to pay");
  expect(refused).not.toContain("You pay the delivery");
  await db
    .update(bookings)
    .set({ estimatedDelivery: new Date(0) })
    .where(eq(bookings.id, id));
  expect(await top()).toContain("You do not want it. The sender decides.");
  expect((await visitor.ask(own)).text).not.toContain("this parcel is late");
  expect((await send({ intent: "take-back", slot: "plan" })).status).toBe(302);
  expect(await top()).toContain("Late: was due");
  expect((await visitor.ask(own)).text).toContain("You pay the delivery");
});

test("[CHOICE-1] somebody else, a landmark and an office are chosen; what is wrong stands at its field, with its fold open", async () => {
  await withHubs();
  const { id, own } = await book();
  const visitor = app.visitor();
  const send = (form: Record<string, string>) => visitor.send(own, form);
  const person = {
    intent: "name-person",
    taker: "gateman",
    takerName: "Musa Bello",
    takerPhone: "0803 123 4567",
  };
  const wrong = await send({ ...person, takerPhone: "12" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/<details name="choice" open=""/);
  expect(wrong.text).toContain('value="Musa Bello"');
  expect(wrong.text).toMatch(/href="#wrong-takerPhone"[^>]*>Their phone<\/a>/);
  expect((await send(person)).status).toBe(302);
  expect((await send({ intent: "give-landmark", words: "Blue gate opposite the bank" })).status).toBe(302);
  const [hub] = await db.select().from(hubs).where(eq(hubs.code, "IKJ"));
  expect((await send({ intent: "choose-hold", hub: hub!.id })).status).toBe(302);
  const page = (await visitor.ask(own)).text;
  for (const said of ["Musa Bello, gateman, 0803 123 4567", "Blue gate opposite the bank", "You collect it"])
    expect(page).toContain(said);
  const where = new RegExp(`<strong>${hub!.name}</strong>, <!-- -->${hub!.address}`);
  expect(page).toMatch(where);
  expect((await send({ intent: "take-back", slot: "plan" })).status).toBe(302);
  expect((await visitor.ask(own)).text).not.toMatch(where);
  expect((await send({ intent: "choose-hold", hub: hub!.id })).status).toBe(302);
  const [piece] = await db.select().from(pieces).where(eq(pieces.bookingId, id));
  expect(piece!.toHubId).toBe(hub!.id);
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  expect(booking!.status).toBe("pending");
});

test("[CHOICE-1] a choice reaches the open pages of the desk within five seconds", async () => {
  await withHubs();
  const { own, code } = await book();
  const desk = await app.admin("moderator", "live@ona.test");
  while (!services.live.listening()) await new Promise((done) => setTimeout(done, 20));
  const streams = await Promise.all(
    ["bookings", "runs", `booking:${code}`].map(async (topic) => {
      const answer = await desk.open(`/live/admin?show=${topic}`);
      const reader = answer.body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toContain("event: ready");
      return reader;
    }),
  );
  const form = { intent: "give-landmark", words: "Blue gate", idempotencyKey: crypto.randomUUID() };
  expect((await app.visitor().ask(own, { form })).status).toBe(302);
  const late = new Promise<null>((done) => setTimeout(() => done(null), 5000));
  for (const reader of streams) {
    const heard = await Promise.race([reader.read(), late]);
    expect(new TextDecoder().decode(heard?.value)).toContain("event: changed");
    await reader.cancel();
  }
});
