/** Acts. An act is one change of ledgers or histories. Each row of a ledger or a history names its act. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { ACT_KINDS, ACT_SOURCES } from "../../../domain/acts.ts";
import { bigNumber, countedId, moment, oneOf, literalWord } from "./columns.ts";
import { runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";

/**
 * ACT-1: one row for each change of a ledger or a history. Rows are added, never changed (trigger). The rows contain
 * no free text and no names, so they are never deleted.
 */
export const acts = pg.pgTable(
  "acts",
  {
    id: countedId(),
    kind: pg.text("kind", { enum: ACT_KINDS }).notNull(),
    source: pg.text("source", { enum: ACT_SOURCES }).notNull(),
    /** The login account or rider who acted; null for anybody else. No foreign key, because acts outlive accounts. */
    authorId: pg.uuid("author_id"),
    /** When the act happened. `received_at` is when the server received it. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    /** The rider's deed that caused the act. No foreign key, because deeds are deleted before acts. */
    deedId: pg.uuid("deed_id"),
    /**
     * CUSTODY-6: the phone that reported the deed, and the number that the phone gave to the deed. The number decides
     * the order of deeds with the same time. No foreign key, because acts outlive phones.
     */
    phoneId: pg.uuid("phone_id"),
    phoneNumber: pg.integer("phone_number"),
    /** The act that this act undoes. Each act is undone at most once. */
    takesBack: bigNumber("takes_back")
      .unique()
      .references((): pg.AnyPgColumn => acts.id),
  },
  (t) => [
    pg.check("acts_kind", oneOf(t.kind, ACT_KINDS)),
    pg.check("acts_source", oneOf(t.source, ACT_SOURCES)),
    pg.check(
      "acts_takes_back",
      sql`(${t.kind} = ${literalWord("taken_back")}) = (${t.takesBack} is not null)`,
    ),
    pg.check("acts_phone", sql`(${t.phoneId} is null) = (${t.phoneNumber} is null)`),
    indexWhereSet("acts_run", t.runId, "run_id"),
    indexWhereSet("acts_deed", t.deedId, "deed_id"),
  ],
);

/** ACT-1: declares the act by which a row was written. */
export const ofAct = () =>
  bigNumber("act_id")
    .notNull()
    .references((): pg.AnyPgColumn => acts.id);
