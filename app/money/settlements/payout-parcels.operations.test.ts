/** The parcels of a payout, on a real database. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { bookCollect, collectCash, makePayee, NAIRA, payOutTo } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { lagosDay } from "../../domain/dates.ts";
import { readOwnPayee } from "./payees.server.ts";
import { readPaidParcels } from "./payout-parcels.server.ts";
import { newestEntryId } from "./newest-entry.server.ts";
import { reversePayout } from "./payouts.server.ts";
import { statementMail } from "./settlement-mails.server.tsx";
import { readPayeeStatement, weekOf } from "./statement.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);

const collect = (code: string, kobo: number) => collectCash(opened, moderator, code, kobo);
const pay = (id: string, amount: number) => payOutTo(opened, superAdmin, { id, amount });

test("[SETTLE-7] a payout names its parcels, also one after another that came back; the week's mail does too", async () => {
  const customer = await makePayee(opened);
  const large = await bookCollect(opened, customer, 10_000);
  await collect(large.code, 10_000 * NAIRA);
  const { id } = (await readOwnPayee(db, customer))!;
  const { code } = await bookCollect(opened, customer, 2000);
  await collect(code, 2000 * NAIRA);
  const all = 9700 * NAIRA + 1700 * NAIRA;
  const parcels = async () => {
    const { entries } = await readPayeeStatement(db, id, weekOf(new URLSearchParams(), services.now()));
    return { entries, paid: await readPaidParcels(db, id, entries) };
  };
  const newest = async () => (await parcels()).paid[await newestEntryId(db, id)]!;
  expect(await pay(id, all)).toEqual({ ok: true });
  const [first, second] = await newest();
  expect(first).toMatchObject({
    grossKobo: 10_000 * NAIRA,
    codFeeKobo: 300 * NAIRA,
    paidKobo: 9700 * NAIRA,
  });
  expect(second).toEqual({
    code,
    grossKobo: 2000 * NAIRA,
    codFeeKobo: 300 * NAIRA,
    paidKobo: 1700 * NAIRA,
    isReturn: false,
  });
  const entryId = await newestEntryId(db, id);
  await reversePayout(services, superAdmin, { id, entryId, reversalReason: "Returned" }, randomUUID());
  expect(await pay(id, 9800 * NAIRA)).toEqual({ ok: true });
  expect((await newest()).map(({ paidKobo }) => paidKobo / NAIRA)).toEqual([9700, 100]);
  const week = lagosDay(weekOf(new URLSearchParams(), services.now()));
  const mail = await statementMail(services, { payeeId: id, week });
  expect(mail?.text).toContain(`${code} ₦100`);
});
