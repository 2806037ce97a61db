/** The money of one booking, for staff. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import { staff } from "../../access/by.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { reading } from "../../platform/operations/reading.server.ts";
import { refuse } from "../prices/messages.ts";
import { readMoney } from "./receipt.server.ts";

/** Reads charges, payments and balance in kobo. Refuses roles that may not read money, and an unknown code. */
export const readBookingMoney = reading({
  name: "payments.read",
  by: staff("readMoney"),
  input: z.object({ code: plainField().max(40) }),
  read: async ({ services: { db } }, { code }) => {
    const [booking] = await db
      .select({ id: bookings.id, code: bookings.trackingCode, createdAt: bookings.createdAt })
      .from(bookings)
      .where(eq(bookings.trackingCode, code));
    return booking
      ? { ok: true, ...booking, ...(await readMoney(db, booking.id)) }
      : refuse("not_found", "unknown_booking");
  },
});
