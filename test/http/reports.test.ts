/**
 * Reports of money over HTTP: their numbers, the roles of staff that may open them, and exports that add up to the
 * numbers.
 */
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, bookings } from "../../app/platform/db/schema.ts";
import { shownTopics } from "../../app/platform/live/live-topics.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { signIn } from "../fixtures/people.ts";
import { publishPrices } from "../fixtures/prices.ts";
import { SAW_ALL } from "../fixtures/saw-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const at = (text: string) => app.clock.set(new Date(text));
at("2026-11-20T10:00:00Z");
await publishPrices(app);

const text = (page: string) =>
  page
    .replace(/<!-- -->|<\/?small[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const YEAR = "from=2026-01-01&to=2026-12-31";

const sender = await signIn(app, "ada@example.com");
await sender.send("/profile/settlements", {
  intent: "account",
  bank: "Zenith Bank",
  accountName: "Ada Obi",
  accountNumber: "1012345678",
});
const { location } = await sender.send("/book", { ...BODY, deliveryType: "standard", collect: "10000" });
const code = /code=(\w+)/.exec(location ?? "")![1]!;
// The staff sign in on the day after the booking.
at("2026-11-21T10:00:00Z");
const boss = await app.admin("super_admin");
const reader = await app.admin("support");
const charge = async (naira: string) => {
  const page = (await boss.ask(`/admin/bookings/${code}/money`)).text;
  const seen = /name="seen"[^>]*value="(\d+)"/.exec(page)?.[1] ?? "0";
  return boss.send(`/admin/bookings/${code}/money`, { intent: "price", seen, price: naira, note: "" });
};
// From the next day on the price is ₦10,750 with ₦750 VAT; ₦4,000 of it is paid.
expect((await charge("10750")).status).toBe(302);
const paid = await boss.send(`/admin/bookings/${code}/money`, {
  intent: "payment",
  method: "cash",
  amount: "4000",
  reference: "",
  note: "",
});
expect(paid.status).toBe(302);
await db.update(bookings).set({ status: "delivered", deliveredAt: app.services.now() });
const collected = await boss.send(`/admin/bookings/${code}/collection`, {
  ...SAW_ALL,
  intent: "collect",
  method: "cash",
  amount: "10000",
  reference: "",
  reason: "",
  note: "",
});
expect(collected.status).toBe(302);

test("[REPORT-2] [REPORT-6] revenue with and without VAT, payments and what is owed, by day, month, lane and method", async () => {
  const days = text((await reader.ask(`/admin/reports?${YEAR}&by=day`)).text);
  expect(days).toContain("Nov 20, 2026");
  // The revenue is ₦10,750 and ₦300 handling of cash on delivery. The ₦10,000 that was collected for the sender is no
  // revenue.
  expect(days).toMatch(
    /Revenue with VAT ₦11,050 Before: ₦0 \(Jan 01, 2025 to Dec 31, 2025\) Bookings priced 1 VAT ₦770\.93 Revenue without VAT ₦10,279\.07/,
  );
  expect(days).toMatch(/Paid Without reversed payments ₦4,000/);
  const lanes = text((await reader.ask(`/admin/reports?${YEAR}&by=lane`)).text);
  expect(lanes).toMatch(/Lagos → Kano 1 ₦11,050 ₦770\.93 ₦10,279\.07 ₦0 ₦4,000 ₦6,750/);
  const months = text((await reader.ask(`/admin/reports?${YEAR}&by=month`)).text);
  expect(months).toMatch(/Nov 2026 1 ₦11,050/);
  // The bars include months without amounts, and the table does not.
  expect(months).toContain("Dec 2026: ₦0");
  const methods = text((await reader.ask(`/admin/reports?${YEAR}&by=method`)).text);
  // The text beside each number states the number of the previous period, also for screen readers.
  const before = text((await reader.ask("/admin/reports?from=2026-12-01&to=2026-12-31&by=day")).text);
  // One booking is too few for a percentage.
  expect(before).toContain("Before: ₦11,050 (Nov 01, 2026 to Nov 30, 2026)");
  expect(before).toMatch(/Dec 20, 2026: ₦0; Nov 20, 2026: ₦[1-9]/);
  expect(methods).toMatch(/Cash 1 ₦4,000 ₦0 ₦4,000 ₦10,000 ₦0/);
  const refused = (await reader.ask("/admin/reports?from=2026-02-30")).text;
  expect(refused).toContain("Choose a day, e.g. 2026-11-21");
});

test("[REPORT-10] [REPORT-11] by service, by business and by payee: the lines add up to the report, and lead on", async () => {
  const page = async (by: string) => (await reader.ask(`/admin/reports?${YEAR}&by=${by}`)).text;
  const services = await page("service");
  expect(text(services)).toMatch(/Standard 1 ₦11,050 ₦770\.93 ₦10,279\.07 ₦0 ₦4,000 ₦6,750/);
  expect(services).toContain('href="/admin/bookings?from=2026-01-01&amp;to=2026-12-31&amp;type=standard"');
  const business = await page("business");
  expect(text(business)).toMatch(/No business 1 ₦11,050 ₦770\.93 ₦10,279\.07 ₦0 ₦4,000 ₦6,750/);
  expect(business).not.toContain('href="/admin/businesses/none"');
  const payees = await page("payee");
  // ₦10,000 was collected, ₦300 of it is our fee, and nothing is paid out yet.
  expect(text(payees)).toMatch(/ada@example\.com ₦0 ₦10,000 ₦300 ₦0 ₦0 ₦9,700 –/);
  expect(payees).toMatch(/href="\/admin\/settlements\/[0-9a-f-]{36}"/);
  const long = "from=2024-01-01&to=2026-12-31";
  expect((await reader.ask(`/admin/reports?${long}&by=day`)).text).toContain("Choose at most 366 days");
  expect((await reader.ask(`/admin/reports/export.csv?${long}&by=day`)).status).toBe(400);
  expect(text((await reader.ask(`/admin/reports?${long}&by=payee`)).text)).toContain(
    "₦0 ₦10,000 ₦300 ₦0 ₦0 ₦9,700 –",
  );
  const before = "from=2026-10-01&to=2026-10-31";
  expect(text((await reader.ask(`/admin/reports?${before}&by=payee`)).text)).toContain(
    "Nothing was collected, paid out or held on these days.",
  );
});

test("[REPORT-3] what is left to pay by age, at the end of the period, and what is held for senders", async () => {
  const page = text((await reader.ask(`/admin/reports?${YEAR}`)).text);
  expect(page).toMatch(/Now ₦6,750 Booked in the last 7 days ₦6,750 Booked 8 to 30 days ago ₦0/);
  expect(page).toMatch(/Held for senders and stores, Dec 31, 2026 Not ours: see Settlements ₦9,700/);
  at("2026-12-25T10:00:00Z");
  const nextMonth = await app.admin("moderator");
  const later = text((await nextMonth.ask(`/admin/reports?from=2026-11-01&to=2026-11-20`)).text);
  expect(later).toMatch(
    /Now ₦6,750 Booked in the last 7 days ₦0 Booked 8 to 30 days ago ₦0 Booked over 30 days ago ₦6,750/,
  );
  at("2026-11-21T10:00:00Z");
});

test("[REPORT-4] exports add up to the report, amounts are numbers, and each is in the activity log", async () => {
  const rowsOf = async (path: string) => {
    const csv = (await reader.ask(path)).text.replace("\uFEFF", "");
    return parse(csv, { columns: true }) as Record<string, string>[];
  };
  const sum = (rows: Record<string, string>[], name: string) =>
    Math.round(rows.reduce((total, row) => total + 100 * Number(row[name]), 0));
  const report = await rowsOf(`/admin/reports/export.csv?${YEAR}&by=lane`);
  const entries = await rowsOf(`/admin/reports/entries.csv?${YEAR}&by=day`);
  expect(entries.map((row) => row["What"])).toEqual([
    "Price",
    "Collected for sender",
    "Payment",
    "Price changed",
  ]);
  for (const name of [
    "Revenue with VAT (naira)",
    "VAT (naira)",
    "Revenue without VAT (naira)",
    "Paid (naira)",
  ])
    expect(sum(entries, name), name).toBe(sum(report, name));
  expect(sum(entries, "Revenue with VAT (naira)")).toBe(1_105_000);
  expect(sum(entries, "Collected for senders and stores (naira)")).toBe(1_000_000);
  expect(await rowsOf(`/admin/reports/export.csv?${YEAR}&by=method`)).toHaveLength(6);
  for (const [by, name] of [
    ["service", "Standard"],
    ["business", "No business"],
  ]) {
    const rows = await rowsOf(`/admin/reports/export.csv?${YEAR}&by=${by}`);
    expect(rows.map((row) => row[by === "service" ? "Service" : "Business"])).toEqual([name]);
    expect(sum(rows, "Revenue with VAT (naira)")).toBe(1_105_000);
  }
  expect(await rowsOf(`/admin/reports/export.csv?${YEAR}&by=payee`)).toEqual([
    {
      ...{ Payee: "ada@example.com", "Held before (naira)": "0", "Collected (naira)": "10000" },
      ...{ "COD fee (naira)": "300", "Taken for returns (naira)": "0", "Paid out (naira)": "0" },
      ...{ "Held at the end (naira)": "9700", "Collections paid out in full": "0" },
      ...{ "Days to payout (mean)": "", "Days to payout (longest)": "" },
    },
  ]);
  expect((await reader.ask("/admin/reports/entries.csv?from=x")).status).toBe(400);
  const logged = await db.select().from(activityLogs).where(eq(activityLogs.entityType, "report"));
  expect(logged.map(({ description }) => description)).toEqual([
    "Exported the report by lane, 1 Jan 2026 to 31 Dec 2026",
    "Exported each price and payment, 1 Jan 2026 to 31 Dec 2026",
    "Exported the report by method, 1 Jan 2026 to 31 Dec 2026",
    ...["service", "business", "payee"].map(
      (by) => `Exported the report by ${by}, 1 Jan 2026 to 31 Dec 2026`,
    ),
  ]);
});

test("[REPORT-5] the dashboard shows money to super admins only", async () => {
  const dashboard = text((await boss.ask("/admin")).text);
  expect(dashboard).toMatch(/Revenue today ₦[\d,.]+ with VAT Revenue this month ₦11,050 with VAT/);
  expect(dashboard).toMatch(/Left to pay ₦6,750/);
  // A dashboard that is open gets a notification about money, and reloads.
  let told = 0;
  const stop = app.services.live.subscribe(["money"], () => told++);
  await boss.send(`/admin/bookings/${code}/money`, {
    ...SAW_ALL,
    intent: "payment",
    method: "cash",
    amount: "50",
    reference: "",
    note: "",
  });
  await expect.poll(() => told).toBeGreaterThan(0);
  stop();
  expect(shownTopics(new URLSearchParams("show=bookings&show=money"))).toEqual(["bookings", "money"]);
  expect(text((await boss.ask("/admin")).text)).toMatch(/Left to pay ₦6,700/);
  for (const role of ["moderator", "support"] as const) {
    const other = await app.admin(role);
    expect((await other.ask("/admin")).text).not.toContain("Revenue");
    expect((await other.ask("/admin.data")).text).not.toContain("monthKobo");
  }
});
