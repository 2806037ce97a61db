/** Messages to receivers over HTTP: reports of providers, staff's list, and the settings. */
import { expect, test } from "vitest";
import { saveMessages } from "../../app/company/details/change-company.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import {
  chooseMessages,
  deedNow,
  messagesOf,
  openProviders,
  TEST_TEMPLATES,
} from "../fixtures/receiver-messages.ts";
import { signTermii } from "../fixtures/termii.ts";
import { signWhatsapp } from "../fixtures/whatsapp-cloud.ts";

const { sms, whatsapp, channels } = await openProviders();
const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, channels }));
const { services, clock } = app;
await chooseMessages(services, { messageOrder: ["sms", "whatsapp"], messageTemplates: TEST_TEMPLATES });

const TERMII = "/webhooks/termii";
const WHATSAPP = "/webhooks/whatsapp";
const OFFICE = "/admin/messages";
type Sent = { raw: string; headers: Record<string, string> };
/** Sends a webhook as a provider does: from another origin, without cookies. */
const tell = (path: string, sent: Sent) =>
  app.visitor().ask(path, {
    ...sent,
    method: "POST",
    headers: { Origin: "https://elsewhere.example", ...sent.headers },
  });

async function told(order: ("sms" | "whatsapp")[] = ["sms", "whatsapp"]) {
  await chooseMessages(services, { messageOrder: order });
  const booking = await bookOne(app);
  const stateOf = async (kind: string) =>
    (await messagesOf(services, booking.id)).find((message) => message.kind === kind)?.state;
  // A message that is still waiting when the next one is due would not be sent any more, so the test waits until it is
  // sent.
  await expect.poll(() => stateOf("booked"), { timeout: 10_000 }).toBe("sent");
  clock.pass(1000);
  await deedNow(services, booking.id, "arrived_at_hub");
  clock.pass(60_000);
  await deedNow(services, booking.id, "out_for_delivery");
  const today = async () =>
    (await messagesOf(services, booking.id)).find(({ kind }) => kind === "out_for_delivery");
  await expect.poll(() => stateOf("out_for_delivery"), { timeout: 10_000 }).toBe("sent");
  return { ...booking, today, providerId: (await today())!.providerId! };
}

test("[TELL-5] a signed report of Termii counts; forged, unsigned, changed and too large ones are refused", async () => {
  const { today, providerId } = await told();
  const report = sms.report(providerId);
  for (const signature of [signTermii(report.raw, "another-secret"), "0".repeat(128), "x"])
    expect(
      (await tell(TERMII, { raw: report.raw, headers: { "x-termii-signature": signature } })).status,
    ).toBe(401);
  expect((await tell(TERMII, { raw: report.raw, headers: {} })).status).toBe(401);
  expect((await tell(TERMII, { ...report, raw: report.raw.replace("3.9", "0.1") })).status).toBe(401);
  const long = "x".repeat(300_000);
  expect(
    (await tell(TERMII, { raw: long, headers: { "x-termii-signature": signTermii(long) } })).status,
  ).toBe(413);
  expect((await today())!.state).toBe("sent");
  for (let times = 0; times < 2; times++)
    expect(await tell(TERMII, report)).toMatchObject({ status: 200, text: "ok" });
  expect(await today()).toMatchObject({ state: "delivered", priceKobo: 390 });
  await tell(TERMII, sms.report(providerId, "Message Failed"));
  expect((await today())!.state).toBe("delivered");
});

test("[TELL-5] WhatsApp's address is checked with the verify token; its signed reports count, the read ones as delivered", async () => {
  const check = (query: string) => app.visitor().ask(`${WHATSAPP}?${query}`);
  const token = "hub.verify_token=verify-token-of-tests";
  expect(await check(`hub.mode=subscribe&${token}&hub.challenge=1158201444`)).toMatchObject({
    status: 200,
    text: "1158201444",
  });
  for (const wrong of [
    "",
    `hub.mode=subscribe&hub.verify_token=no&hub.challenge=1`,
    `${token}&hub.challenge=1`,
  ])
    expect((await check(wrong)).status).toBe(403);
  const { today, providerId } = await told(["whatsapp"]);
  const report = whatsapp.report(providerId, "sent", "read");
  const forged = { "x-hub-signature-256": signWhatsapp(report.raw, "another-secret") };
  expect((await tell(WHATSAPP, { raw: report.raw, headers: forged })).status).toBe(401);
  expect((await today())!.state).toBe("sent");
  expect((await tell(WHATSAPP, report)).status).toBe(200);
  expect((await today())!.state).toBe("delivered");
});

