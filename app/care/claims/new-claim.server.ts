/** CLAIM-1: staff create a claim from a booking's page, or from a message that contains the booking's code. */
import { eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { CLAIM_KIND_LABELS } from "../../domain/claims.ts";
import { typedTrackingCode } from "../../domain/codes-in-text.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { openClaim, type NewClaim } from "../../parcels/claiming/open-claim.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, claimEntries, claims, contactMessages } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { messageClaimForm, newClaimForm } from "./claim-forms.ts";
import { refuse } from "./messages.ts";

type Locked = Exclude<Awaited<ReturnType<typeof lockBooking>>, Refusal>;

async function lockBooking({ tx }: { tx: Tx }, { code }: { code: string }) {
  const [row] = await tx
    .select({ id: bookings.id, status: bookings.status, code: bookings.trackingCode })
    .from(bookings)
    .where(eq(bookings.trackingCode, typedTrackingCode(code)))
    .for("no key update");
  return row ?? refuse("not_found", "no_such_parcel");
}

const topics = (_done: unknown, _input: unknown, { code }: Locked): Topic[] => [
  "claims",
  "contacts",
  "money",
  `booking:${code}`,
];

/** Creates a claim and its row in the log. Refuses if the booking has an undecided claim of the same kind. */
export const makeClaim = operation({
  name: "claims.make",
  by: staff("handleClaims"),
  act: "claim_opened",
  input: newClaimForm,
  on: lockBooking,
  run: async (work, { claimKind: kind, claimWords: words }, booking) => {
    const { id, isNew } = await openByStaff(work, booking, { kind, words, saidAt: work.at });
    return isNew ? { ok: true, id, isNew } : refuse("conflict", "open_already");
  },
  publish: topics,
});

async function openByStaff(work: Work<Admin>, booking: Locked, claim: NewClaim) {
  const { tx, actor, at } = work;
  const { id, isNew } = await openClaim(work, booking, claim);
  if (isNew)
    await recordActivity(tx, actor, at, {
      action: "open_claim",
      description: `${booking.code}: ${CLAIM_KIND_LABELS[claim.kind]}`,
      entityType: "claim",
      entityId: id,
    });
  return { id, isNew };
}

/**
 * Turns a message into a claim. If the booking has an undecided claim of the same kind, adds the message to
 * that claim and opens the claim again. The time limit of a new claim counts from the time of the message.
 * Refuses a message that already belongs to a claim.
 */
export const claimFromMessage = operation({
  name: "claims.from_message",
  by: staff("handleClaims"),
  act: "claim_opened",
  input: messageClaimForm,
  on: lockBooking,
  run: async (work, { messageId, claimKind: kind }, booking) => {
    const { tx, actor, at } = work;
    const [message] = await tx
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, messageId))
      .for("update");
    if (!message) return refuse("not_found", "message_gone");
    if (message.claimId) return refuse("conflict", "message_linked");
    const claim = { kind, words: null, saidAt: message.createdAt };
    const { id, isNew } = await openByStaff(work, booking, claim);
    await tx.update(contactMessages).set({ claimId: id }).where(eq(contactMessages.id, messageId));
    if (!isNew) await addToClaim(tx, id);
    await tx.insert(claimEntries).values({ claimId: id, kind: "message", at, ...shownAuthor(actor) });
    return { ok: true, id, isNew };
  },
  publish: topics,
});

/** Opens a claim that waited for the customer again, because the added message may be the customer's answer. */
async function addToClaim(tx: Tx, id: string): Promise<void> {
  await tx
    .update(claims)
    .set({ state: "open", version: sql`${claims.version} + 1` })
    .where(eq(claims.id, id));
}
