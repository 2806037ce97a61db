/** COD-1, COD-2: the COD request of a booking: an amount to collect from the receiver. */
import { and, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { MAX_COLLECT_KOBO, TOO_MUCH_TO_COLLECT, type CodFeeTerms } from "../../domain/settlement.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { cashOnDelivery, bookings, orders, payees, profiles } from "../../platform/db/schema.ts";
import { readOnce, type Reads } from "../../platform/db/read-once.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import type { Services } from "../../platform/services.server.ts";
import { currentPrices } from "../prices/current-prices.server.ts";
import { codFeeText } from "./cod-fee-text.ts";
import type { CollectOffer } from "./collect-field.tsx";
import { readOwnPayee, type PayeeActor } from "./payees.server.ts";

/** A checked COD request. Null if nothing is to be collected. */
export type AskedCollection = { payeeId: string; kobo: number; handling: CodFeeTerms } | null;

/** Returns the COD fee of the price list at a time. Null if cash on delivery is not offered. */
export async function codFeeAt(services: Services, at: Date): Promise<CodFeeTerms | null> {
  const current = await currentPrices(services, at);
  return current?.list.cashOnDelivery ?? null;
}

type Asker = Customer | Guest | Admin;

/**
 * Checks a COD request in kobo. 0 means no request. Refuses these with a field error: an amount out of bounds, a day
 * without a COD fee, a guest, and a payee without a bank account. The payee of an order, and of a store's batch, is
 * the store. The payee of a walk-in customer is the login account with the sender's verified email address.
 */
export async function askCollection(
  services: Services,
  actor: Asker,
  { collect: kobo, senderEmail }: { collect: number; senderEmail: string },
  of: PayeeOf,
  at: Date,
): Promise<{ asked: AskedCollection } | { error: string }> {
  if (kobo === 0) return { asked: null };
  if (kobo > MAX_COLLECT_KOBO) return { error: TOO_MUCH_TO_COLLECT };
  if (actor.kind === "guest") return { error: "Sign in first: we pay out what we collect to an account." };
  const handling = await codFeeAt(services, at);
  if (!handling) return { error: "We do not collect money from receivers now." };
  const payeeId = await readOnce(of.reads, `payee ${senderEmail}`, () =>
    findPayee(services.db, payeeFor(actor, senderEmail, of)),
  );
  if (payeeId) return { asked: { payeeId, kobo, handling } };
  if (actor.kind === "admin")
    return { error: "The sender needs an account here, with a bank account that we can pay into." };
  return { error: "Add your bank account first. We pay what we collect into it." };
}

/** Stores a checked COD request. Call this in the transaction that makes the booking. */
export async function storeCollection(
  tx: Tx,
  bookingId: string,
  asked: AskedCollection,
  at: Date,
): Promise<void> {
  if (!asked) return;
  const { payeeId, kobo, handling } = asked;
  await tx.insert(cashOnDelivery).values({
    bookingId,
    payeeId,
    amountKobo: kobo,
    codFeePerMille: handling.perMille,
    codFeeMinimumKobo: handling.minimumKobo,
    createdAt: at,
  });
}

/** For an order or a batch of a store, the store is the payee. Otherwise the actor is the payee. */
type PayeeOf = { orderId?: string | null; storeId?: string | null; reads?: Reads };

function payeeFor(actor: Customer | Admin, senderEmail: string, { orderId, storeId }: PayeeOf): SQL {
  if (storeId) return eq(payees.storeId, storeId);
  if (orderId) return sql`${payees.storeId} = (select o.store_id from ${orders} o where o.id = ${orderId})`;
  if (actor.kind === "customer") return eq(payees.customerId, actor.person.id);
  return sql`${payees.customerId} = (select p.id from ${profiles} p where p.email = ${foldEmail(senderEmail)} and p.email_verified_at is not null)`;
}

export async function findPayee(db: Pick<Db, "select">, where: SQL): Promise<string | null> {
  const [row] = await db
    .select({ id: payees.id })
    .from(payees)
    .where(and(where, isNotNull(payees.accountNumber)));
  return row?.id ?? null;
}

/**
 * Reads the booking form's part about cash on delivery: the COD fee, and a store order's total. A guest reads how to
 * get cash on delivery. Null without a COD fee, or if the order's total is out of bounds.
 */
export async function collectOffer(
  services: Services,
  actor: Asker,
  order: { id: string; slug: string; totalKobo: number } | null = null,
): Promise<CollectOffer | null> {
  if (order && !(order.totalKobo > 0 && order.totalKobo <= MAX_COLLECT_KOBO)) return null;
  const terms = await codFeeAt(services, services.now());
  if (!terms) return null;
  return {
    fee: codFeeText(terms),
    totalKobo: order?.totalKobo ?? null,
    addAccountAt: await accountNeededAt(services.db, actor, order),
    byStaff: actor.kind === "admin",
    byGuest: actor.kind === "guest",
  };
}

/**
 * Returns the page on which the actor adds a bank account, or on which a guest signs up. Null if the payee has a bank
 * account, or if the actor is staff.
 */
async function accountNeededAt(
  db: Db,
  actor: Asker,
  order: { id: string; slug: string } | null,
): Promise<string | null> {
  if (actor.kind === "guest") return "/signup";
  if (actor.kind === "admin" || (await findPayee(db, payeeFor(actor, "", { orderId: order?.id ?? null }))))
    return null;
  return order ? `/store/dashboard/settlements?store=${order.slug}` : "/profile/settlements";
}

/** True if settlements are shown: cash on delivery is offered, or the actor is already a payee. */
export async function showsSettlements(services: Services, actor: PayeeActor): Promise<boolean> {
  return (
    (await codFeeAt(services, services.now())) !== null || (await readOwnPayee(services.db, actor)) !== null
  );
}

/** SQL for the kobo to collect from the receiver. Null for a booking without a COD request. */
export const collectColumn = sql<number | null>`(
  select c.amount_kobo from ${cashOnDelivery} c where c.booking_id = ${bookings.id})`.mapWith(Number);
