/** CLAIM-1: creates a claim, for all pages and operations. The pages about claims are in care/claims/. */
import { addEvents } from "../../history/add-events.server.ts";
import { and, eq, isNull } from "drizzle-orm";
import { CLAIM_KIND_LABELS, claimDueAt, type ClaimKind } from "../../domain/claims.ts";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import { freezeOf } from "../../money/settlements/freeze.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { claimEntries, claims } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";

type Opening = Acting & { services: Services };
export type ClaimedBooking = { id: string; status: BookingStatus };
export type NewClaim = {
  kind: ClaimKind;
  words: string | null;
  /** The time of the customer's report, from which the time limit counts. */
  saidAt: Date;
  /** True if the claim comes from the receiver's page. */
  byReceiver?: true;
};

/**
 * Creates a claim about a booking whose row is locked, with an event. If the booking already has an undecided
 * claim of the same kind, nothing changes. A claim 'Not received' freezes the collected money until the claim
 * is decided, and mails the sender.
 */
export async function openClaim(
  { services, tx, act }: Opening,
  { id: bookingId }: ClaimedBooking,
  { kind, words, saidAt, byReceiver }: NewClaim,
): Promise<{ id: string; isNew: boolean }> {
  const { at, by: who } = act;
  const [open] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.bookingId, bookingId), eq(claims.kind, kind), isNull(claims.decidedAt)));
  if (open) return { id: open.id, isNew: false };
  const freeze = kind === "not_received" ? await freezeOf(tx, bookingId) : null;
  const [made] = await tx
    .insert(claims)
    .values({
      ...{ bookingId, kind, words, openedAt: saidAt, openedByName: who.byName, dueAt: claimDueAt(saidAt) },
      ...freeze,
    })
    .returning({ id: claims.id });
  const { id } = made!;
  await tx.insert(claimEntries).values({ claimId: id, kind: "opened", words, at, ...who });
  await addEvents({ tx, act }, [
    {
      bookingId,
      kind: byReceiver ? "not_received" : "claim_opened",
      note: byReceiver ? null : CLAIM_KIND_LABELS[kind],
    },
  ]);
  if (kind === "not_received")
    await notify(services, tx, { event: "claim_opened", about: { bookingId, claimId: id } });
  return { id, isNew: true };
}
