/** REFER-1: the people that a customer referred. */
import { count, desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { profiles, referrals } from "../../platform/db/schema.ts";
import type { Customer } from "../../access/actor.ts";

export type MyReferral = { id: string; name: string; status: "pending" | "completed"; createdAt: Date };

const SHOWN = 50;

/** Lists the newest 50 referred people, and counts all. */
export async function listMyReferrals(
  db: Db,
  { person }: Customer,
): Promise<{ rows: MyReferral[]; total: number }> {
  const mine = eq(referrals.referrerId, person.id);
  const [rows, [all]] = await Promise.all([
    db
      .select({
        id: referrals.id,
        status: referrals.status,
        createdAt: referrals.createdAt,
        fullName: profiles.fullName,
        email: profiles.email,
      })
      .from(referrals)
      .innerJoin(profiles, eq(profiles.id, referrals.referredId))
      .where(mine)
      .orderBy(desc(referrals.createdAt), desc(referrals.id))
      .limit(SHOWN),
    db.select({ n: count() }).from(referrals).where(mine),
  ]);
  return {
    rows: rows.map(({ fullName, email, status, ...row }) => ({
      ...row,
      name: fullName ?? email,
      status: status === "completed" ? "completed" : "pending",
    })),
    total: all?.n ?? 0,
  };
}
