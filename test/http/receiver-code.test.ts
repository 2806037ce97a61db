/**
 * The code that a receiver gets by SMS before the page shows the PIN, and the switches that turn messages off, over
 * HTTP.
 */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, profiles } from "../../app/platform/db/schema.ts";
import { linkOf } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { readPin } from "../../app/parcels/receiver-link/pins.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { chooseMessages, deedNow, messagesOf, openProviders } from "../fixtures/receiver-messages.ts";

const { sms, channels } = await openProviders();
const app = await closedAfterAll(openTestApp({ limitsFactor: 1, channels }));
const { services, clock } = app;
await publishPrices(app);
await chooseMessages(services, { messageOrder: ["sms"], messageCodeKobo: 100_000 });

/** Makes a parcel that is out for delivery. The receiver pays ₦6,450 for the delivery at the door. */
async function out(sender: Visitor = app.visitor(), more: Record<string, string> = {}) {
  await sender.ask("/book", { form: { ...BODY, ...more, idempotencyKey: await sender.keyOf("/book") } });
  const [booking] = await services.db.select().from(bookings).orderBy(desc(bookings.createdAt)).limit(1);
  const { id, trackingCode: code } = booking!;
  await services.db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, id));
  clock.pass(60_000);
  const goes = async () => {
    await deedNow(services, id, "arrived_at_hub");
    clock.pass(60_000);
    await deedNow(services, id, "out_for_delivery");
    clock.pass(1000);
  };
  const link = new URL(await linkOf(services, "receiver", code)).pathname;
  return { id, code, link, goes };
}
const read = async (who: Visitor, path: string) => (await who.ask(path)).text.replaceAll("<!-- -->", "");
/** The codes of six digits in the SMS that were sent. */
const codes = () => sms.taken.flatMap(({ sms: text }) => /: (\d{6}) is your code/.exec(text)?.[1] ?? []);
const kinds = async (id: string) => (await messagesOf(services, id)).map(({ kind }) => kind);

test("[TELL-12] above the amount the link asks for the code of an SMS; the browser that gave it reads the PIN, no other", async () => {
  const { id, link, goes } = await out();
  await goes();
  const pin = (await readPin(services, id))!;
  const receiver = app.visitor();
  const closed = await read(receiver, link);
  expect(closed).toContain("Your PIN is behind a code");
  expect(closed).not.toContain(`PIN ${pin}`);
  expect((await receiver.ask(link, { form: { intent: "send-code" } })).location).toBe(link);
  await expect.poll(() => codes().length).toBe(1);
  const [digits = ""] = codes();
  const [row] = (await messagesOf(services, id)).filter(({ kind }) => kind === "code");
  await expect
    .poll(async () => (await messagesOf(services, id)).find(({ kind }) => kind === "code")?.text)
    .toContain("••••");
  expect(row!.text ?? "").not.toContain(digits);
  const early = await receiver.ask(link, { form: { intent: "send-code" } });
  expect(early).toMatchObject({ status: 409 });
  const wrong = await receiver.ask(link, {
    form: { intent: "give-code", digits: "000000" === digits ? "1" : "000000" },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("This is not the code");
  const right = await receiver.ask(link, {
    form: { intent: "give-code", digits: ` ${digits.slice(0, 3)} ${digits.slice(3)}` },
  });
  expect(right.location).toBe(link);
  expect(await read(receiver, link)).toContain(`PIN ${pin}`);
  expect(await read(app.visitor(), link)).not.toContain(`PIN ${pin}`);
});

test("[TELL-12] five attempts, ten minutes, and nothing while SMS is off", async () => {
  const { id, link, goes } = await out();
  await goes();
  const pin = (await readPin(services, id))!;
  const receiver = app.visitor();
  const before = codes().length;
  await receiver.ask(link, { form: { intent: "send-code" } });
  await expect.poll(() => codes().length).toBe(before + 1);
  const digits = codes().at(-1)!;
  const give = (code: string) => receiver.ask(link, { form: { intent: "give-code", digits: code } });
  const other = digits === "123456" ? "654321" : "123456";
  for (let tries = 0; tries < 5; tries++) expect((await give(other)).status).toBe(400);
  expect((await give(digits)).status).toBe(400);
  clock.pass(2 * 60_000);
  await receiver.ask(link, { form: { intent: "send-code" } });
  await expect.poll(() => codes().length).toBe(before + 2);
  const again = codes().at(-1)!;
  expect(again).not.toBe(digits);
  clock.pass(11 * 60_000);
  expect((await give(again)).status).toBe(400);
  await chooseMessages(services, { messageOrder: ["email"] });
  expect(await read(app.visitor(), link)).toContain(`PIN ${pin}`);
  expect((await receiver.ask(link, { form: { intent: "send-code" } })).status).toBe(409);
  await chooseMessages(services, { messageOrder: ["sms"] });
});

test("[TELL-8] the receiver switches messages off by the link, and on again; staff's link cannot", async () => {
  const { id, code, link, goes } = await out();
  const receiver = app.visitor();
  expect(await read(receiver, link)).toContain("Do not message me");
  const staffs = new URL(await linkOf(services, "staff", code)).pathname;
  expect((await receiver.ask(staffs)).text).not.toContain("Do not message me");
  expect((await receiver.ask(staffs, { form: { intent: "switch-messages", messages: "off" } })).status).toBe(
    404,
  );
  await receiver.ask(link, { form: { intent: "switch-messages", messages: "off" } });
  await goes();
  expect(await kinds(id)).toEqual(["booked"]);
  expect(await read(receiver, link)).toContain("Message me again");
  await receiver.ask(link, { form: { intent: "switch-messages", messages: "on" } });
  clock.pass(60_000);
  await deedNow(services, id, "delivered");
  expect(await kinds(id)).toEqual(["booked", "delivered"]);
});

test("[TELL-8] the sender switches them off for a parcel, and for all on the profile; the WhatsApp button stays", async () => {
  const sender = await app.customer("tells@example.com");
  await sender.ask("/profile", { form: { intent: "tell-receivers", messages: "off" } });
  const [person] = await services.db.select().from(profiles).where(eq(profiles.email, "tells@example.com"));
  expect(person!.tellsReceivers).toBe(false);
  expect((await sender.ask("/profile")).text).toContain("Tell my receivers");
  const { id, code, goes } = await out(sender);
  expect(await kinds(id)).toEqual([]);
  const own = `/bookings/${code}`;
  const page = (await sender.ask(own)).text;
  expect(page).toContain("We do not tell the receiver anything about this parcel.");
  expect(page).toContain("Send to receiver on WhatsApp");
  await sender.ask(own, { form: { intent: "switch-messages", messages: "on" } });
  await goes();
  expect(await kinds(id)).toEqual(["out_for_delivery"]);
  await sender.ask(own, { form: { intent: "switch-messages", messages: "off" } });
  clock.pass(60_000);
  await deedNow(services, id, "delivered");
  expect(await kinds(id)).toEqual(["out_for_delivery"]);
});
