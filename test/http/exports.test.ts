/** STAFF-14: reads back every CSV that the product exports, and checks the form of each column. */
import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, cashOnDelivery, payees } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHub } from "../fixtures/hubs.ts";
import { personOf } from "../fixtures/people.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const boss = await app.admin("super_admin");

async function rowsOf(who: Visitor, path: string): Promise<Record<string, string>[]> {
  const answer = await who.ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return parse(answer.text.replace("\uFEFF", ""), { columns: true });
}

const TIME = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2})?$/;
const AMOUNT = /^(-?\d+(\.\d{1,2})?)?$/;

/** Returns the faults of the cells, each with the name of its column. */
function faultsOf(rows: Record<string, string>[]): string[] {
  return rows.flatMap((row) =>
    Object.entries(row)
      .filter(
        ([head, cell]) =>
          (/\(Lagos\)|^placed$|^Delivered$/.test(head) && !TIME.test(cell)) ||
          (/\(naira\)/.test(head) && !AMOUNT.test(cell)) ||
          (/phone/i.test(head) && /^['+]/.test(cell)) ||
          cell.includes("•"),
      )
      .map(([head, cell]) => `${head}: ${cell}`),
  );
}

test("[STAFF-14] days, times, amounts and phones of every export are data", async () => {
  const email = "shop@example.com";
  const owner = await app.customer(email);
  const store = await makeStore(app.services, (await personOf(app, email))!.id);
  await makeOrder(
    app.services,
    store.id,
    [{ product: await makeProduct(app.services, store.id), quantity: 2 }],
    { buyerPhone: "+2348051234567" },
  );
  const { id } = await bookOne(app, { receiverPhone: "+44 20 7946 0958" });
  await db
    .update(bookings)
    .set({ status: "delivered", deliveredAt: app.services.now() })
    .where(eq(bookings.id, id));
  const year = "from=2026-01-01&to=2026-12-31";
  const exports: [Visitor, string, number][] = [
    [boss, "/admin/bookings/export.csv", 1],
    [boss, "/admin/activity-logs/export.csv", 1],
    [boss, "/admin/cash/export.csv", 0],
    [boss, `/admin/reports/export.csv?${year}&by=day`, 0],
    [boss, `/admin/reports/entries.csv?${year}&by=day`, 0],
    [boss, "/admin/settlements/export.csv", 0],
    [owner, "/store/dashboard/orders/export", 1],
    [owner, "/store/dashboard/products/export", 1],
  ];
  for (const [who, path, atLeast] of exports) {
    const rows = await rowsOf(who, path);
    expect(rows.length, path).toBeGreaterThanOrEqual(atLeast);
    expect([path, faultsOf(rows)]).toEqual([path, []]);
  }
  const [row] = await rowsOf(boss, "/admin/bookings/export.csv");
  expect(row).toMatchObject({
    "Created (Lagos)": "2026-11-21 11:00",
    Delivered: "2026-11-21 11:00",
    "Sender Phone": "0803 123 4567",
    "Receiver Phone": "0044 20 7946 0958",
  });
  const [order] = await rowsOf(owner, "/store/dashboard/orders/export");
  expect(order!["placed"]).toBe("2026-11-21 11:00");
  const [logged] = await rowsOf(boss, "/admin/activity-logs/export.csv");
  expect(logged!["Date & Time (Lagos)"]).toBe("2026-11-21 11:00");
});

test("[COD-9] what is left to collect is one figure on label, booking and export, also after two of three pieces", async () => {
  await makeHub(app.services);
  const { id, trackingCode: code } = await bookOne(app, { pieces: "3" });
  const [payee] = await db.insert(payees).values({}).returning();
  await db.insert(cashOnDelivery).values({
    ...{ bookingId: id, payeeId: payee!.id, amountKobo: 3_000_000, collectedKobo: 2_000_000 },
    ...{ codFeePerMille: 15, codFeeMinimumKobo: 30_000 },
  });
  await db.execute(
    sql`update pieces set holder_kind = 'receiver', held_since = now() where booking_id = ${id} and number < 3`,
  );
  const shown = async () => ({
    label: (await boss.ask(`/admin/waybills?code=${code}`)).text.includes("₦10,000"),
    booking: (await boss.ask(`/admin/bookings/${code}`)).text.includes("₦10,000"),
    agreed: (await boss.ask(`/admin/bookings/${code}`)).text.includes("₦30,000"),
    list: (await boss.ask(`/admin/bookings?q=${code}`)).text.includes("₦10,000"),
    export: (await rowsOf(boss, `/admin/bookings/export.csv?q=${code}`))[0]!["To Collect (naira)"],
  });
  expect(await shown()).toEqual({ label: true, booking: true, agreed: false, list: true, export: "10000" });
  // The last piece now goes back to the sender. So nothing is collected for the goods any more, and label, pages and
  // export show no amount.
  await db.execute(sql`update pieces set "returning" = true where booking_id = ${id} and number = 3`);
  expect(await shown()).toEqual({ label: false, booking: false, agreed: false, list: false, export: "" });
});
