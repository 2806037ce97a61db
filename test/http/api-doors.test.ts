/** Access to the API, and the records that each key finds (API-1, API-3, API-5, API-7, API-8). */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { modeOfApiKey } from "../../app/developers/keys/api-key-text.server.ts";
import { NEW_BOOKING_EXAMPLE, QUOTE_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { apiKeys, mails, profiles } from "../../app/platform/db/schema.ts";
import { PROBLEM_CODES } from "../../app/developers/endpoints/problem-codes.ts";
import { ENDPOINTS } from "../../app/developers/reference/endpoints.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookByApi, callApi, makeKey } from "../fixtures/api.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { routePaths } from "../fixtures/routes.ts";
import { makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, trustProxy: 1 }));
const { db } = app.services;
await publishPrices(app);
const ada = await app.customer("ada@example.com");
const bola = await app.customer("bola@example.com");
const { key, id } = await makeKey(ada);
const readOnly = await makeKey(ada, { access: "read" });
const others = await makeKey(bola);

let orders = 0;
const order = (more: object = {}) => ({ ...NEW_BOOKING_EXAMPLE, reference: `order-${++orders}`, ...more });
const problemOf = ({ status, json }: { status: number; json: Record<string, unknown> }) => [
  status,
  json["code"],
];

test("[API-1] a key is shown once, known by its check sum, stored as a hash, mailed, and refused once it is revoked", async () => {
  expect(key).toMatch(/^ona_live_[0-9A-Za-z]{40}$/);
  expect(modeOfApiKey(key)).toBe("live");
  const last = key.at(-1) === "x" ? "y" : "x";
  expect(modeOfApiKey(key.slice(0, -1) + last)).toBeNull();
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  expect(JSON.stringify(row)).not.toContain(key.slice(9));
  expect((await ada.ask("/profile/developers")).text).not.toContain(key);

  const mine = await makeKey(ada);
  expect((await callApi(app, mine.key, "GET", "/bookings")).status).toBe(200);
  await app.mails(2);
  const told = await db.select().from(mails).where(eq(mails.toAddress, "ada@example.com"));
  expect(told.map(({ kind }) => kind)).toContain("api_key_made");
  expect(told.every(({ text }) => !text.includes(mine.key))).toBe(true);
  // The first use from each network sends a mail, except from the network in which the key was made.
  const elsewhere = async () => {
    const all = await db.select({ text: mails.text }).from(mails).where(eq(mails.kind, "api_key_elsewhere"));
    return all.map(({ text }) => /203\.0\.113\.\d+(\/\d+)?|198\.51\.100\.\d+(\/\d+)?/.exec(text)?.[0]);
  };
  expect(await elsewhere()).toEqual([]);
  const useFrom = (ip: string) =>
    callApi(app, mine.key, "GET", "/bookings", { headers: { "X-Forwarded-For": ip } });
  for (const ip of ["203.0.113.9", "203.0.113.9", "203.0.113.77"])
    expect((await useFrom(ip)).status).toBe(200);
  await expect.poll(elsewhere, { timeout: 10_000 }).toEqual(["203.0.113.0/24"]);
  expect((await ada.ask("/profile/developers")).text).toContain("203.0.113.0/24");
  await useFrom("198.51.100.4");
  await expect.poll(async () => (await elsewhere()).length, { timeout: 10_000 }).toBe(2);

  await ada.send("/profile/developers", { intent: "revoke", id: mine.id });
  expect(problemOf(await callApi(app, mine.key, "GET", "/bookings"))).toEqual([401, "wrong_key"]);
  expect(problemOf(await callApi(app, null, "GET", "/bookings"))).toEqual([401, "no_key"]);
  expect(problemOf(await callApi(app, "ona_live_guess", "GET", "/bookings"))).toEqual([401, "wrong_key"]);
  const stolen = await bola.send("/profile/developers", { intent: "revoke", id });
  expect(stolen.status).toBe(404);
  expect((await callApi(app, key, "GET", "/bookings")).status).toBe(200);
});

