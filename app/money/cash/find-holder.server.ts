/** CASH-6: finds the holder of a cash account. A hub clerk may see their own hub and its riders. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { ownHub, refuseOtherHub } from "../../access/own-hub.server.ts";
import { PERMISSIONS, type Permission } from "../../access/permissions.ts";
import type { CashHolder } from "../../domain/cash.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, hubMembers, hubs, profiles, riders } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { refuse } from "./messages.ts";

type Reader = Pick<Db, "select">;
export type FoundHolder = CashHolder & {
  name: string;
  hub: { id: string; name: string; code: string };
  /** CASH-8: the time when the rider left the company. The rider's cash account stays until it is settled. */
  leftAt: Date | null;
};

const hubColumns = { id: hubs.id, name: hubs.name, code: hubs.code };

async function holderOf(db: Reader, { kind, id }: CashHolder): Promise<FoundHolder | null> {
  if (kind === "hub") {
    const [hub] = await db.select(hubColumns).from(hubs).where(eq(hubs.id, id));
    return hub ? { kind, id, name: hub.name, hub, leftAt: null } : null;
  }
  const [row] = await db
    .select({ name: riders.name, leftAt: riders.leftAt, hub: hubColumns })
    .from(riders)
    .innerJoin(hubs, eq(hubs.id, riders.hubId))
    .where(eq(riders.id, id));
  return row ? { kind, id, ...row } : null;
}

/** Finds the holder of a cash account. Refuses an unknown id, and a hub clerk of another hub. */
export async function findHolder(db: Reader, actor: Admin, of: CashHolder): Promise<FoundHolder | Refusal> {
  const found = await holderOf(db, of);
  if (!found) return refuse("not_found", "unknown_holder");
  return (await refuseOtherHub(db, actor, found.hub.id)) ?? found;
}

/** Finds the hub that a form names. Refuses an unknown hub, and a hub clerk of another hub. */
export async function findHub(tx: Tx, actor: Admin, id: string) {
  const [hub] = await tx.select(hubColumns).from(hubs).where(eq(hubs.id, id));
  if (!hub) return refuse("invalid", "unknown_hub");
  return (await refuseOtherHub(tx, actor, hub.id)) ?? { ...hub, kind: "hub" as const };
}

/** Returns the hubs that the actor may name in cash forms. A hub clerk may name only their own hub. */
export async function hubsOf(db: Reader, actor: Admin) {
  const all = await db
    .select({ ...hubColumns, active: hubs.active })
    .from(hubs)
    .orderBy(asc(hubs.name));
  if (actor.role !== "hub_clerk") return all;
  const own = await ownHub(db, actor);
  return all.filter(({ id }) => id === own);
}

/** Lists the members of staff whose role has this permission. `hubId` limits the list to one hub. */
export function membersWho(db: Reader, permission: Permission, hubId?: string) {
  const listed = db
    .select({
      id: adminMembers.id,
      userId: adminMembers.userId,
      name: profiles.fullName,
      email: profiles.email,
    })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .leftJoin(hubMembers, eq(hubMembers.memberId, adminMembers.id))
    .where(
      and(
        inArray(adminMembers.adminRole, [...PERMISSIONS[permission]]),
        hubId === undefined ? undefined : eq(hubMembers.hubId, hubId),
      ),
    )
    .orderBy(asc(profiles.fullName), asc(profiles.email));
  return listed.then((rows) => rows.map(({ name, email, ...row }) => ({ ...row, name: name ?? email })));
}
