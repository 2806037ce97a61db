/** Bookings by the API, over HTTP (API-2, API-4, API-6). */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { acts, apiBookings, bookingEvents, bookings } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookByApi, callApi, makeKey } from "../fixtures/api.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
await publishPrices(app);
const ada = await app.customer("ada@example.com");
const bola = await app.customer("bola@example.com");
const { key } = await makeKey(ada);
const others = await makeKey(bola);

let orders = 0;
const order = (more: object = {}) => ({ ...NEW_BOOKING_EXAMPLE, reference: `order-${++orders}`, ...more });
const problemOf = ({ status, json }: { status: number; json: Record<string, unknown> }) => [
  status,
  json["code"],
];

test("[API-4] a booking by key is stored like one of the form, with its price, its act and its event", async () => {
  const sent = order();
  const made = await bookByApi(app, key, sent);
  expect([made.status, made.json]).toMatchObject([
    201,
    { reference: sent.reference, status: "pending", mode: "live", metadata: { channel: "web" } },
  ]);
  const code = made.json["code"] as string;
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  expect(row).toMatchObject({
    ...{
      senderName: "Ada Fashion House",
      senderPhone: "+2348031234567",
      receiverState: "Oyo",
      packageWeight: 1.5,
    },
    ...{ packageType: "Parcel", deliveryType: "standard", declaredValueKobo: 2_500_000, pieces: 1 },
  });
  const [event] = await db
    .select({ kind: bookingEvents.kind, source: acts.source })
    .from(bookingEvents)
    .innerJoin(acts, eq(acts.id, bookingEvents.actId))
    .where(eq(bookingEvents.bookingId, row!.id));
  expect(event).toEqual({ kind: "booked", source: "api" });
  const read = await callApi(app, key, "GET", `/bookings/${code}`);
  expect(read.json).toEqual(made.json);
  expect((made.json["price"] as { amount: number }).amount).toBeGreaterThan(0);
  const listed = await callApi(app, key, "GET", `/bookings?reference=${sent.reference}`);
  expect(listed.json).toEqual({ data: [made.json], has_more: false, next_cursor: null });
});

test("[API-2] a repeat gets the first answer, other content with its key and an unknown field are refused by name", async () => {
  const [sent, idempotencyKey] = [order(), "a key of mine / 1"];
  const first = await bookByApi(app, key, sent, idempotencyKey);
  const again = await bookByApi(app, key, sent, idempotencyKey);
  expect([first.headers.get("Idempotent-Replayed"), again.headers.get("Idempotent-Replayed")]).toEqual([
    null,
    "true",
  ]);
  expect([again.status, again.json]).toEqual([201, first.json]);
  expect(problemOf(await bookByApi(app, key, order(), idempotencyKey))).toEqual([
    409,
    "idempotency_key_reused",
  ]);
  expect((await bookByApi(app, key, order({ metadata: { size: "1" } }), "")).json["code"]).toBe(
    "no_idempotency_key",
  );
  expect(problemOf(await bookByApi(app, key, order(), "x".repeat(256)))).toEqual([
    400,
    "wrong_idempotency_key",
  ]);

  const unknown = await bookByApi(app, key, order({ price: 1, owner: "me" }));
  expect([unknown.status, unknown.json]).toMatchObject([
    422,
    { code: "unknown_field", errors: [{ pointer: "/price" }, { pointer: "/owner" }] },
  ]);
  const wrong = await bookByApi(
    app,
    key,
    order({ receiver: { ...NEW_BOOKING_EXAMPLE.receiver, phone: "12", address: "here", state: "" } }),
  );
  expect(wrong.json).toMatchObject({
    status: 422,
    title: expect.any(String),
    request_id: expect.any(String),
  });
  expect(wrong.headers.get("Content-Type")).toBe("application/problem+json");
  expect((wrong.json["errors"] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining(["/receiver/phone"]),
  );
  const post = (body: string) =>
    callApi(app, key, "POST", "/bookings", { body, headers: { "Idempotency-Key": "1" } });
  expect(problemOf(await post("{"))).toEqual([400, "no_json"]);
  expect((await post("[1]")).json).toMatchObject({ status: 422, detail: "The body must be an object." });
  expect((await post(JSON.stringify({ ...order(), metadata: { a: "b".repeat(70_000) } }))).status).toBe(413);
});

test("[API-2] of twenty requests at once with one key one books, and the others replay or are told to wait", async () => {
  const sent = order();
  const all = await Promise.all(Array.from({ length: 20 }, () => bookByApi(app, key, sent, "at once")));
  const codes = all.filter(({ status }) => status === 201).map(({ json }) => json["code"]);
  expect(new Set(codes).size).toBe(1);
  for (const answer of all.filter(({ status }) => status !== 201)) {
    expect(problemOf(answer)).toEqual([409, "in_progress"]);
    expect(answer.headers.get("Retry-After")).toBe("1");
  }
  expect(await db.$count(apiBookings, eq(apiBookings.reference, sent.reference))).toBe(1);
});

test("[API-4] a reference books once, also from twenty requests with keys of their own; the refusal names the booking", async () => {
  const sent = order();
  const all = await Promise.all(Array.from({ length: 20 }, () => bookByApi(app, key, sent)));
  const [made] = all.filter(({ status }) => status === 201);
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of all.filter((one) => one !== made))
    expect([answer.status, answer.json]).toMatchObject([
      409,
      { code: "reference_exists", booking_code: made!.json["code"], errors: [{ pointer: "/reference" }] },
    ]);
  // References are unique for each owner, so another owner may use the same one.
  expect((await bookByApi(app, others.key, sent)).status).toBe(201);
});

