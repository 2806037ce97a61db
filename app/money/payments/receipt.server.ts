/** PAY-3: the receipt has a URL that cannot be guessed. A person with the URL counts as the sender. */
import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import { everybody } from "../../access/by.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { bookingBalances, bookingCharges, bookings } from "../../platform/db/schema.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { issuerAt } from "../../platform/company/issuer.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { deriveToken, sameBytes } from "../../platform/tokens.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { accountOf, addMoneyEvents } from "../prices/booking-account.server.ts";
import { SENDER } from "../../access/author.server.ts";
import { chargesOf } from "../prices/charges.server.ts";
import { ifItComesBack } from "../prices/return-fee.ts";
import { returnPriceOf } from "../prices/return-fee.server.ts";
import { newestNotice, type Notice } from "./transfer-notices.server.ts";
import { readCompanyAccount, type CompanyAccount } from "./company-account.server.ts";
import { refuse } from "./messages.ts";
import { newestAttempt, payOnlineOf } from "./online-payments.server.ts";
import { paymentsOf } from "./payments.server.ts";
import { isLinkOnReceipt, paperColumns } from "./link-on-receipt.server.ts";

/** The number of characters of the secret part of a receipt's URL: 132 bits. */
const TOKEN_LENGTH = 22;

function tokenOf({ secret }: Pick<Services, "secret">, code: string): string {
  return deriveToken(secret, `receipt:${code}`).slice(0, TOKEN_LENGTH);
}

/** Returns the path of a booking's receipt, for the booking's sender and for staff only. */
export function receiptPath(services: Pick<Services, "secret">, code: string): string {
  return `/receipts/${code}.${tokenOf(services, code)}`;
}

/** Returns the booking's code if the URL parameter has the right secret part, otherwise null. */
export function receiptCodeOf(services: Pick<Services, "secret">, param: string): string | null {
  const [code = "", token = ""] = param.split(".");
  return sameBytes(Buffer.from(token), Buffer.from(tokenOf(services, code))) ? code : null;
}

export type Transfer = { account: CompanyAccount; leftKobo: number; open: Notice | null };

/**
 * PAY-4: returns the company's bank account, the unpaid kobo, and the open transfer notice. Null without a bank
 * account, or if nothing is unpaid.
 */
export async function transferOf(db: Pick<Db, "select">, code: string): Promise<Transfer | null> {
  const [account, [stored]] = await Promise.all([
    readCompanyAccount(db),
    db
      .select({
        id: bookings.id,
        priceKobo: bookingBalances.priceKobo,
        paidKobo: bookingBalances.paidKobo,
      })
      .from(bookingBalances)
      .innerJoin(bookings, eq(bookings.id, bookingBalances.bookingId))
      .where(eq(bookings.trackingCode, code)),
  ]);
  const leftKobo = (stored?.priceKobo ?? 0) - (stored?.paidKobo ?? 0);
  if (!account || !stored || leftKobo <= 0) return null;
  const notice = await newestNotice(db, stored.id);
  return { account, leftKobo, open: notice?.state === "open" ? notice : null };
}

/** Reads price, payments and balance in kobo. Only the sender and staff may see them, not people who know the code. */
export async function readMoney(db: Pick<Db, "select">, bookingId: string) {
  const [charges, payments, [stored]] = await Promise.all([
    chargesOf(db, bookingId),
    paymentsOf(db, bookingId),
    db
      .select({ priceKobo: bookingBalances.priceKobo, paidKobo: bookingBalances.paidKobo })
      .from(bookingBalances)
      .where(eq(bookingBalances.bookingId, bookingId)),
  ]);
  const { priceKobo, paidKobo } = stored ?? { priceKobo: null, paidKobo: 0 };
  return { charges, payments, priceKobo, paidKobo };
}

/**
 * Returns the receipt's booking code if the signed-in person may print the receiver's link on the receipt, otherwise
 * null.
 */
export async function codeOnPaper(
  services: Services,
  session: Session,
  param: string,
): Promise<string | null> {
  const code = receiptCodeOf(services, param);
  if (!code) return null;
  const [row] = await services.db.select(paperColumns).from(bookings).where(eq(bookings.trackingCode, code));
  return row && (await isLinkOnReceipt(services, row, session)) ? code : null;
}

/** Reads the content of a receipt. Null if the URL parameter is not valid. */
export async function readReceipt(services: Services, session: Session, param: string) {
  const code = receiptCodeOf(services, param);
  if (!code) return null;
  const [booking] = await services.db
    .select({
      ...paperColumns,
      code: bookings.trackingCode,
      ...pickColumns(bookings, "senderName", "packageType", "packageWeight", "pieces", "paysDelivery"),
      origin: { town: bookings.senderTown, state: bookings.senderState },
      destination: { town: bookings.receiverTown, state: bookings.receiverState },
    })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  if (!booking) return null;
  const { id, ...shown } = booking;
  const [money, notice, account, payOnline, attempt] = await Promise.all([
    readMoney(services.db, id),
    newestNotice(services.db, id),
    readCompanyAccount(services.db),
    payOnlineOf(services, code),
    newestAttempt(services.db, id),
  ]);
  const company = await services.company();
  const { charges, priceKobo, paidKobo } = money;
  return {
    ...shown,
    // An unpaid receipt names the company as it is now. A paid receipt names it as it was at the last entry.
    issuer: await issuerAt(
      services.db,
      company,
      priceKobo !== null && paidKobo >= priceKobo ? newestOf(charges, money.payments) : services.now(),
    ),
    receiverOnPaper: await isLinkOnReceipt(services, booking, session),
    payOnline,
    online: attempt && services.online ? { attempt, provider: services.online.name } : null,
    ...{ priceKobo, paidKobo },
    charge: charges[0] ?? null,
    back: ifItComesBack(await returnPriceOf(services, { id, createdAt: booking.createdAt })),
    notice,
    account,
    // Payments for claims are no part of the price.
    payments: money.payments
      .filter(({ claimId }) => claimId === null)
      .map(({ at, method, direction, kobo, reverses }) => ({
        at,
        method,
        direction,
        kobo,
        reversal: reverses !== null,
      })),
  };
}

type Entry = { at: Date };
const newestOf = (charges: readonly Entry[], payments: readonly Entry[]): Date =>
  new Date(Math.max(0, ...[...charges, ...payments].map(({ at }) => at.getTime())));

/**
 * Records that the sender accepts a price that staff set. A repeated call changes nothing. Only the sender has the URL
 * that contains `code`. Refuses an outdated price.
 */
export const acceptPrice = operation({
  name: "payments.accept_price",
  by: everybody,
  act: { kind: "price_accepted", source: "sender", by: SENDER },
  // No idempotency key is needed, because a price is accepted once.
  keyless: true,
  input: z.object({ code: plainField().max(40), charge: z.coerce.number().catch(0) }),
  on: async ({ tx }, { code }) => (await accountOf(tx, code)) ?? refuse("not_found", "unknown_receipt"),
  run: async ({ tx, at, act }, { charge }, account) => {
    if (account.chargeId !== charge) return refuse("conflict", "price_replaced");
    const [accepted] = await tx
      .update(bookingCharges)
      .set({ acceptedAt: at })
      .where(and(eq(bookingCharges.id, charge), isNull(bookingCharges.acceptedAt)))
      .returning({ after: bookingCharges.totalKobo });
    if (accepted)
      await addMoneyEvents({ tx, act }, [{ account, kind: "price_accepted", before: null, ...accepted }]);
    return { ok: true };
  },
  publish: (_, { code }) => [`booking:${code}`],
});