test("[API-3] a key finds its owner's bookings alone, also those of forms, and a key that reads changes nothing", async () => {
  await bookByApi(app, key, order());
  app.clock.pass(1000);
  await ada.send("/book", { ...BODY, deliveryType: "standard" });
  const mine = await callApi(app, readOnly.key, "GET", "/bookings?limit=1");
  const [newest] = mine.json["data"] as { code: string; reference: string | null }[];
  expect([newest!.reference, mine.json["has_more"]]).toEqual([null, true]);
  const second = await callApi(
    app,
    readOnly.key,
    "GET",
    `/bookings?limit=1&cursor=${String(mine.json["next_cursor"])}`,
  );
  expect((second.json["data"] as { code: string }[])[0]!.code).not.toBe(newest!.code);
  for (const path of ["", "/events", "/proof"])
    expect(problemOf(await callApi(app, others.key, "GET", `/bookings/${newest!.code}${path}`))).toEqual([
      404,
      "unknown_booking",
    ]);
  expect(problemOf(await callApi(app, others.key, "POST", `/bookings/${newest!.code}/cancel`))).toEqual([
    404,
    "unknown_booking",
  ]);
  expect(problemOf(await bookByApi(app, readOnly.key, order()))).toEqual([403, "key_may_only_read"]);
  expect(problemOf(await callApi(app, readOnly.key, "POST", `/bookings/${newest!.code}/cancel`))).toEqual([
    403,
    "key_may_only_read",
  ]);
  expect(problemOf(await callApi(app, key, "GET", "/bookings?limit=101"))).toEqual([422, "invalid"]);
  expect(problemOf(await callApi(app, key, "GET", "/bookings?page=2"))).toEqual([422, "unknown_field"]);
});

test("[API-3] a store's key books for the store, and sees no booking of its owner's own", async () => {
  const owner = await app.customer("shop@example.com");
  const [person] = await db.select().from(profiles).where(eq(profiles.email, "shop@example.com"));
  await makeStore(app.services, person!.id);
  const store = await makeKey(owner, { page: "/store/dashboard/developers" });
  await owner.send("/book", { ...BODY, deliveryType: "standard" });
  const made = await bookByApi(app, store.key, order());
  const listed = await callApi(app, store.key, "GET", "/bookings");
  expect((listed.json["data"] as { code: string }[]).map(({ code }) => code)).toEqual([made.json["code"]]);
});

