/**
 * RUN-5: records erased people, for a second erasure after a restore of an older backup. An erased person's
 * email address is stored only as a keyed hash.
 */
import { createHash } from "node:crypto";
import { gt, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  contactMessages,
  customerNotes,
  bookings,
  emailLinks,
  erasures,
  exceptions,
  mails,
  profiles,
  riderDeeds,
  savedReceivers,
} from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";
import { erasePerson, type PersonToErase } from "./erase-person.server.ts";

/** The longest expected time in ms between writing the record of an erasure and its commit. */
const MARGIN_MS = 60_000;

/** The pattern of a written phone number: digits, with spaces and punctuation between them. */
const PHONES = "([0-9][0-9 ()./-]{8,20}[0-9])";

const keyOf = (secret: string) => deriveToken(secret, "erasures");

/** Returns the last ten digits. They are the same in every spelling of a phone number. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, "").slice(-10);

/** SENDER-5: removes a phone from all address books. `phone` is any spelling, or the last ten digits. */
export const forgetSavedReceivers = (tx: Tx | Db, phone: string) =>
  tx.delete(savedReceivers).where(sql`right(${savedReceivers.phone}, 10) = ${phoneDigits(phone)}`);

/**
 * Records an erasure in the caller's transaction. `email` must be in lower case. If only a phone is known,
 * `email` is the phone's digits (RECEIVER-11), which cannot be an email.
 */
export async function recordErasure(
  tx: Tx,
  { secret }: Pick<Services, "secret">,
  { id, email }: PersonToErase,
  at: Date,
): Promise<void> {
  const emailHash = createHash("sha256").update(keyOf(secret)).update(email).digest();
  await tx.insert(erasures).values({ personId: id, emailHash, erasedAt: at }).onConflictDoNothing();
}

/**
 * After a restore, erases everybody again who was erased after the backup, in the caller's transaction.
 * Returns how many of these people the backup contained.
 */
export async function repeatErasures(
  tx: Tx | Db,
  { secret, jobs }: Pick<Services, "secret"> & { jobs: Pick<Services["jobs"], "add"> },
  backupAt: Date,
): Promise<number> {
  const later = gt(erasures.erasedAt, new Date(backupAt.getTime() - MARGIN_MS));
  const { rows } = await tx.execute<PersonToErase>(sql`
    with later as (select person_id, email_hash from ${erasures} where ${later}),
      known as (
        select email from ${profiles} union select lower(sender_email) from ${bookings}
        union select lower(email) from ${contactMessages} union select lower(to_address) from ${mails}
        union select email from ${emailLinks} union select email from ${customerNotes}
        union select right(phone, 10) from ${savedReceivers}
        union select right(regexp_replace(phone[1], '[^0-9]', '', 'g'), 10) from (
          select regexp_matches(note, ${PHONES}, 'g') as phone from ${exceptions} where kind = 'to_complete'
          union all select regexp_matches(body::text, ${PHONES}, 'g') from ${riderDeeds}
            where kind = 'picked_up_unbooked') as told
      )
    select person_id as id, email from later
      join known on email_hash = sha256(convert_to(${keyOf(secret)} || email, 'UTF8'))
    union select id, email from later join ${profiles} on id = person_id`);
  for (const person of rows)
    if (/^\d{10}$/.test(person.email)) {
      await tx.execute(sql`select erase_phone(${person.email})`);
      await forgetSavedReceivers(tx, person.email);
    } else await erasePerson(tx, { jobs }, person);
  return new Set(rows.map(({ id }) => id)).size;
}
