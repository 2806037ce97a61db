/** The cash accounts of riders and hubs over HTTP: plain forms, as a browser without JavaScript sends them. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asSystem } from "../../app/access/actors.server.ts";
import { cashOf } from "../../app/money/cash-ledger/cash-account.server.ts";
import { addCash } from "../../app/money/cash-ledger/cash-ledger.server.ts";
import { exceptions } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { acting } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { CASH_ALONE, wrongCash } from "../fixtures/cash-recount.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { clerkOf } from "../fixtures/staff.ts";
import { makeHubs, makeRider } from "../fixtures/road.ts";
import { says, saysNot } from "../fixtures/run-pages.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { db, now } = app.services;
const { IKJ, KAN } = await makeHubs(app, "IKJ", "KAN");
const cashier = await app.admin("cashier");
const clerk = await clerkOf(app, IKJ.id);

const hub = { kind: "hub" as const, id: IKJ.id };
/** Makes a rider who collected this many naira at a receiver's door. */
async function riderWith(naira: number, name: string, hubId = IKJ.id) {
  const { id } = await makeRider(app, hubId, name);
  const { id: bookingId } = await bookOne(app);
  const entry = { kind: "collected", kobo: naira * 100, part: "goods", bookingId } as const;
  await transact(db, (tx) =>
    addCash(acting({ tx, actor: asSystem("Test"), at: now() }), [
      { holder: { kind: "rider", id }, ...entry },
    ]),
  );
  return { kind: "rider" as const, id };
}
type Rider = Awaited<ReturnType<typeof riderWith>>;
const pageOf = ({ kind, id }: { kind: string; id: string }) => `/admin/cash/${kind}/${id}`;
const balance = async (holder: Rider | typeof hub) => (await cashOf(db, holder)).balanceKobo / 100;
/** Presses a button on the page of a cash account, with the values that the page showed. */
async function press(
  holder: Rider | typeof hub,
  intent: string,
  more: Record<string, string>,
  who = cashier,
) {
  const { lastEntry } = await cashOf(db, holder);
  const form = { idempotencyKey: crypto.randomUUID(), intent, hub: IKJ.id, seen: String(lastEntry), ...more };
  return who.ask(pageOf(holder), { form });
}

test("[CASH-4] [CASH-6] what a rider owes is listed, counted by notes, and in the hub's account", async () => {
  const musa = await riderWith(46_500, "Musa Bello");
  says((await cashier.ask("/admin/cash")).text, "Musa Bello", "₦46,500");
  const before = await balance(hub);
  const paid = await press(musa, "pay_in", { n1000: "46", n500: "1" });
  expect(paid.toast).toMatchObject({ tone: "good", title: "₦46,500 paid in" });
  expect([await balance(musa), (await balance(hub)) - before]).toEqual([0, 46_500]);
  says((await cashier.ask(pageOf(musa))).text, "Paid in", "46 × ₦1,000");
  expect(await wrongCash(db, CASH_ALONE)).toEqual([]);
});

test("[CASH-4] ₦2,000 too little is a cash difference with the rider's name; the same form counts once", async () => {
  const sani = await riderWith(12_000, "Sani Abba");
  const { lastEntry } = await cashOf(db, sani);
  const form = {
    ...{ idempotencyKey: crypto.randomUUID(), intent: "pay_in", hub: IKJ.id },
    ...{ n1000: "10", seen: String(lastEntry) },
  };
  const [first] = await Promise.all([1, 2].map(() => clerk.ask(pageOf(sani), { form })));
  expect(first!.toast).toMatchObject({ tone: "bad", text: expect.stringContaining("₦2,000 is missing") });
  expect(await balance(sani)).toBe(2000);
  const open = sql`kind = 'cash_difference' and note like 'Sani Abba%'`;
  expect(await db.select().from(exceptions).where(open)).toMatchObject([{ closedAt: null, hubId: IKJ.id }]);
  // Two people count the same cash. The form of the second person is refused with the new balance, and writes no entry.
  const late = await press(sani, "pay_in", { n1000: "2", seen: String(lastEntry) });
  expect(late.status).toBe(409);
  says(late.text, "₦2,000");
  expect(await balance(sani)).toBe(2000);
  expect(await wrongCash(db, CASH_ALONE)).toEqual([]);
});

