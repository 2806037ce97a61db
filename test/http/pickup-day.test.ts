/** BOOK-32: the sender chooses the day of the pickup, and morning or afternoon, over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { addHub } from "../fixtures/hubs.ts";
import { publishPrices } from "../fixtures/prices.ts";

// The test's day is Saturday, 21 Nov 2026, 11:00 am; the office works from Monday to Saturday.
const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
await publishPrices(app);
const plain = (text: string) => text.replaceAll("<!-- -->", "");
const optionsOf = (text: string, name: string) =>
  [
    ...(new RegExp(`<select[^>]*name="${name}"[^]*?</select>`).exec(text)?.[0] ?? "").matchAll(
      /<option value="([^"]*)"( selected="")?/g,
    ),
  ].map(([, value, selected]) => (selected ? `${value}*` : value));
const NEXT = [
  "2026-11-21",
  "2026-11-23",
  "2026-11-24",
  "2026-11-25",
  "2026-11-26",
  "2026-11-27",
  "2026-11-28",
];

const book = (form: Record<string, string>, who: Visitor = app.visitor(), path = "/book") =>
  who.send(path, { ...BODY, ...form });
async function rowOf({ location }: { location: string | null }) {
  const code = /[A-Z]{2}\d{8}NG/.exec(location ?? "")?.[0] ?? "";
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  return row!;
}
const lastDay = (at: Date) => at.toISOString().slice(0, 10);

test("[BOOK-32] [BOOK-16] the form without JavaScript offers the next seven working days, and the first is chosen", async () => {
  for (const [who, path] of [
    [app.visitor(), "/book"],
    [await app.admin("moderator"), "/admin/bookings/new"],
  ] as const) {
    const { text } = await who.ask(path);
    // No option is marked, so a browser chooses the first one.
    expect(optionsOf(text, "pickupDay")).toEqual(["", ...NEXT]);
    expect(optionsOf(text, "pickupHalf")).toEqual(["", "morning", "afternoon"]);
  }
});

test("[BOOK-32] [BOOK-4] who touches nothing is picked up on the first possible day, at any time", async () => {
  const untouched: Record<string, string>[] = [{}, { pickupDay: "", pickupHalf: "" }];
  for (const form of untouched) {
    const row = await rowOf(await book(form));
    expect([row.pickupDay, row.pickupHalf, lastDay(row.estimatedDelivery)]).toEqual([
      "2026-11-21",
      null,
      "2026-11-23",
    ]);
  }
});

test("[BOOK-32] the chosen day and half stand in receipt, mail, details and track page, and move the promise", async () => {
  const sender = app.visitor();
  const row = await rowOf(await book({ pickupDay: "2026-11-25", pickupHalf: "afternoon" }, sender));
  expect([row.pickupDay, row.pickupHalf, lastDay(row.estimatedDelivery)]).toEqual([
    "2026-11-25",
    "afternoon",
    "2026-11-27",
  ]);
  const SAID = "We pick up on Wed 25 Nov in the afternoon.";
  const track = `/track?code=${row.trackingCode}`;
  const staff = await app.admin("support");
  for (const [who, path] of [
    [sender, track],
    [app.visitor(), track],
    [staff, `/admin/bookings/${row.trackingCode}`],
  ] as const) {
    const text = plain((await who.ask(path)).text);
    expect([path, text.includes(SAID)]).toEqual([path, true]);
  }
  const mailed = async () =>
    (await app.mails(1)).find(({ subject }) => subject.includes(row.trackingCode))?.text ?? "";
  await expect.poll(mailed, { timeout: 10_000 }).toContain(SAID);
  expect(await mailed()).toContain("By Fri 27 Nov at the latest.");
});

test("[BOOK-32] [STAFF-24] staff choose it at the counter", async () => {
  const moderator = await app.admin("moderator");
  const row = await rowOf(
    await book({ pickupDay: "2026-11-26", pickupHalf: "morning" }, moderator, "/admin/bookings/new"),
  );
  expect([row.pickupDay, row.pickupHalf]).toEqual(["2026-11-26", "morning"]);
});

test.each([
  ["a closed day", { pickupDay: "2026-11-22" }],
  ["a day that is over", { pickupDay: "2026-11-20" }],
  ["a day too far away", { pickupDay: "2026-12-01" }],
])("[BOOK-32] %s is refused at its field, and nothing is booked", async (_, form) => {
  const before = await db.$count(bookings);
  const { status, text } = await book(form);
  expect(status).toBe(400);
  expect(plain(text)).toMatch(
    /id="[^"]*-pickupDay-error"[^>]*>.*We cannot pick up there on \w+ \d+ \w+\. Choose a day on which we work, from Sat 21 Nov to Sat 28 Nov\./,
  );
  expect(await db.$count(bookings)).toBe(before);
});

test.each<Record<string, string>>([
  { pickupDay: "2026-02-30" },
  { pickupDay: "Monday" },
  { pickupHalf: "night" },
])("[BOOK-32] what the form does not offer is refused: %j", async (form) => {
  const { status, text } = await book(form);
  expect([status, plain(text).includes("from the list")]).toEqual([400, true]);
});

test("[BOOK-32] the prices of a parcel come with the days of its own hub, and the button without JavaScript counts the chosen one", async () => {
  await addHub(app.services, { name: "Kaduna", code: "KAD", town: "Kaduna", state: "Kaduna", hours: "Mon-Fri 8:00-17:00\nSun 9:00-13:00" }, ["Kaduna"]); // prettier-ignore
  const ask = async (more: string) =>
    JSON.parse(
      (await app.visitor().ask(`/quote.json?from=Kaduna&to=Kano&weight=1&type=Parcel&${more}`)).text,
    ) as { service: string; pickups: string; days: { pickupDay: string; lastDay: string } }[];
  const [standard] = await ask("");
  expect(standard!.pickups.split(" ")).toEqual([
    "2026-11-22",
    ...["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-29"],
  ]);
  const chosen = (await ask("pickup=2026-11-24")).find(({ service }) => service === "express");
  expect(chosen!.days).toEqual({ pickupDay: "2026-11-24", lastDay: "2026-11-26" });
  const guest = app.visitor();
  const { text } = await guest.send("/book", { ...BODY, pickupDay: "2026-11-24", intent: "show-price" });
  expect(plain(text)).toContain("We pick up on Tue 24 Nov. Delivered the day after we pick it up.");
  expect(optionsOf(text, "pickupDay")).toContain("2026-11-24*");
});

test("[BOOK-32] [BOOK-31] of a parcel that is brought, day and half are left out", async () => {
  const hub = await addHub(app.services, { code: "LEK", name: "Lekki" }, []);
  const row = await rowOf(await book({ dropOffHub: hub.id, pickupDay: "2026-11-26", pickupHalf: "morning" }));
  expect([row.pickupDay, row.pickupHalf]).toEqual(["2026-11-23", null]);
});

test("[BOOK-32] this morning is refused once it is over, also as the first possible day, and every other morning is taken", async () => {
  app.clock.set(new Date("2026-11-21T11:00:00Z")); // noon in Lagos
  for (const pickupDay of ["", "2026-11-21"]) {
    const { status, text } = await book({ pickupDay, pickupHalf: "morning" });
    expect(status).toBe(400);
    expect(plain(text)).toMatch(
      /id="[^"]*-pickupHalf-error"[^>]*>.*The morning of Sat 21 Nov is over\. Choose another day, or another time of day\./,
    );
  }
  expect((await rowOf(await book({ pickupHalf: "afternoon" }))).pickupDay).toBe("2026-11-21");
  const row = await rowOf(await book({ pickupDay: "2026-11-23", pickupHalf: "morning" }));
  expect([row.pickupDay, row.pickupHalf]).toEqual(["2026-11-23", "morning"]);
  app.clock.set(new Date("2026-11-21T10:59:00Z"));
  const early = await rowOf(await book({ pickupHalf: "morning" }));
  expect(early.pickupHalf).toBe("morning");
  // Once the morning is over, the track page promises only the day.
  const said = async () => plain((await app.visitor().ask(`/track?code=${early.trackingCode}`)).text);
  expect(await said()).toContain("We pick up on Sat 21 Nov in the morning.");
  app.clock.set(new Date("2026-11-21T11:00:00Z"));
  expect(await said()).toContain("We pick up on Sat 21 Nov.");
});

test("[BOOK-32] a day whose cut-off went by while the form was open is refused; the same form sent twice books once", async () => {
  const guest = app.visitor();
  const form = { ...BODY, pickupDay: "2026-11-21", idempotencyKey: crypto.randomUUID() };
  const first = await guest.ask("/book", { form });
  expect(first.status).toBe(302);
  app.clock.set(new Date("2026-11-21T13:00:00Z")); // 2 pm in Lagos: an hour before the office closes
  expect((await guest.ask("/book", { form })).location).toBe(first.location);
  const late = await book({ pickupDay: "2026-11-21" });
  expect([late.status, plain(late.text).includes("We cannot pick up there on Sat 21 Nov.")]).toEqual([
    400,
    true,
  ]);
});
