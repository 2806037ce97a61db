/** What the receivers of bookings have of their own. */
import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings.ts";
import { bytea, moment } from "./columns.ts";

/** RECEIVER-1: a booking has a row once its link was renewed or its PIN drawn. A trigger removes it with the receiver. */
export const receiverLinks = pgTable(
  "receiver_links",
  {
    bookingId: uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id, { onDelete: "cascade" }),
    /** Raised by each renewal: the links are derived from it, so that those of a generation before are dead. */
    generation: integer("generation").notNull().default(0),
    /** RECEIVER-4: encrypted (platform/sealed.server.ts); null before it was drawn. */
    pin: bytea("pin"),
    /** PROOF-2: wrong ones that were tried since it was drawn. */
    wrongPins: integer("wrong_pins").notNull().default(0),
    /**
     * RECEIVER-7: who has this number said that they do not expect the parcel: nothing more is sent to it about the booking, and the PIN is
     * not shown. Another number of the booking is not meant.
     */
    stoppedPhone: text("stopped_phone"),
    stoppedAt: moment("stopped_at"),
  },
  (t) => [
    check("receiver_links_generation", sql`${t.generation} >= 0`),
    check("receiver_links_stopped", sql`(${t.stoppedPhone} is null) = (${t.stoppedAt} is null)`),
    check("receiver_links_wrong_pins", sql`${t.wrongPins} >= 0`),
  ],
);
