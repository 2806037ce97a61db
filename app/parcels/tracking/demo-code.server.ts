/** DEMO-1: finds an example of a tracking code in the demo. */
import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { isDemo } from "../../access/is-demo.server.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import { DEMO_EMAILS } from "../../domain/demo-people.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

/** Returns the code of a parcel of the demo's sender that is on its way. Null outside the demo. */
export async function demoCode(services: Services): Promise<string | null> {
  if (!(await isDemo(services))) return null;
  const [parcel] = await services.db
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(
      and(
        eq(bookings.senderEmail, DEMO_EMAILS.sender),
        ne(bookings.status, FIRST_STATUS),
        isNull(bookings.deliveredAt),
      ),
    )
    .orderBy(desc(bookings.createdAt))
    .limit(1);
  return parcel?.code ?? null;
}