test("[API-5] prices and tracking need no key, open for pages of other sites, and refuse a page that holds a key", async () => {
  const quoted = await callApi(app, null, "POST", "/quotes", { body: QUOTE_EXAMPLE });
  expect(quoted.status).toBe(200);
  expect(quoted.json["quotes"]).toMatchObject([{ service: "standard", price: { currency: "NGN" } }, {}, {}]);
  const nowhere = await callApi(app, null, "POST", "/quotes", {
    body: { ...QUOTE_EXAMPLE, to: { state: "Atlantis" } },
  });
  expect([nowhere.status, nowhere.json]).toMatchObject([422, { errors: [{ pointer: "/to/state" }] }]);

  const { json } = await bookByApi(app, key, order());
  const tracked = await callApi(app, null, "GET", `/track/${String(json["code"])}`, {
    headers: { Origin: "https://shop.example" },
  });
  expect([tracked.status, tracked.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
  const shown = JSON.stringify(tracked.json);
  for (const secret of ["Ada Fashion", "Bola", "Allen Avenue", "0803", "amount"])
    expect(shown).not.toContain(secret);
  expect(problemOf(await callApi(app, null, "GET", "/track/OD00000000NG"))).toEqual([404, "not_found"]);
  const preflight = await callApi(app, null, "OPTIONS", "/quotes", {
    headers: { Origin: "https://shop.example" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe("Content-Type");
  const held = await callApi(app, key, "POST", "/quotes", {
    body: QUOTE_EXAMPLE,
    headers: { Origin: "https://a.example" },
  });
  expect(problemOf(held)).toEqual([403, "key_in_a_page"]);
  expect((await callApi(app, null, "OPTIONS", "/bookings")).status).toBe(405);
});

test("[API-7] labels of the owner's bookings come as one PDF in A6, a page for each piece; a proof is there once delivered", async () => {
  const parcel = { ...NEW_BOOKING_EXAMPLE.parcel, pieces: 2 };
  const receiver = { ...NEW_BOOKING_EXAMPLE.receiver, name: "Ọlábísí Ẹ̀bùn Ñandú" };
  const one = String((await bookByApi(app, key, order({ parcel, receiver }))).json["code"]);
  const two = String((await bookByApi(app, key, order())).json["code"]);
  const pagesOf = (bytes: Buffer) => bytes.toString("latin1").match(/\/Type \/Page\b(?!s)/g)?.length;
  const label = await callApi(app, key, "GET", `/bookings/${one}/label`);
  expect([label.status, label.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect(label.bytes.toString("latin1")).toMatch(/^%PDF-1.*MediaBox \[0 0 297.6\d* 419.5\d*\]/s);
  expect(pagesOf(label.bytes)).toBe(2);
  expect(pagesOf((await callApi(app, key, "GET", `/labels?codes=${two},${one}`)).bytes)).toBe(3);
  expect((await callApi(app, others.key, "GET", `/labels?codes=${two}`)).status).toBe(404);
  // An unknown code makes the whole request fail, and so do more than a hundred codes.
  expect((await callApi(app, key, "GET", `/labels?codes=${two},OD00000000NG`)).status).toBe(404);
  const many = Array.from({ length: 101 }, (_, n) => `OD${10_000_000 + n}NG`);
  expect(problemOf(await callApi(app, key, "GET", `/labels?codes=${many.join()}`))).toEqual([
    422,
    "too_many_labels",
  ]);
  const proof = await callApi(app, key, "GET", `/bookings/${one}/proof`);
  expect([proof.status, proof.json]).toEqual([200, { data: [] }]);
});

test("[WIDGET-1] the tracking widget has at most 8 KB, no script, no cookie, nothing private, and may be framed, alone", async () => {
  const code = String((await bookByApi(app, key, order())).json["code"]);
  const widget = await app.visitor().ask(`/widget/${code}`);
  expect(widget.status).toBe(200);
  expect(Buffer.byteLength(widget.text)).toBeLessThan(8 * 1024);
  expect(widget.text).not.toMatch(/<script|Bola|Ada Fashion|0803|Allen/);
  expect(widget.headers.getSetCookie()).toEqual([]);
  expect(widget.headers.get("Content-Security-Policy")).toContain("frame-ancestors *");
  expect(widget.headers.get("X-Frame-Options")).toBeNull();
  expect((await app.visitor().ask("/track")).headers.get("X-Frame-Options")).toBe("DENY");
  expect((await app.visitor().ask("/widget/OD00000000NG")).status).toBe(404);
  const page = await app.visitor().ask("/developers");
  expect([page.status, page.text]).toMatchObject([200, expect.stringContaining("/widget/")]);
  for (const id of ["problems", ...Object.keys(PROBLEM_CODES)]) expect(page.text).toContain(` id="${id}"`);
  const document = await app.visitor().ask("/api/openapi.json");
  expect(JSON.parse(document.text)).toMatchObject({ openapi: "3.1.0" });
  const packed = await app.visitor().ask("/api/openapi.json", { headers: { "Accept-Encoding": "br" } });
  expect(packed.headers.get("Content-Encoding")).toBe("br");
});

test("[API-8] no cookie opens an endpoint, and no key opens a page: each answers as it answers a stranger", async () => {
  const Cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const { method, path, access } of ENDPOINTS.filter((one) => one.access !== "none")) {
    const at = path.replaceAll(/\{\w+\}/g, "OD12345678NG");
    const sends = method === "post" || method === "patch";
    const sent = { headers: { Cookie }, ...(sends && { body: {} }) };
    const answer = await callApi(app, null, method.toUpperCase(), at, sent);
    expect([path, access, ...problemOf(answer)]).toEqual([path, access, 401, "no_key"]);
  }
  const pages = routePaths().map((path) => path.replaceAll(/:\w+\??/g, "1").replace("*", "nowhere"));
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) {
    const [stranger, program] = [
      await app.visitor().ask(page),
      await app.visitor().ask(page, { headers: { Authorization: `Bearer ${key}` } }),
    ];
    expect([page, program.status, program.location]).toEqual([page, stranger.status, stranger.location]);
  }
});

test("[API-8] cookies and keys stay apart, PATCH is open at the API alone, and while the site is locked it answers 423", async () => {
  const cookies = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const byCookie = await callApi(app, null, "GET", "/bookings", { headers: { Cookie: cookies } });
  expect(problemOf(byCookie)).toEqual([401, "no_key"]);
  const page = await app.visitor().ask("/profile", { headers: { Authorization: `Bearer ${key}` } });
  expect([page.status, page.location]).toMatchObject([302, expect.stringContaining("/login")]);
  expect(
    (await app.visitor().ask("/profile", { method: "PATCH", headers: { Authorization: `Bearer ${key}` } }))
      .status,
  ).toBe(405);
  const wrong = await callApi(app, key, "PUT", "/bookings");
  expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "POST, GET, HEAD"]);
  expect(problemOf(await callApi(app, key, "GET", "/nothing"))).toEqual([404, "no_such_endpoint"]);
  const boss = await app.admin("super_admin");
  await boss.send("/admin/site-lock", {
    intent: "activate",
    password: "a-lock-password",
    confirmPassword: "a-lock-password",
  });
  expect(problemOf(await callApi(app, key, "GET", "/bookings"))).toEqual([423, "locked"]);
  await boss.send("/admin/site-lock", { intent: "deactivate" });
  expect((await callApi(app, key, "GET", "/bookings")).status).toBe(200);
});
