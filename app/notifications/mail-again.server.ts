/** MAIL-5: lets refused addresses get mail again, and sends the mails that waited for them. */
import { inArray, sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { refusedAddresses, refusedMails } from "../platform/db/schema.ts";
import { insertJob } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";
import { LINK_MAILS, MAILS } from "./notify.server.ts";

type Jobs = Pick<Services["jobs"], "added">;

/**
 * Removes the refusal marks of addresses (in lower case) and queues the mails that waited for them, in the caller's
 * transaction. Each mail keeps its id, so it is sent only once. Returns the number of addresses that had a mark.
 */
export async function sendHeldMails(tx: Tx, jobs: Jobs, addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0) return 0;
  const which = sql`address = any(${sql.param([...addresses])}::text[])`;
  await queueHeld(tx, jobs, sql`${which}`);
  const { rowCount } = await tx
    .delete(refusedAddresses)
    .where(inArray(refusedAddresses.address, [...addresses]));
  return rowCount ?? 0;
}

/**
 * Queues the mails that waited for the former email address of a record. `field` and `id` identify the record in the
 * mails' jobs. The former address keeps its refusal mark.
 */
export async function sendToNewAddress(
  tx: Tx,
  jobs: Jobs,
  field: "bookingId" | "orderId" | "payeeId",
  ids: readonly string[],
): Promise<void> {
  await queueHeld(tx, jobs, sql`job ->> ${field} = any(${sql.param([...ids])}::text[])`);
}

async function queueHeld(tx: Tx, jobs: Jobs, where: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`
    with held as (delete from ${refusedMails} where ${where} returning id, job_queue, job)
    ${insertJob(sql`held.job_queue`, sql`held.job || jsonb_build_object('mailId', held.id)`, sql`held`)}`);
  jobs.added(MAILS);
  jobs.added(LINK_MAILS);
}
