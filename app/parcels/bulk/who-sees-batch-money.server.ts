/** BUSINESS-2: who sees the prices of a batch. */
import { findMember } from "../../access/business-member.server.ts";
import { memberMay } from "../../domain/business.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { BulkActor, Batch } from "./check-batch.server.ts";

/** BUSINESS-2: false if the batch is for a business and the actor is a clerk there. */
export async function seesMoneyOf(
  db: Db,
  { kind, person, ip }: BulkActor,
  { businessId }: Batch,
): Promise<boolean> {
  if (businessId === null || kind === "admin") return true;
  const member = await findMember(db, person, ip);
  return member !== null && memberMay(member.role, "seeMoney");
}
