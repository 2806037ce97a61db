/** STAFF-29: the numbers of waiting items in the menu of the back office. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { menuOf } from "../../app/access/staff-pages.ts";
import { ADMIN_ROLES } from "../../app/domain/admin-roles.ts";
import {
  bookings,
  contactMessages,
  onlinePayments,
  payees,
  transferNotices,
} from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makePayee } from "../fixtures/settlements.ts";

const app = await closedAfterAll(openTestApp());
const support = await app.admin("support");

/** The accessible names of the menu's entries. */
async function menu(): Promise<string[]> {
  const { text } = await support.ask("/admin/prices");
  const nav = /<nav aria-label="Back office".*?<\/nav>/s.exec(text)![0];
  return [...nav.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, inside]) => inside!.replaceAll(/<[^>]*>/g, ""));
}

const waiting = async () => (await menu()).filter((name) => /\d/.test(name));

test("[STAFF-29] the menu counts what waits, and nothing that is dealt with", async () => {
  const { db, now } = app.services;
  expect(await waiting()).toEqual([]);
  const first = await bookOne(app);
  const second = await bookOne(app);
  const form = () => ({ formKey: crypto.randomUUID() });
  await db.insert(contactMessages).values({
    ...form(),
    name: "Bola Ade",
    email: "bola@example.com",
    subject: "Complaint",
    message: "Where is it?",
  });
  for (const { id: bookingId } of [first, second])
    await db.insert(transferNotices).values({ ...form(), bookingId, kobo: 100, paidOn: "2026-11-20" });
  const attempt = {
    bookingId: first.id,
    reference: "ona-1",
    kobo: 100,
    state: "problem",
    problem: "wrong_amount",
  } as const;
  await db.insert(onlinePayments).values(attempt);
  await makePayee(app);
  await db.update(payees).set({ owedKobo: 500, owedSince: now() });
  expect(await waiting()).toEqual(["Bookings2 pending", "Contact Messages1 unread", "Money4 waiting"]);
  // CASH-3: money that riders still hold cannot be paid out yet.
  await db.update(payees).set({ heldKobo: 500 });
  expect((await waiting()).filter((name) => name.startsWith("Money"))).toEqual(["Money3 to check"]);

  await db.update(bookings).set({ status: "in_transit" }).where(eq(bookings.id, first.id));
  await db.update(contactMessages).set({ isRead: true });
  await db.update(transferNotices).set({ state: "confirmed", closedAt: now() });
  await db.update(onlinePayments).set({ closedAt: now() });
  await db.update(payees).set({ owedKobo: 0, owedSince: null });
  expect(await waiting()).toEqual(["Bookings1 pending"]);
});

/** Returns the names of the tabs on a page. */
async function tabsOn(path: string, who = support): Promise<string[]> {
  const { text } = await who.ask(path);
  const nav = /<nav aria-label="[^"]*: pages".*?<\/nav>/s.exec(text)?.[0] ?? "";
  return [...nav.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, inside]) => inside!.replaceAll(/<[^>]*>/g, ""));
}

test("[STAFF-29] a role sees the entries and tabs that it may open, at most 14", async () => {
  expect(await menu()).toContain("Site Lock");
  expect(await menu()).not.toContain("Activity Logs");
  expect(await tabsOn("/admin/company")).not.toContain("System");
  const boss = await app.admin("super_admin");
  expect(await tabsOn("/admin/company", boss)).toEqual([
    "Company",
    "Bank Account",
    "Prices",
    "Messages",
    "Languages",
    "API keys",
    "System",
  ]);
  expect(await tabsOn("/admin/bookings", boss)).toEqual(["Bookings pending1", "Waybills"]);
  // A page that belongs to no tab shows no tabs.
  expect(await tabsOn("/admin/bookings/new", boss)).toEqual([]);
});

test("[STAFF-29] each role has at most 14 entries", () => {
  for (const role of ADMIN_ROLES) expect(menuOf(role, true).length).toBeLessThanOrEqual(14);
});
