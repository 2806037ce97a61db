/**
 * CASH-7: the person who closes a rider's run and the person who counts the rider's cash must be different people. The
 * same person may do both only if no other person at the hub may count or close.
 */
import { and, eq, desc, inArray, isNotNull, gt, sql } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { cashEntries, runs } from "../../platform/db/schema.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { membersWho } from "./find-holder.server.ts";

/** Returns the name of a run of this rider that the actor closed after the rider's last pay-in, or null. */
export async function runClosedBy(tx: Tx, actor: Admin, riderId: string): Promise<string | null> {
  const [last] = await tx
    .select({ at: cashEntries.receivedAt })
    .from(cashEntries)
    .where(
      and(
        eq(cashEntries.holderKind, "rider"),
        eq(cashEntries.holderId, riderId),
        eq(cashEntries.kind, "paid_in"),
      ),
    )
    .orderBy(desc(cashEntries.id))
    .limit(1);
  const [run] = await tx
    .select({ name: runs.name })
    .from(runs)
    .where(
      and(
        eq(runs.riderId, riderId),
        inArray(runs.kind, ["delivery", "pickup"]),
        eq(runs.closedByUserId, actor.person.id),
        isNotNull(runs.reconciledAt),
        last ? gt(runs.reconciledAt, last.at) : sql`true`,
      ),
    )
    .orderBy(desc(runs.reconciledAt))
    .limit(1);
  return run?.name ?? null;
}

/** CASH-7: true if the actor counted this rider's cash after `since` and another person may close the run. */
export async function countedAndNotAlone(
  tx: Tx,
  actor: Admin,
  { riderId, hubId, since }: { riderId: string; hubId: string; since: Date },
): Promise<boolean> {
  const counted = await tx.$count(
    cashEntries,
    and(
      eq(cashEntries.holderKind, "rider"),
      eq(cashEntries.holderId, riderId),
      eq(cashEntries.kind, "paid_in"),
      eq(cashEntries.byUserId, actor.person.id),
      gt(cashEntries.receivedAt, since),
    ),
  );
  return counted > 0 && (await othersWho(tx, actor, hubId, "workHub")) > 0;
}

export async function othersWho(
  tx: Tx,
  actor: Admin,
  hubId: string,
  permission: "countCash" | "workHub" = "countCash",
): Promise<number> {
  const members = await membersWho(tx, permission, hubId);
  return members.filter(({ userId }) => userId !== actor.person.id).length;
}
