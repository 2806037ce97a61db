/** RECEIVER-4: deletes the PIN of a delivered or failed parcel some time after its last change. */
import { sql } from "drizzle-orm";
import { CLOSED_STATUSES } from "../../domain/delivery-status.ts";
import { bookings, receiverLinks } from "../../platform/db/schema.ts";
import { wordList } from "../../platform/db/schema/columns.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";

/** The number of days for which PINs of delivered or failed parcels are stored. */
const PIN_DAYS = 30;

/**
 * Deletes PINs and returns their number. The rows with the PINs stay, because they also count the renewals of the
 * links.
 */
export const forgetPins = ({ before, change }: RetentionRound): Promise<number> =>
  change(
    receiverLinks,
    sql`pin is not null and exists (select from ${bookings} b where b.id = booking_id
      and b.status in ${wordList(CLOSED_STATUSES)} and b.updated_at < ${before(PIN_DAYS)})`,
    { pin: null },
  );
