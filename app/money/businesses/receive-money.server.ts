/** BUSINESS-8: records and reverses money that a business sent for its invoices. */
import { and, desc, eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { askAbout } from "../../access/recorded-meanwhile.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  bookings,
  businesses,
  businessBookings,
  businessCredits,
  payments,
} from "../../platform/db/schema.ts";
import { withSeen } from "../../platform/http/seen-field.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { accountsOf } from "../prices/booking-account.server.ts";
import { lockOpenBookings } from "./account-bookings.server.ts";
import { allocateCredit, takeBackCredit } from "./allocate-credit.server.ts";
import { recordBusiness } from "./business-events.server.ts";
import { moneyForm, reverseMoneyForm } from "./business-forms.ts";
import { refuse } from "./messages.ts";

async function findBusiness(tx: Tx, id: string) {
  const [business] = await tx
    .select({ id: businesses.id, name: businesses.name, creditKobo: businesses.creditKobo })
    .from(businesses)
    .where(eq(businesses.id, id));
  return business ?? null;
}

/**
 * Records money in kobo from a business. The money pays the oldest invoice first. A surplus becomes credit. Refuses a
 * reference that is already recorded. Asks staff to confirm if other money was recorded after the page was shown.
 */
export const receiveMoney = operation({
  name: "businesses.receive_money",
  by: staff("invoiceBusinesses"),
  act: "business_paid",
  input: withSeen(moneyForm),
  on: async ({ tx }, { id }) => {
    const accounts = await lockOpenBookings(tx, id);
    const business = await findBusiness(tx, id);
    return business ? { accounts, business } : refuse("not_found", "no_such_business");
  },
  meanwhile: async ({ tx, actor }, { id }, _, seen) => {
    const [newest] = await tx
      .select()
      .from(businessCredits)
      .where(and(eq(businessCredits.businessId, id), eq(businessCredits.kind, "received")))
      .orderBy(desc(businessCredits.id))
      .limit(1);
    if (!newest || newest.id <= seen) return null;
    const what = `${formatNaira(newest.kobo)}, ${PAYMENT_METHOD_LABELS[newest.method!]}`;
    return { newest: newest.id, asks: askAbout(actor, { ...newest, what }) };
  },
  run: async (work, { id, amount: kobo, method, reference, note }, { accounts, business }) => {
    const { tx, at, act } = work;
    const [entry] = await tx
      .insert(businessCredits)
      .values({
        ...{ businessId: id, kind: "received", kobo, method, reference, note },
        ...{ actId: await act.id(), at, ...act.by },
      })
      .onConflictDoNothing({ target: [businessCredits.method, businessCredits.reference] })
      .returning({ id: businessCredits.id });
    if (!entry) return refuse("conflict", "reference_recorded");
    await allocateCredit(work, id, accounts);
    const text = `Payment of ${formatNaira(kobo)}, ${PAYMENT_METHOD_LABELS[method]}`;
    await recordBusiness(work, business, { action: "business_payment", text });
    return { ok: true };
  },
  publish: () => ["money"],
});

/**
 * Reverses a payment that was recorded by mistake or was paid back. Of the invoices that the payment covered, the
 * newest become open again. Refuses a reversed payment.
 */
export const reverseMoney = operation({
  name: "businesses.reverse_money",
  by: staff("invoiceBusinesses"),
  act: "business_payment_reversed",
  input: reverseMoneyForm,
  run: async (work, { id, entry, reason }) => {
    const { tx, at, act } = work;
    const paid = await lockPaidBookings(tx, id);
    const [received] = await tx
      .select()
      .from(businessCredits)
      .where(
        and(
          eq(businessCredits.id, entry),
          eq(businessCredits.businessId, id),
          eq(businessCredits.kind, "received"),
        ),
      );
    const business = await findBusiness(tx, id);
    if (!received || !business) return refuse("not_found", "no_such_payment");
    const { kobo } = received;
    if ((await tx.$count(businessCredits, eq(businessCredits.reverses, entry))) > 0)
      return refuse("conflict", "reversed_before");
    let missing = kobo - business.creditKobo;
    const wanted = new Map<string, number>();
    for (const { account, kobo: of } of paid) {
      if (missing <= 0) break;
      wanted.set(account.id, of);
      missing -= of;
    }
    const touched = paid.map(({ account }) => account).filter((account) => wanted.has(account.id));
    await takeBackCredit(work, id, touched, (account) => wanted.get(account.id)!);
    await tx.insert(businessCredits).values({
      ...{ businessId: id, kind: "reversed", kobo: -kobo, reverses: entry, note: reason },
      ...{ actId: await act.id(), at, ...act.by },
    });
    const after = await accountsOf(
      tx,
      touched.map(({ code }) => code),
    );
    await allocateCredit(work, id, [...after.values()]);
    const text = `Payment of ${formatNaira(kobo)} reversed`;
    await recordBusiness(work, business, { action: "business_payment", text });
    return { ok: true };
  },
  publish: () => ["money"],
});

/**
 * Locks the rows of the bookings paid from a business's credit, the newest invoice first. Returns the paid amounts.
 */
async function lockPaidBookings(tx: Tx, businessId: string) {
  await lockOpenBookings(tx, businessId);
  const { rows } = await tx.execute<{ code: string; kobo: number }>(sql`
    select b.tracking_code as code,
      sum(case p.direction when 'in' then p.kobo else -p.kobo end)::float8 as kobo
    from ${businessBookings} bb join ${bookings} b on b.id = bb.booking_id join ${payments} p on p.booking_id = bb.booking_id
    where bb.business_id = ${businessId} and p.method = 'account'
    group by b.id, b.tracking_code
    having sum(case p.direction when 'in' then p.kobo else -p.kobo end) > 0
    order by (select max(l.id) from invoice_lines l where l.booking_id = b.id) desc`);
  const accounts = await accountsOf(
    tx,
    rows.map(({ code }) => code),
  );
  return rows.map(({ code, kobo }) => ({ account: accounts.get(code)!, kobo }));
}
