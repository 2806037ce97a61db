/** MAIL-5: stores a mail for later if its address is marked as refused. */
import { sql } from "drizzle-orm";
import { refusedKey } from "../domain/refused-address.ts";
import type { Db } from "../platform/db/client.server.ts";
import { namedStatement } from "../platform/db/prepared.server.ts";
import { refusedAddresses, refusedMails } from "../platform/db/schema.ts";
import { LINK_MAILS } from "./notify.server.ts";
import type { Outgoing } from "./refused-addresses.server.ts";

const holdMail = namedStatement(
  "hold_mail",
  () => sql`
    insert into ${refusedMails} (id, address, job_queue, job, held_at)
    select ${sql.placeholder("id")}::uuid, address, ${sql.placeholder("queue")}, ${sql.placeholder("job")}::jsonb,
      ${sql.placeholder("at")}::timestamptz
    from ${refusedAddresses} where address = ${sql.placeholder("address")}
    on conflict (id) do update set held_at = excluded.held_at`,
);

/**
 * Stores a mail for later and returns true if the mail's address is marked as refused. A second call for the mail
 * changes nothing. A mail with a sign-in link is always sent at once, because a person is waiting for the mail.
 */
export async function holdIfRefused(
  db: Db,
  { id, address, queue, job }: Outgoing,
  at: Date,
): Promise<boolean> {
  if (queue === LINK_MAILS) return false;
  const { rowCount } = await holdMail(db, {
    id,
    queue: queue.name,
    job: JSON.stringify(job),
    at: at.toISOString(),
    address: refusedKey(address),
  });
  return rowCount === 1;
}
