/** The adapters of Termii and WhatsApp against servers made from their documentation. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { serializeError } from "../../../server/observe/log.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { signTermii, startTestTermii } from "../../../test/fixtures/termii.ts";
import { signWhatsapp, startTestWhatsapp } from "../../../test/fixtures/whatsapp-cloud.ts";
import { withoutKeys } from "./call-provider.server.ts";
import { PhoneChannelError } from "./phone-channels.ts";
import { termii } from "./termii.server.ts";
import { whatsapp } from "./whatsapp.server.ts";

const smsServer = await closedAfterAll(startTestTermii());
const chatServer = await closedAfterAll(startTestWhatsapp());
const sms = termii(smsServer.access, 400);
const chat = whatsapp(chatServer.access, 400);
const message = (more: object = {}) => ({
  to: "+2348031234567",
  text: "Ona: your parcel comes today.",
  template: { name: "parcel_today", language: "en", parameters: ["Ngozi", "₦5"] },
  ...more,
});
const failureOf = (sent: Promise<string>) =>
  sent.then(
    () => "sent",
    (problem: unknown) => (problem instanceof PhoneChannelError ? problem.failure : "a bug"),
  );

test("[TELL-3] Termii gets number, sender, text and route as its documentation says, and gives its id", async () => {
  const id = await sms.send(message());
  expect(smsServer.taken.at(-1)).toMatchObject({
    ...{ id, to: "2348031234567", from: "OnaTest", sms: "Ona: your parcel comes today.", channel: "dnd" },
  });
});

test("[TELL-3] WhatsApp gets an approved template with its parameters, and gives its id", async () => {
  const id = await chat.send(message());
  expect(chatServer.taken.at(-1)).toEqual({
    ...{ id, to: "2348031234567", name: "parcel_today", language: "en", parameters: ["Ngozi", "₦5"] },
  });
  expect(await failureOf(chat.send(message({ template: null })))).toBe("refused");
  expect(
    await failureOf(
      chat.send(message({ template: { name: "not_approved", language: "en", parameters: [] } })),
    ),
  ).toBe("refused");
});

test.each([
  [401, "refused"],
  [422, "refused"],
  ["wrong number", "wrong_number"],
  [429, "away"],
  [500, "away"],
  ["slow", "no_answer"],
  ["hanging", "no_answer"],
] as const)("[TELL-5] a provider that is %s", async (mode, failure) => {
  smsServer.behave(mode);
  expect(await failureOf(sms.send(message()))).toBe(failure);
  smsServer.behave("well");
  if (mode === "slow") return;
  chatServer.behave(mode);
  expect(await failureOf(chat.send(message()))).toBe(failure);
  chatServer.behave("well");
});

test("[TELL-5] nobody there is away; an answer that is not documented is none", async () => {
  const server = createServer((_, response) => response.writeHead(200).end("x".repeat(100_000)));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = () => failureOf(termii({ ...smsServer.access, url }, 400).send(message()));
  expect(await send()).toBe("no_answer");
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  expect(await send()).toBe("away");
});

test("[TELL-4] neither key nor number is in an error that is logged", async () => {
  smsServer.behave(401);
  const problem = await sms.send(message()).catch((error: unknown) => error);
  smsServer.behave("well");
  const logged = JSON.stringify(serializeError(problem));
  for (const secret of [smsServer.access.apiKey, "8031234567"]) expect(logged).not.toContain(secret);
  // The text of a provider's refusal may contain the API key and the phone number.
  const words = `${smsServer.access.apiKey} may not send to +2348031234567`;
  expect(withoutKeys(words, [smsServer.access.apiKey])).toBe("[key] may not send to [number]");
});

test("[TELL-5] signatures are over the body as it came: RFC 4231, case 2, and no other", () => {
  const body = Buffer.from("what do ya want for nothing?");
  const jefe = { ...smsServer.access, secretKey: "Jefe" };
  const right =
    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";
  expect(termii(jefe).readReports(body, right)).toEqual([]);
  const right256 = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  const app = whatsapp({ ...chatServer.access, appSecret: "Jefe" });
  expect(app.readReports(body, `sha256=${right256}`)).toEqual([]);
  for (const wrong of ["", "x", right256, `sha256=${right}`, `sha1=${right256}`, "0".repeat(128)]) {
    expect(termii(jefe).readReports(body, wrong)).toBe("forged");
    expect(app.readReports(body, wrong)).toBe("forged");
  }
});

test.each([
  ["DELIVERED | Message delivered to handset", "delivered"],
  ["Delivered", "delivered"],
  ["Received", "delivered"],
  ["Message Sent", "sent"],
  ["DND Active on Phone Number", "failed"],
  ["Message Failed", "failed"],
  ["Rejected", "failed"],
  ["Expired", "failed"],
  ["Something new", "sent"],
])("[TELL-5] Termii's state '%s' is %s", (status, state) => {
  const raw = JSON.stringify({ type: "outbound", message_id: "9", status, cost: "3.9" });
  expect(sms.readReports(Buffer.from(raw), signTermii(raw))).toEqual([{ id: "9", state, kobo: 390 }]);
});

test("[TELL-5] what is no report of a message is none", () => {
  for (const raw of ['{"type":"device_status","status":"disconnected"}', "[]", "no json"])
    expect(sms.readReports(Buffer.from(raw), signTermii(raw))).toEqual([]);
  for (const raw of ['{"object":"whatsapp_business_account","entry":[]}', "{}", "no json"])
    expect(chat.readReports(Buffer.from(raw), signWhatsapp(raw))).toEqual([]);
});
