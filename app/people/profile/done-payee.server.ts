/**
 * SETTLE-6: selects payees whose bank account is no longer needed (docs/retention.md). The erasure of a person and
 * the regular deletions remove that account.
 */
import { sql } from "drizzle-orm";
import { UNDELIVERED_STATUSES } from "../../domain/delivery-status.ts";
import { bookings, cashOnDelivery } from "../../platform/db/schema.ts";
import { wordList } from "../../platform/db/schema/columns.ts";

/** The condition for a payee that has no login account, is owed nothing, and has nothing left to collect. */
export const DONE_PAYEE = sql`customer_id is null and store_id is null and account_number is not null and owed_kobo <= 0
  and not exists (select from ${cashOnDelivery} c join ${bookings} d on d.id = c.booking_id
    where c.payee_id = payees.id and c.recorded_at is null and d.status not in ${wordList(UNDELIVERED_STATUSES)})`;
