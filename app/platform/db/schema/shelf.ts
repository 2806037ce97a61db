/** HUB-8: the counts in which clerks scan all pieces on a hub's shelf. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { COUNT_ENDS, SHELF_OUTCOMES } from "../../../domain/shelf-count.ts";
import { belongsTo, bigNumber, id, moment, oneOf, refersTo } from "./columns.ts";
import { hubs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";
import { custodyEntries, pieces } from "./road.ts";

/** The counts of hubs. A unique index ensures that a hub has at most one open count, which its clerks share. */
export const shelfCounts = pg.pgTable(
  "shelf_counts",
  {
    id: id(),
    hubId: refersTo("hub_id", () => hubs.id),
    /** The time of the first scan. A piece that the hub received after this time does not count as missing. */
    startedAt: moment("started_at").notNull(),
    endedAt: moment("ended_at"),
    ended: pg.text("ended", { enum: COUNT_ENDS }),
    /** No foreign key, because the row outlives the login account. */
    endedByUserId: pg.uuid("ended_by_user_id"),
    endedByName: pg.text("ended_by_name"),
  },
  (t) => [
    pg.check("shelf_counts_how", oneOf(t.ended, COUNT_ENDS)),
    pg.check(
      "shelf_counts_ended",
      sql`(${t.endedAt} is null) = (${t.ended} is null) and (${t.endedAt} is null) = (${t.endedByName} is null)`,
    ),
    pg
      .uniqueIndex("shelf_counts_one_open")
      .on(t.hubId)
      .where(sql`ended_at is null`),
    pg.index("shelf_counts_hub").on(t.hubId, t.startedAt, t.id),
  ],
);

/** The scanned pieces of a count. After the count is closed, there are also rows for the missing pieces. */
export const shelfCountPieces = pg.pgTable(
  "shelf_count_pieces",
  {
    countId: belongsTo("count_id", () => shelfCounts.id),
    pieceId: belongsTo("piece_id", () => pieces.id),
    outcome: pg.text("outcome", { enum: SHELF_OUTCOMES }).notNull(),
    /** The time of the scan; null for a missing piece. */
    scannedAt: moment("scanned_at"),
    /** The hand-over that the scan wrote, if the piece was elsewhere according to its record. */
    entryId: bigNumber("entry_id").references((): pg.AnyPgColumn => custodyEntries.id, {
      onDelete: "cascade",
    }),
    /** The person who scanned the piece or closed the count. No foreign key: the row outlives the login account. */
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name").notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.countId, t.pieceId] }),
    pg.check("shelf_count_pieces_outcome", oneOf(t.outcome, SHELF_OUTCOMES)),
    pg.check("shelf_count_pieces_scanned", sql`(${t.outcome} = 'missing') = (${t.scannedAt} is null)`),
    pg.index("shelf_count_pieces_piece").on(t.pieceId),
    indexWhereSet("shelf_count_pieces_entry", t.entryId, "entry_id"),
  ],
);
