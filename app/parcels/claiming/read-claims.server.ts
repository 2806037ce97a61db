/** CLAIM-4: reads the claims of a booking, for sender, receiver and staff. */
import { and, desc, eq, gte } from "drizzle-orm";
import { claimPaymentOf } from "../../money/payments/claim-payment.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, claims } from "../../platform/db/schema.ts";

type Reader = Pick<Db, "select">;

const shown = {
  id: claims.id,
  kind: claims.kind,
  state: claims.state,
  openedAt: claims.openedAt,
  dueAt: claims.dueAt,
  outcome: claims.outcome,
  decision: claims.decision,
  grantedKobo: claims.grantedKobo,
  decidedAt: claims.decidedAt,
};

/** Reads the receiver's claim about this delivery. Null without such a claim. */
export async function receiversClaimOf(db: Reader, { id, deliveredAt }: { id: string; deliveredAt: Date }) {
  const [row] = await db
    .select(shown)
    .from(claims)
    .where(and(eq(claims.bookingId, id), eq(claims.kind, "not_received"), gte(claims.openedAt, deliveredAt)))
    .orderBy(desc(claims.openedAt))
    .limit(1);
  if (!row) return null;
  const { openedAt, decidedAt, outcome, decision } = row;
  return { openedAt, decidedAt, outcome, decision };
}
export type ReceiversClaim = NonNullable<Awaited<ReturnType<typeof receiversClaimOf>>>;

export const claimsOf = (db: Reader, bookingId: string) =>
  db.select(shown).from(claims).where(eq(claims.bookingId, bookingId)).orderBy(desc(claims.openedAt));
export type ClaimOfBooking = Awaited<ReturnType<typeof claimsOf>>[number];

/**
 * Reads a booking's claims for the sender, with the dates of their payments. The caller must take `code` from
 * a mailed URL or from the sender's own browser.
 */
export async function sendersClaims(db: Reader, code: string) {
  const [booking] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  if (!booking) return [];
  const rows = await claimsOf(db, booking.id);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      paidAt: row.grantedKobo > 0 ? ((await claimPaymentOf(db, row.id))?.at ?? null) : null,
    })),
  );
}
export type SendersClaim = Awaited<ReturnType<typeof sendersClaims>>[number];
