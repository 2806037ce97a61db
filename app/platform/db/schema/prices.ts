/** Price lists, and the charges of bookings. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { CHARGE_KINDS, type PriceLine } from "../../../domain/payment.ts";
import { bigNumber, countedId, createdAt, id, moment, oneOf, refersTo, updatedAt } from "./columns.ts";
import { bookings } from "./bookings.ts";

/**
 * A price list. A draft has no version. A published list is never changed (trigger). On each day, the list with the
 * latest `valid_from` that is not after that day applies. If several lists have this `valid_from`, the list with the
 * highest version applies.
 */
export const priceLists = pg.pgTable(
  "price_lists",
  {
    id: id(),
    version: pg.integer("version").unique(),
    /** The first Lagos day on which the list is valid. */
    validFrom: pg.date("valid_from", { mode: "string" }),
    document: pg.jsonb("document").$type<unknown>().notNull(),
    revision: pg.integer("revision").notNull().default(1),
    /** The version from which the draft was copied. */
    basedOn: pg.integer("based_on"),
    /** No foreign key, because a published list outlives the publisher's login account. */
    publishedByName: pg.text("published_by_name"),
    publishedAt: moment("published_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    pg.check("price_lists_version", sql`${t.version} > 0`),
    pg.check(
      "price_lists_published",
      sql`(${t.version} is null) = (${t.validFrom} is null) and (${t.version} is null) = (${t.publishedAt} is null)`,
    ),
  ],
);

/**
 * The price of a booking. Rows are added, never changed (trigger), except that the sender accepts a price
 * once. The newest row applies. The author is no foreign key, because a charge outlives the login account.
 */
export const bookingCharges = pg.pgTable(
  "booking_charges",
  {
    id: countedId(),
    bookingId: refersTo("booking_id", () => bookings.id),
    kind: pg.text("kind", { enum: CHARGE_KINDS }).notNull(),
    /** The price list from which a quote or the charge of a return was calculated; null for a price that staff set. */
    priceListVersion: pg.integer("price_list_version"),
    lines: pg.jsonb("lines").$type<PriceLine[]>().notNull(),
    totalKobo: bigNumber("total_kobo").notNull(),
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name"),
    note: pg.text("note"),
    at: moment("at").notNull(),
    acceptedAt: moment("accepted_at"),
  },
  (t) => [
    pg.check("booking_charges_kind", oneOf(t.kind, CHARGE_KINDS)),
    pg.check("booking_charges_total", sql`${t.totalKobo} between 0 and 100000000000`),
    pg.check(
      "booking_charges_quoted",
      sql`${t.kind} = 'return' or (${t.kind} = 'quoted') = (${t.priceListVersion} is not null)`,
    ),
    pg.index("booking_charges_booking").on(t.bookingId, t.id),
  ],
);
