/** Paystack's adapter against a fake server made from its documentation. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { serializeError } from "../../../server/observe/log.ts";
import { afterTest } from "../../../test/fixtures/after-test.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { sign, startTestPaystack, TEST_KEY } from "../../../test/fixtures/paystack.ts";
import { OnlinePaymentsError, type OnlineStatus } from "./online-payments.ts";
import { paystack } from "./paystack.server.ts";

const provider = await closedAfterAll(startTestPaystack());
const online = paystack(provider.access);
const order = (reference: string, more: object = {}) => ({
  reference,
  kobo: 645_000,
  email: "sender@example.com",
  returnTo: "https://ona.example/receipts/x/paid",
  cancelTo: "https://ona.example/receipts/x",
  ...more,
});

test("[ONLINE-1] it announces kobo, naira, email, reference and the ways back, and gives the checkout's page", async () => {
  const page = await online.start(order("ONA-1"));
  expect(page).toBe(`${provider.access.url}/checkout/code0`);
  expect(provider.transactions.get("ONA-1")).toMatchObject({
    amount: 645_000,
    currency: "NGN",
    email: "sender@example.com",
    callbackUrl: "https://ona.example/receipts/x/paid",
    cancelUrl: "https://ona.example/receipts/x",
  });
});

const STATUSES: [string, OnlineStatus][] = [
  ["success", { state: "paid", amount: 645_000, currency: "NGN" }],
  ["failed", { state: "failed" }],
  ["reversed", { state: "failed" }],
  ...["abandoned", "ongoing", "pending", "processing", "queued", "something new"].map(
    (status): [string, OnlineStatus] => [status, { state: "pending" }],
  ),
];

test.each(STATUSES)("[ONLINE-2] a transaction that is %s", async (status, expected) => {
  const reference = `ONA-${status.replaceAll(" ", "")}`;
  await online.start(order(reference));
  provider.transactions.get(reference)!.status = status;
  expect(await online.ask(reference)).toEqual(expected);
});

test("[ONLINE-2] a reference that it does not know is no error", async () => {
  expect(await online.ask("ONA-NEVER")).toEqual({ state: "unknown" });
});

test("[ONLINE-2] the signature is the HMAC-SHA512 of the raw body: RFC 4231, case 2", () => {
  const jefe = paystack({ secretKey: "Jefe", url: "https://api.paystack.co" });
  const body = Buffer.from("what do ya want for nothing?");
  const signature =
    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";
  expect(jefe.readMessage(body, signature)).toBeNull();
  expect(jefe.readMessage(body, signature.toUpperCase())).toBeNull();
  for (const wrong of [
    "",
    "0".repeat(128),
    signature.slice(2),
    `${signature}00`,
    signature.replace("1", "2"),
  ])
    expect(jefe.readMessage(body, wrong)).toBe("forged");
  expect(jefe.readMessage(Buffer.from("what do ya want for nothing!"), signature)).toBe("forged");
});

test("[ONLINE-2] [ONLINE-4] charge.success is about a payment, refunds and disputes about what came after; spaces and order of the body are signed as they are", () => {
  const read = (body: string) => online.readMessage(Buffer.from(body), sign(body));
  expect(read('{ "data":{"reference":"ONA-7"},  "event":"charge.success" }')).toEqual({
    about: "payment",
    reference: "ONA-7",
  });
  for (const later of [
    '{"event":"refund.processed","data":{"transaction_reference":"ONA-7","refund_reference":"TRF","amount":"645000"}}',
    '{"event":"refund.failed","data":{"transaction_reference":"ONA-7"}}',
    '{"event":"charge.dispute.create","data":{"id":9,"transaction_reference":null,"transaction":{"reference":"ONA-7"}}}',
    '{"event":"charge.dispute.resolve","data":{"id":9,"transaction":{"reference":"ONA-7"}}}',
  ])
    expect(read(later)).toEqual({ about: "returns", reference: "ONA-7" });
  for (const other of [
    '{"event":"charge.dispute.create","data":{"reference":"ONA-7"}}',
    '{"event":"refund.processed","data":{"reference":"ONA-7"}}',
    '{"event":"transfer.success","data":{"reference":"ONA-7"}}',
    '{"event":"charge.success","data":{}}',
    '{"event":"charge.success","data":{"reference":7}}',
    "null",
    "[]",
    "{",
    "",
  ])
    expect(read(other)).toBeNull();
});

test("[ONLINE-4] only refunds that are done count, and only those of the payment; a dispute is open, won, lost or closed", async () => {
  await online.start(order("ONA-BACK"));
  const ask = () => online.askReturns("ONA-BACK");
  expect(await ask()).toEqual({ refunds: [], dispute: null, undecided: false });
  const pending = provider.refund("ONA-BACK", 100_000, "pending");
  provider.refund("ONA-1", 100_000);
  const { id } = provider.refund("ONA-BACK", 545_000);
  expect(await ask()).toEqual({
    refunds: [{ id: String(id), amount: 545_000, currency: "NGN" }],
    dispute: null,
    undecided: true,
  });
  pending.status = "failed";
  expect(await ask()).toMatchObject({ refunds: [{ amount: 545_000 }], undecided: false });
  for (const [status, resolution, dispute] of [
    ["awaiting-merchant-feedback", null, "open"],
    ["resolved", "declined", "won"],
    ["resolved", "merchant-accepted", "lost"],
    ["archived", null, "closed"],
  ] as const) {
    provider.dispute("ONA-BACK", status, resolution);
    expect(await ask()).toMatchObject({ dispute, undecided: dispute === "open" });
  }
  await expect(online.askReturns("ONA-NEVER")).rejects.toBeInstanceOf(OnlinePaymentsError);
});

/** The adapter, connected to a server whose responses `respond` writes. */
async function answering(respond: (response: ServerResponse) => void, callMs?: number) {
  const server = createServer((_, response) => respond(response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return paystack({ secretKey: TEST_KEY, url }, callMs);
}
const json = (body: unknown, status = 200) =>
  answering((response) => response.writeHead(status).end(JSON.stringify(body)));
const verified = (data: object) =>
  json({
    status: true,
    message: "ok",
    data: { status: "success", reference: "R", amount: 1, currency: "NGN", ...data },
  });

test.each<[string, () => ReturnType<typeof answering>]>([
  ["hangs", () => answering(() => {}, 100)],
  ["stops in the middle", () => answering((response) => response.writeHead(200).write("{"), 100)],
  ["is no JSON", () => answering((response) => response.end("<html>"))],
  ["is endless", () => answering((response) => response.end("x".repeat(300_000)))],
  [
    "leads elsewhere",
    () => answering((response) => response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end()),
  ],
  ["is 500", () => json({ status: false, message: "Server error" }, 500)],
  ["is 429", () => json({ status: false, message: "Please wait" }, 429)],
  ["is 401", () => json({ status: false, message: "Invalid key" }, 401)],
  ["is about another reference", () => verified({ reference: "OTHER" })],
  ["has an amount as a text", () => verified({ amount: "1" })],
  ["has half a kobo", () => verified({ amount: 0.5 })],
  ["has a negative amount", () => verified({ amount: -1 })],
  ["has no currency", () => verified({ currency: "" })],
  ["says that the call failed", () => json({ status: false, message: "No", data: { status: "success" } })],
])("[ONLINE-2] an answer that %s is no answer", async (_, open) => {
  await expect((await open()).ask("R")).rejects.toBeInstanceOf(OnlinePaymentsError);
});

test("[ONLINE-1] a checkout outside the provider's own origin is refused", async () => {
  const elsewhere = await json({
    status: true,
    message: "ok",
    data: { authorization_url: "https://evil.example/pay" },
  });
  await expect(elsewhere.start(order("R"))).rejects.toThrow("outside");
  const live = paystack({ secretKey: TEST_KEY, url: "https://api.paystack.co" });
  expect(live.checkoutOrigin).toBe("https://checkout.paystack.com");
});

test("[ONLINE-1] neither the key nor an email address is in an error that is logged", async () => {
  const talking = await json({ status: false, message: `no ${TEST_KEY} for sender@example.com` }, 400);
  const unreachable = paystack({ secretKey: TEST_KEY, url: "http://127.0.0.1:9" });
  for (const one of [talking, unreachable]) {
    const problem = await one.start(order("R")).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(OnlinePaymentsError);
    const logged = JSON.stringify(serializeError(problem));
    expect(logged).not.toContain(TEST_KEY);
    expect(logged).not.toContain("sender@example.com");
  }
});
