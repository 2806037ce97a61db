/** HOOK-2: parcels that are booked in four ways and moved in three ways send the same webhooks in the same order. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { bookings } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookByApi, callApi, makeKey } from "../fixtures/api.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { askForLink, confirm } from "../fixtures/links.ts";
import { Phone } from "../fixtures/phone.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { makeHubs, makeRider, makeRun, piecesOf, receiveAt, runNow, sendRunOut } from "../fixtures/road.ts";
import { xlsx } from "../fixtures/xlsx.ts";

const EMAIL = "ada@example.com";
const app = await closedAfterAll(openTestApp({ limitsFactor: 1000, webhooksLoopback: true }));
const { db } = app.services;
const ada = await app.customer(EMAIL);
const boss = await app.admin("super_admin");
const desk = await makeAdmin(app, "moderator");
const { IKJ } = await makeHubs(app, "IKJ");
const { key } = await makeKey(ada);
await publishPrices(app);

type Message = {
  type: string;
  data: { code: string; sequence: number; status: string; previous_status: string; reason: object | null };
};
const got: Message[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    got.push(JSON.parse(body) as Message);
    response.writeHead(204).end();
  });
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
afterAll(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
const events = ["booking.status_changed", "booking.created"];
await callApi(app, key, "POST", "/webhook_endpoints", { body: { url, events } });

const codeIn = (text: string | null) => /OD\d{8,9}NG/.exec(text ?? "")![0];
const newest = async () => {
  const rows = await db.select().from(bookings).orderBy(bookings.createdAt, bookings.id);
  return rows.at(-1)!.trackingCode;
};

let orders = 0;
const FROM_FORM = { ...BODY, deliveryType: "standard", senderEmail: EMAIL };
const DOORS: Record<string, () => Promise<string>> = {
  form: async () => {
    await ada.send("/book", FROM_FORM);
    return newest();
  },
  counter: async () => codeIn((await boss.send("/admin/bookings/new", FROM_FORM)).location),
  file: async () => {
    const body = new FormData();
    for (const name of ["senderName", "senderPhone", "senderEmail", "senderAddress"] as const)
      body.set(name, FROM_FORM[name]);
    const head = ["Receiver", "Phone", "Delivery address", "Description", "Weight (kg)"];
    const file = xlsx([head, ["Musa Bello", 8051000000 + ++orders, "12 Bompai Road, Kano", "Books", 2]]);
    body.set("file", new Blob([new Uint8Array(file)]), "parcels.xlsx");
    const page = (await ada.ask("/book/bulk", { body })).location!;
    const seen = /name="seen" value="([^"]+)"/.exec((await ada.ask(page)).text)![1]!;
    const before = await db.$count(bookings);
    await ada.send(page, { intent: "book", seen });
    await expect.poll(() => db.$count(bookings), { timeout: 15_000 }).toBe(before + 1);
    return newest();
  },
  key: async () => {
    const body = { ...NEW_BOOKING_EXAMPLE, reference: `door-${++orders}` };
    return String((await bookByApi(app, key, body)).json["code"]);
  },
};

async function rowOf(code: string) {
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  return row!;
}

const MOVERS: Record<string, (codes: string[]) => Promise<void>> = {
  desk: async (codes) => {
    for (const status of ["in_transit", "delivered"])
      for (const code of codes) {
        const { id, version } = await rowOf(code);
        await boss.send(`/admin/bookings/${code}`, { id, version: String(version), status });
      }
  },
  scan: async (codes) => {
    for (const status of ["in_transit", "delivered"])
      for (const code of codes) await boss.send("/admin/scan", { code, status });
  },
  rider: async (codes) => {
    const rider = await makeRider(app, IKJ.id);
    const ids: string[] = [];
    for (const code of codes) ids.push(...(await piecesOf(app, (await rowOf(code)).id)).map(({ id }) => id));
    await receiveAt(app, desk, IKJ.id, ids);
    const run = await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
    await sendRunOut(app, desk, run.id, ids);
    const phone = await Phone.of(app, rider.id);
    app.clock.pass(60_000);
    const out = await runNow(app, run.id);
    for (const id of ids) phone.delivers(out, [id]);
    await phone.sends();
  },
};

test("[HOOK-2] form, counter, file and key, moved by desk, scan and rider: the same messages in the same order", async () => {
  const codes = new Map<string, string>();
  for (const mover of Object.keys(MOVERS))
    for (const [door, book] of Object.entries(DOORS)) {
      app.clock.pass(1000);
      codes.set(`${door} ${mover}`, await book());
    }
  // When the person with this email signs in again, the booking of the counter joins their account (LINK-7).
  await confirm(app, await askForLink(app, { email: EMAIL }));
  for (const [mover, move] of Object.entries(MOVERS)) {
    app.clock.pass(1000);
    await move([...codes].filter(([name]) => name.endsWith(` ${mover}`)).map(([, code]) => code));
  }
  app.clock.pass(60_000);
  app.services.live.publish("webhooks");
  const toldOf = (code: string) =>
    got
      .filter(({ type, data }) => type === "booking.status_changed" && data.code === code)
      .toSorted((a, b) => a.data.sequence - b.data.sequence)
      .map(({ data: { previous_status: from, status, reason } }) => [from, status, reason]);
  for (const [name, code] of codes)
    await expect
      .poll(() => [name, ...toldOf(code)], { timeout: 10_000 })
      .toEqual([name, ["pending", "in_transit", null], ["in_transit", "delivered", null]]);
  // When the counter made its booking, the booking belonged to no account, so no webhook reported its creation.
  const created = new Set(got.filter(({ type }) => type === "booking.created").map(({ data }) => data.code));
  for (const [name, code] of codes) expect([name, created.has(code)]).toEqual([name, !/^counter/.test(name)]);
});
