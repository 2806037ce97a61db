/** What frequent senders keep: saved receivers. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { STATES } from "../../../domain/states.ts";
import { createdAt, id, oneOf, updatedAt } from "./columns.ts";
import { profiles } from "./people.ts";
import { stores } from "./stores.ts";

/**
 * SENDER-1: a receiver in somebody's address book. The book belongs to a person or to a store, and the row goes with
 * them. A booking copies from it and does not refer to it.
 */
export const savedReceivers = pg.pgTable(
  "saved_receivers",
  {
    id: id(),
    userId: pg.uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    storeId: pg.uuid("store_id").references((): pg.AnyPgColumn => stores.id, { onDelete: "cascade" }),
    fullName: pg.text("full_name").notNull(),
    phone: pg.text("phone").notNull(),
    address: pg.text("address").notNull(),
    state: pg.text("state", { enum: STATES as [string, ...string[]] }).notNull(),
    landmark: pg.text("landmark"),
    note: pg.text("note"),
    /** Who else may take the parcel. */
    taker: pg.text("taker"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(full_name || ' ' || phone || ' ' || address || ' ' || coalesce(landmark, ''))`,
      ),
  },
  (t) => [
    pg.check("saved_receivers_owner", sql`(${t.userId} is null) <> (${t.storeId} is null)`),
    pg.check("saved_receivers_phone", sql`${t.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    pg.check("saved_receivers_state", oneOf(t.state, STATES)),
    pg.index("saved_receivers_user").on(t.userId, t.createdAt, t.id),
    pg.index("saved_receivers_store").on(t.storeId, t.createdAt, t.id),
    pg.index("saved_receivers_phone_erased").on(t.phone),
  ],
);
