/**
 * HUB-3: a hub clerk works for one hub. Every other role with hub permissions works for all hubs. A hub clerk
 * may read about other hubs, except about their cash (CASH-6).
 */
import { eq } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { hubMembers } from "../platform/db/schema.ts";
import { refusals } from "../platform/operations/refusals.ts";
import type { Refusal } from "../platform/http/result.ts";
import type { Admin } from "./actor.ts";

const refuse = refusals({
  other_hub: "This is not your hub.",
  no_hub: "You belong to no hub yet. Ask a super admin to choose yours.",
});

export async function ownHub(
  db: Pick<Db, "select">,
  { memberId }: Pick<Admin, "memberId">,
): Promise<string | null> {
  const [row] = await db
    .select({ hubId: hubMembers.hubId })
    .from(hubMembers)
    .where(eq(hubMembers.memberId, memberId));
  return row?.hubId ?? null;
}

/** Returns the refusal for a hub clerk who works for none of these hubs, or null. Checks no permission. */
export async function refuseOtherHub(
  tx: Pick<Db, "select">,
  actor: Pick<Admin, "memberId" | "role">,
  ...hubs: readonly (string | null)[]
): Promise<Refusal<"forbidden"> | null> {
  if (actor.role !== "hub_clerk") return null;
  const own = await ownHub(tx, actor);
  if (own === null) return refuse("forbidden", "no_hub");
  return hubs.includes(own) ? null : refuse("forbidden", "other_hub");
}
