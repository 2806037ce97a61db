/** CLAIM-2: finds a claim, locks its row for a change, and writes the entries of its time line. */
import { eq } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { CLAIM_KIND_LABELS, type ClaimEntryKind } from "../../domain/claims.ts";
import type { ActivityAction } from "../../domain/activity-actions.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { shownAuthor } from "../../access/author.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, claimEntries, claims } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { memberName } from "../exceptions/lock-exception.server.ts";
import { refuse } from "./messages.ts";

type Seen = { id: string; version: number };
type Work = { tx: Tx; actor: Admin; at: Date };
export type LockedClaim = Exclude<Awaited<ReturnType<typeof lockClaim>>, Refusal>;

/**
 * Locks the row of a claim if the claim still has the version that the form showed. The row of the claim's
 * booking is locked first, as in all code that moves the booking's money. Refuses if another person has
 * changed the claim since the form was shown, and names that person.
 */
export async function lockClaim({ tx }: { tx: Tx }, { id, version }: Seen) {
  const [seen] = await tx.select({ bookingId: claims.bookingId }).from(claims).where(eq(claims.id, id));
  if (!seen) return refuse("not_found", "claim_gone");
  const [booking] = await tx
    .select({ id: bookings.id, code: bookings.trackingCode, status: bookings.status })
    .from(bookings)
    .where(eq(bookings.id, seen.bookingId))
    .for("no key update");
  const [row] = await tx.select().from(claims).where(eq(claims.id, id)).for("update");
  if (!row || !booking) return refuse("not_found", "claim_gone");
  if (row.version === version) return { ...row, booking };
  if (row.decidedAt)
    return refuse("conflict", "decided_meanwhile", {
      who: row.decidedByName ?? "A colleague",
      when: formatAdminDateTime(row.decidedAt),
    });
  return refuse("conflict", "changed_meanwhile", {
    owner: row.ownerId && (await memberName(tx, row.ownerId)),
  });
}

/** Changes a locked claim. Adds the entry to the time line, and a row without the entry's text to the log. */
export async function changeClaim(
  { tx, actor, at }: Work,
  { id, version, kind, booking }: LockedClaim,
  values: Partial<typeof claims.$inferInsert>,
  entry: { kind: ClaimEntryKind; words?: string | null; kobo?: number },
  log: { action: ActivityAction; did: string },
): Promise<void> {
  await tx
    .update(claims)
    .set({ ...values, version: version + 1 })
    .where(eq(claims.id, id));
  await tx.insert(claimEntries).values({ claimId: id, ...entry, at, ...shownAuthor(actor) });
  await recordActivity(tx, actor, at, {
    action: log.action,
    description: `${booking.code}, ${CLAIM_KIND_LABELS[kind]}: ${log.did}`,
    entityType: "claim",
    entityId: id,
  });
}

/** Returns the live topics that a change of a claim publishes. */
export const claimTopics = (_done: unknown, _input: unknown, { booking }: LockedClaim): Topic[] => [
  "claims",
  `booking:${booking.code}`,
];