test("[CASH-4] an empty count and half a note are refused, and what was typed stays", async () => {
  const ada = await riderWith(5000, "Ada Obi");
  const half = await press(ada, "pay_in", { n1000: "2.5", n500: "3" });
  expect(half.status).toBe(400);
  says(half.text, "Enter a whole number", 'value="2.5"', 'value="3"');
  expect((await press(ada, "pay_in", {})).status).toBe(400);
  expect(await balance(ada)).toBe(5000);
});

test("[BOOK-13] who takes back without a reason reads the label of the field above the form", async () => {
  const ada = await riderWith(3000, "Ada Eze");
  await press(ada, "pay_in", { n1000: "3" });
  const { lastEntry: entry } = await cashOf(db, ada);
  const boss = await app.admin("super_admin");
  const refused = await press(ada, "take_back", { entry: String(entry), reversalReason: "" }, boss);
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/href="#wrong-reversalReason"[^>]*>Why<\/a>/);
});

test("[CASH-6] a clerk counts for the own hub alone, and takes no file", async () => {
  const there = await riderWith(3000, "Ngozi Eze", KAN.id);
  saysNot((await clerk.ask("/admin/cash")).text, "Ngozi Eze");
  expect((await press(there, "pay_in", { n1000: "3" }, clerk)).status).toBeGreaterThanOrEqual(400);
  expect(await balance(there)).toBe(3000);
  expect((await clerk.ask("/admin/cash/export.csv")).status).toBe(403);
  const dispatcher = await app.admin("dispatcher");
  expect((await dispatcher.ask("/admin/cash")).status).toBe(403);
  expect((await press(there, "pay_in", { n1000: "3" }, dispatcher)).status).toBe(403);
});

test("[CASH-5] [CASH-6] change, a deposit and a shortage are entries with their reason; the file has all of them", async () => {
  const uche = await riderWith(4000, "Uche Nwosu");
  await press(uche, "change", { amount: "500" });
  expect(await balance(uche)).toBe(4500);
  const noReason = await press(uche, "difference", { amount: "1000", difference: "shortage" });
  expect(noReason.status).toBe(400);
  await press(uche, "difference", { amount: "1000", difference: "shortage", reason: "Robbed at Ojota" });
  expect(await balance(uche)).toBe(3500);
  const kept = await balance(hub);
  await press(hub, "deposit", { amount: "10000", reference: "GTB 0091" });
  expect(await balance(hub)).toBe(kept - 10_000);
  says((await cashier.ask("/admin/cash")).text, "GTB0091");
  const { text } = await cashier.ask("/admin/cash/export.csv");
  const line = (...words: string[]) =>
    text.split("\n").some((row) => words.every((word) => row.includes(word)));
  expect(text.split("\n")[0]).toContain("Rider,Hub,Kind,Amount (naira)");
  expect(line("Uche Nwosu", "Shortage", "-1000", "Robbed at Ojota")).toBe(true);
  expect(line("Bank deposit", "-10000", "GTB0091")).toBe(true);
  expect(await wrongCash(db, CASH_ALONE)).toEqual([]);
});

test("[CASH-14] the second who approves one shortage is asked on the page, keeps what was typed, and says yes with a tick", async () => {
  const musa = await riderWith(5000, "Musa Sule");
  const boss = await app.admin("super_admin");
  const shown = /name="seen" value="(\d+)"/.exec((await cashier.ask(pageOf(musa))).text)![1]!;
  const form = {
    intent: "difference",
    difference: "shortage",
    amount: "700",
    reason: "Not there",
    seen: shown,
  };
  const send = (who: typeof boss, more: Record<string, string> = {}) =>
    who.ask(pageOf(musa), { form: { idempotencyKey: crypto.randomUUID(), ...form, ...more } });
  expect((await send(cashier)).status).toBe(302);
  const asked = await send(boss);
  expect(asked.status).toBe(409);
  says(asked.text, "recorded: Shortage of ₦700 for Musa Sule", "Record another?", "Yes, record another");
  expect(asked.text).toContain('value="Not there"');
  expect(asked.text).toMatch(/<details[^>]* open[^>]*>.{0,200}Approve a difference/s);
  const box = /name="another"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="another"/.exec(asked.text)!;
  expect(asked.text).toContain(`name="seen" value="${shown}"`);
  expect(await balance(musa)).toBe(4300);
  // Without the field `another`, the second press is no confirmation.
  expect((await send(boss)).status).toBe(409);
  expect((await send(boss, { another: box[1] ?? box[2]! })).status).toBe(302);
  expect(await balance(musa)).toBe(3600);
});
