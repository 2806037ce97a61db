/** CASH-3: a pay-in and a payout of the same money at once, on a real database. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { times } from "../../../test/fixtures/long.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookCollect, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { asSystem } from "../../access/actors.server.ts";
import { payees } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { newestEntryId } from "../settlements/newest-entry.server.ts";
import { readOwnPayee } from "../settlements/payees.server.ts";
import { payOut } from "../settlements/payouts.server.ts";
import { collectMoney } from "../settlements/collect-money.server.ts";
import { readPayee } from "../settlements/statement.server.ts";
import { payIn } from "./count-cash.server.ts";

const { opened, services, db } = await fileServices();
const { now } = services;
await publishSamples(opened);
const { IKJ } = await makeHubs(opened, "IKJ");
const [cashier, superAdmin] = [await makeAdmin(opened, "cashier"), await makeAdmin(opened, "super_admin")];
const GROSS = 10_000 * NAIRA;

test("[CASH-3] [CASH-10] of a pay-in and a payout at once the payout comes after it, or is refused; nothing is paid out of a rider's hands", async () => {
  for (let round = 0; round < times(6, 40); round++) {
    const customer = await makePayee(opened);
    const booked = await bookCollect(opened, customer, 10_000);
    const rider = await makeRider(opened, IKJ.id, `Rider ${round}`);
    const holder = { kind: "rider" as const, id: rider.id };
    const taken = { holder, bookingId: booked.id, amountKobo: GROSS, occurredAt: now(), runId: null };
    await transact(db, (tx) =>
      collectMoney(acting({ services, tx, actor: asSystem("Test"), at: now() }), {
        ...taken,
        method: "cash",
      }),
    );
    const { id } = (await readOwnPayee(db, customer))!;
    const row = async () => (await db.select().from(payees).where(eq(payees.id, id)))[0]!;
    const { owedKobo } = await row();
    const pay = async () =>
      payOut(
        services,
        superAdmin,
        {
          ...{ id, amount: owedKobo, reference: randomUUID(), seen: await newestEntryId(db, id) },
          accountSince: (await readPayee(db, id))!.accountSince!.toISOString(),
        },
        randomUUID(),
      );
    const lastEntry = String((await cashOf(db, holder)).lastEntry);
    const counted = { kind: "rider", id: rider.id, hub: IKJ.id, seen: lastEntry, n1000: "10" };
    const [paidIn, paidOut] = await Promise.all([
      payIn.receive(services, cashier, counted, randomUUID()),
      pay(),
    ]);
    expect(paidIn).toMatchObject({ ok: true });
    if (!paidOut.ok) expect(paidOut.reason).toBe("more_than_payable");
    expect(await row()).toMatchObject({ owedKobo: paidOut.ok ? 0 : owedKobo, heldKobo: 0 });
    if (!paidOut.ok) expect((await pay()).ok).toBe(true);
  }
  expect(await wrongCash(db)).toEqual([]);
});
