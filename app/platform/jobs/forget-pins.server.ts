/**
 * Retention of PINs (RECEIVER-4): they are deleted some time after the last change of a parcel that is delivered or failed.
 */
import { type SQL, sql } from "drizzle-orm";
import { CLOSED_STATUSES } from "../../domain/delivery-status.ts";
import type { Db } from "../db/client.server.ts";
import { bookings, receiverLinks } from "../db/schema.ts";
import { wordList } from "../db/schema/columns.ts";
import type { InBatches } from "./unname-road.server.ts";

/** For parcels last changed before that time. Returns their number. The count of renewals stays. */
export const forgetPins = (db: Db, each: InBatches, before: SQL): Promise<number> =>
  each(
    receiverLinks,
    sql`pin is not null and exists (select from ${bookings} b where b.id = booking_id
      and b.status in ${wordList(CLOSED_STATUSES)} and b.updated_at < ${before})`,
    (where) => db.update(receiverLinks).set({ pin: null }).where(where),
  );