test("[TELL-3] without providers there are no such addresses", async () => {
  const plain = await openTestApp();
  try {
    for (const path of [TERMII, WHATSAPP])
      expect((await plain.visitor().ask(path, { raw: "{}", method: "POST" })).status).toBe(404);
  } finally {
    await plain.close();
  }
});

test("[TELL-11] the list has each message without PIN, code and link; it is filtered, and sent again by who may", async () => {
  const { trackingCode, today } = await told();
  const desk = await app.admin("dispatcher");
  const page = async (query: string, who = desk) =>
    (await who.ask(`${OFFICE}${query}`)).text.replaceAll("<!-- -->", "");
  const all = await page(`?code=${trackingCode}`);
  for (const text of ["Out for delivery today", "Booked for you", "PIN ••••", "Sent", "₦5"])
    expect(all).toContain(text);
  expect(all).not.toMatch(/\/r\/\w+\.[0-9a-f]{8}/);
  const filtered = await page(`?code=${trackingCode}&kind=booked&channel=sms`);
  expect(filtered).not.toContain("PIN ••••");
  for (const filter of ["channel=email", "state=failed"])
    expect(await page(`?code=${trackingCode}&${filter}`)).toContain("No messages found.");
  expect((await desk.ask(`/admin/bookings/${trackingCode}`)).text).toContain("Messages to the receiver");
  const again = async (who: typeof desk) =>
    who.ask(OFFICE, { form: { intent: "again", messageId: (await today())!.id } });
  const early = await again(desk);
  expect(early).toMatchObject({ status: 409 });
  expect(early.text).toContain("less than 10 minutes ago");
  clock.pass(11 * 60_000);
  expect((await again(await app.admin("support"))).status).toBe(403);
  const before = sms.taken.length;
  expect((await again(desk)).location).toBe(OFFICE);
  await expect.poll(() => sms.taken.length).toBe(before + 1);
  expect((await (await app.admin("cashier")).ask(OFFICE)).status).toBe(403);
});

test("[TELL-11] it is refused with what is true: no channel reaches the receiver, or the same waits for the morning", async () => {
  const { today } = await told();
  const desk = await app.admin("dispatcher");
  const again = async () =>
    (await desk.ask(OFFICE, { form: { intent: "again", messageId: (await today())!.id } })).text;
  clock.pass(11 * 60_000);
  await chooseMessages(services, { messageOrder: ["email"] });
  expect(await again()).toContain("No channel reaches this receiver. Call them.");
  await chooseMessages(services, {
    messageOrder: ["sms"],
    messageQuietFrom: "00:00",
    messageTodayFrom: "23:59",
  });
  expect(await again()).not.toContain("The same waits already");
  expect(await again()).toContain("The same waits already, and is sent as soon as it may be.");
  await chooseMessages(services, { messageQuietFrom: "20:00", messageTodayFrom: "07:00" });
});

test("[TELL-9] a super admin chooses order, ceiling, quiet hours, wait, words and templates, and has the texts to hand in", async () => {
  const boss = await app.admin("super_admin");
  const settings = `${OFFICE}/settings`;
  const page = (await boss.ask(settings)).text.replaceAll("<!-- -->", "");
  for (const text of [
    "tried against its documentation, not with the live service",
    `${services.origin}/webhooks/termii`,
    "SMS texts to hand in",
    "NGN 46,500",
    "{{1}}",
  ])
    expect(page).toContain(text);
  const [, version = ""] = /name="version" value="(\d+)"/.exec(page) ?? [];
  const form = {
    intent: "messages",
    version,
    messageOrder: "sms,email",
    messageCeilingKobo: "20000",
    messageSmsKobo: "6",
    messageWhatsappKobo: "12",
    messageQuietFrom: "21:00",
    messageQuietTo: "07:30",
    messageTodayFrom: "06:30",
    messageWaitMinutes: "20",
    messageWords: "pidgin",
    messageLanguage: "en",
    messageCodeKobo: "",
    template_booked: "parcel_booked",
  };
  const wrong = await boss.ask(settings, {
    form: { ...form, messageWaitMinutes: "1", template_booked: "No Name" },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Enter a number from 5 to 240");
  expect(wrong.text).toContain("small letters, digits and _");
  expect((await boss.ask(settings, { form })).location).toBe(settings);
  expect(await services.company()).toMatchObject({
    messageOrder: ["sms", "email"],
    messageCeilingKobo: 2_000_000,
    messageWords: "pidgin",
    messageTemplates: { booked: "parcel_booked" },
    messageCodeKobo: 0,
  });
  expect((await boss.ask(settings)).text).toContain("dem don book parcel");
  expect((await (await app.admin("moderator")).ask(settings)).status).toBe(403);
  expect(saveMessages.operationName).toBe("company.save_messages");
});
