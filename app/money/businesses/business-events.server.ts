/** BUSINESS-3: the log of a business, for the owners of the business. */
import { and, desc, eq, lt } from "drizzle-orm";
import type { Actor, Admin, System } from "../../access/actor.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { ActivityAction } from "../../domain/activity-actions.ts";
import { type Db, pickColumns, type Tx } from "../../platform/db/client.server.ts";
import { businessEvents } from "../../platform/db/schema.ts";

type Logging = { tx: Tx; actor: Actor; at: Date };

/** Returns the author's name for the log. Members and applicants appear with their own names. */
function authorOf(actor: Actor) {
  if (actor.kind !== "member" && actor.kind !== "customer") return shownAuthor(actor);
  const { id, fullName, email } = actor.person;
  return { byUserId: id, byName: fullName ?? email };
}

export async function logBusiness(
  { tx, actor, at }: Logging,
  businessId: string,
  text: string,
): Promise<void> {
  await tx.insert(businessEvents).values({ businessId, text, at, ...authorOf(actor) });
}

/** Logs what staff or the system did with a business, in the activity log and in the business's log. */
export async function recordBusiness(
  work: Logging & { actor: Admin | System },
  { id, name }: { id: string; name: string },
  { action, text }: { action: ActivityAction; text: string },
): Promise<void> {
  await recordActivity(work.tx, work.actor, work.at, {
    action,
    description: `${name}: ${text}`.slice(0, 500),
    entityType: "business",
    entityId: id,
  });
  await logBusiness(work, id, text);
}

const SHOWN = 50;

/**
 * Reads the newest lines of a business's log that are older than the line `before`. Also returns whether still older
 * lines exist.
 */
export async function readLog(db: Db, businessId: string, before: number | null) {
  const rows = await db
    .select(pickColumns(businessEvents, "id", "at", "byName", "text"))
    .from(businessEvents)
    .where(
      and(
        eq(businessEvents.businessId, businessId),
        before === null ? undefined : lt(businessEvents.id, before),
      ),
    )
    .orderBy(desc(businessEvents.id))
    .limit(SHOWN + 1);
  return { rows: rows.slice(0, SHOWN), hasMore: rows.length > SHOWN };
}
