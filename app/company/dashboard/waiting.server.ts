/** STAFF-29: the number of items that wait for staff, for the menu. */
import { sql, type SQL } from "drizzle-orm";
import { MENU_PAGES, mayOpenPage, type WaitingCounts } from "../../access/staff-pages.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import {
  claims,
  contactMessages,
  counters,
  exceptions,
  onlinePayments,
  payees,
  transferNotices,
} from "../../platform/db/schema.ts";
import { sharedRead } from "../../platform/db/shared-read.server.ts";

/**
 * The menu shows a count of this number or more as '999+', so counting stops here. Only the number of
 * bookings is read from a stored counter.
 */
const CAP = 1000;
const upTo = (rows: SQL) =>
  sql`(select count(*)::int from (select 1 from ${rows} limit ${sql.raw(String(CAP))}) found)`;

const waiting = namedStatement<Required<WaitingCounts>>(
  "waiting",
  () => sql`
    select
      (select coalesce(sum(${counters.n}), 0)::float8 from ${counters} where ${counters.name} = ${`status/${FIRST_STATUS}`}) as bookings,
      ${upTo(sql`${contactMessages} where not is_read`)} as messages,
      ${upTo(sql`${exceptions} where closed_at is null`)} as exceptions,
      ${upTo(sql`${claims} where closed_at is null and state = 'open'`)} as claims,
      ${upTo(sql`${transferNotices} where state = 'open'`)} +
        ${upTo(sql`${onlinePayments} where state = 'problem' and closed_at is null`)} as payments,
      ${upTo(sql`${payees} where owed_kobo > 0 and owed_kobo > held_kobo`)} as settlements`,
);

const readAll = sharedRead(async (db) => (await waiting(db, {})).rows[0]!);

/** Counts the open work of each kind for the menu. A role gets only the counts of pages that it may open. */
export async function countWaiting(db: Db, role: AdminRole): Promise<WaitingCounts> {
  const all = await readAll(db);
  return Object.fromEntries(
    MENU_PAGES.flatMap(({ to, waits }) => (waits && mayOpenPage(role, to) ? [[waits, all[waits]]] : [])),
  );
}
