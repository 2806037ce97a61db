/**
 * The JSON door, by which clients run declared operations with an idempotency key. The product does not mount this
 * door.
 */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { servicesContext } from "../../app/platform/context.ts";
import { jsonRead, jsonWrite } from "../../app/platform/http/json-door.server.ts";
import { activityLogs } from "../../app/platform/db/schema.ts";
import { recordPayment } from "../../app/money/payments/payments.server.ts";
import { readBookingMoney } from "../../app/money/payments/read-payments.server.ts";
import { setPrice } from "../../app/money/prices/set-price.server.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { openWithStaff } from "../fixtures/staff.ts";

const { opened, services, db, moderator } = await openWithStaff();
const { trackingCode: code } = await bookOne(opened);
await setPrice(services, moderator, { code, price: 645_000 }, randomUUID());

const context = new RouterContextProvider();
context.set(servicesContext, services);

const write = jsonWrite(recordPayment, () => moderator);
const post = async (body: unknown, key: string = randomUUID(), door = write) => {
  const headers: HeadersInit = key === "" ? {} : { "Idempotency-Key": key };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request("http://localhost/x", { method: "POST", headers, body: text });
  const response = await door({ context, request, params: { code } });
  const type = response.headers.get("Content-Type");
  return { status: response.status, type, json: (await response.json()) as Record<string, unknown> };
};

test("a write counts once for its key, takes kobo as a number, and the path says which booking", async () => {
  const key = randomUUID();
  const payment = { method: "cash", amount: 100_000, code: "OD00000000NG" };
  expect(await post(payment, key)).toMatchObject({ status: 200, json: {} });
  expect(await post(payment, key)).toMatchObject({ status: 200, json: {} });
  const read = jsonRead(readBookingMoney, () => moderator);
  const response = await read({ context, request: new Request("http://localhost/x"), params: { code } });
  expect(await response.json()).toMatchObject({ code, priceKobo: 645_000, paidKobo: 100_000 });
});

test("refusals are problems with the reason as their code, and the fields by pointer", async () => {
  const problem = { type: "application/problem+json" };
  // Something was recorded since, which a program that sends no `seen` cannot know (PAY-8).
  expect(await post({ method: "cash", amount: 9_000_000 })).toMatchObject({
    ...problem,
    status: 409,
    json: { code: "recorded_meanwhile", errors: [{ pointer: "/another" }] },
  });
  expect(await post({ method: "barter", amount: 1 })).toMatchObject({
    ...problem,
    status: 400,
    json: { code: "invalid", errors: [{ pointer: "/method", detail: "Choose how it was paid" }] },
  });
  expect(await post({}, "")).toMatchObject({ ...problem, status: 400, json: { code: "no_key" } });
  expect(await post("[1]")).toMatchObject({ ...problem, status: 400, json: { code: "no_object" } });
  expect(await post("{")).toMatchObject({ ...problem, status: 400, json: { code: "no_object" } });
});

test("a role that may not is refused and logged, as by a form", async () => {
  const support = await makeAdmin(opened, "support");
  const refused = await post(
    { method: "cash", amount: 1 },
    randomUUID(),
    jsonWrite(recordPayment, () => support),
  );
  expect(refused).toMatchObject({ status: 403 });
  const rows = await db.select().from(activityLogs).where(eq(activityLogs.adminId, support.person.id));
  expect(rows).toMatchObject([{ action: "refused", description: `recordPayments on ${code}` }]);
});