test("[API-4] a pending booking is cancelled once, its events say so in public words", async () => {
  const { json } = await bookByApi(app, key, order());
  const path = `/bookings/${String(json["code"])}`;
  const done = await callApi(app, key, "POST", `${path}/cancel`);
  expect([done.status, done.json]).toMatchObject([200, { status: "failed", reason: { code: "cancelled" } }]);
  const again = await callApi(app, key, "POST", `${path}/cancel`);
  expect([again.status, again.json]).toMatchObject([
    409,
    { code: "was_cancelled", detail: "You cancelled this parcel already." },
  ]);
  const events = await callApi(app, key, "GET", `${path}/events`);
  for (const list of [`${path}/events`, "/bookings"])
    expect((await callApi(app, key, "GET", `${list}?cursor=zzz`)).json).toMatchObject({
      ...{ status: 422, code: "invalid", errors: [{ pointer: "/cursor" }] },
    });
  expect(events.json["data"]).toMatchObject([
    { kind: "booked", status: "pending" },
    { kind: "cancelled", status: "failed", reason: "cancelled", text: "The sender cancelled this parcel." },
    { kind: "price_set", status: null },
  ]);
});

test("[API-6] a batch books the good ones, names what is wrong with the others, and counts once", async () => {
  const rows = [order(), { ...order(), service: "teleport" }, order(), { nothing: true }];
  const send = () =>
    callApi(app, key, "POST", "/bookings/batch", {
      body: { bookings: rows },
      headers: { "Idempotency-Key": "batch" },
    });
  const first = await send();
  expect([first.status, first.json]).toMatchObject([
    200,
    {
      booked: 2,
      refused: 2,
      results: [{ index: 0, status: 201 }, { status: 422 }, { status: 201 }, { status: 422 }],
    },
  ]);
  const again = await send();
  const codesOf = ({ json }: typeof first) =>
    (json["results"] as { booking: { code: string } | null }[]).map(({ booking }) => booking?.code);
  expect(codesOf(again)).toEqual(codesOf(first));
  expect(again.json["results"]).toMatchObject([{ status: 200, replayed: true }, {}, { replayed: true }, {}]);
  const many = { bookings: Array.from({ length: 501 }, () => ({})) };
  const refused = await callApi(app, key, "POST", "/bookings/batch", {
    body: many,
    headers: { "Idempotency-Key": "m" },
  });
  expect(refused.status).toBe(422);
});
