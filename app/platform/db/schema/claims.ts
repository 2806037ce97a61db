/** Claims about bookings, and their entries. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  CLAIM_ENTRY_KINDS,
  CLAIM_KINDS,
  CLAIM_OUTCOMES,
  CLAIM_STATES,
  MAX_CLAIM_WORDS,
} from "../../../domain/claims.ts";
import { bookings } from "./bookings.ts";
import { belongsTo, bigNumber, countedId, id, ledgerColumns, moment, oneOf } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { adminMembers } from "./people.ts";

const MOST_WORDS = sql.raw(String(MAX_CLAIM_WORDS));

/** CLAIM-1: a booking has at most one undecided claim of a kind. */
export const claims = pg.pgTable(
  "claims",
  {
    id: id(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    kind: pg.text("kind", { enum: CLAIM_KINDS }).notNull(),
    state: pg.text("state", { enum: CLAIM_STATES }).notNull().default("open"),
    /** The customer's own words. */
    words: pg.text("words"),
    ownerId: pg.uuid("owner_id").references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    /** When the customer reported the claim. The time limit counts from this time. */
    openedAt: moment("opened_at").notNull(),
    openedByName: pg.text("opened_by_name").notNull(),
    dueAt: moment("due_at").notNull(),
    /**
     * CLAIM-3: ids of entries in the payee's settlements. `frozen_from` is the newest entry at the time when
     * the collection was frozen; null if there is nothing to freeze. `frozen_to` is the newest entry at the
     * time when the collection was released; null while it is frozen.
     */
    frozenFrom: bigNumber("frozen_from"),
    frozenTo: bigNumber("frozen_to"),
    /**
     * The part of the collection that was paid out before the freeze. A trigger adds the rest to `payees.held_kobo`.
     */
    paidOutKobo: bigNumber("paid_out_kobo").notNull().default(0),
    outcome: pg.text("outcome", { enum: CLAIM_OUTCOMES }),
    /** The text of the decision, which the sender and the receiver read. */
    decision: pg.text("decision"),
    /** The amount paid from the cover. */
    grantedKobo: bigNumber("granted_kobo").notNull().default(0),
    decidedAt: moment("decided_at"),
    /** No foreign key, because the row outlives the login account. */
    decidedByUserId: pg.uuid("decided_by_user_id"),
    decidedByName: pg.text("decided_by_name"),
    closedAt: moment("closed_at"),
    version: pg.integer("version").notNull().default(1),
  },
  (t) => [
    pg.check("claims_kind", oneOf(t.kind, CLAIM_KINDS)),
    pg.check("claims_state", oneOf(t.state, CLAIM_STATES)),
    pg.check("claims_outcome", oneOf(t.outcome, CLAIM_OUTCOMES)),
    pg.check(
      "claims_words",
      sql`length(${t.words}) <= ${MOST_WORDS} and length(${t.decision}) <= ${MOST_WORDS}`,
    ),
    pg.check(
      "claims_decided",
      sql`(${t.state} in ('to_pay', 'closed')) = (${t.decidedAt} is not null) and (${t.decidedAt} is null) = (${t.outcome} is null)`,
    ),
    pg.check("claims_closed", sql`(${t.state} = 'closed') = (${t.closedAt} is not null)`),
    pg.check(
      "claims_granted",
      sql`${t.grantedKobo} between 0 and 100000000000 and (${t.grantedKobo} = 0 or ${t.outcome} = 'accepted') and (${t.state} <> 'to_pay' or ${t.grantedKobo} > 0)`,
    ),
    pg.check(
      "claims_frozen",
      sql`${t.frozenTo} is null or (${t.frozenFrom} is not null and ${t.frozenTo} >= ${t.frozenFrom})`,
    ),
    // A decided claim no longer freezes the collection.
    pg.check(
      "claims_let_go",
      sql`${t.frozenFrom} is null or (${t.frozenTo} is null) = (${t.decidedAt} is null)`,
    ),
    pg
      .uniqueIndex("claims_one_open")
      .on(t.bookingId, t.kind)
      .where(sql`decided_at is null`),
    pg
      .index("claims_due")
      .on(t.state, t.dueAt, t.id)
      .where(sql`closed_at is null`),
    pg
      .index("claims_closed_newest")
      .on(t.closedAt, t.id)
      .where(sql`closed_at is not null`),
    pg
      .index("claims_frozen_now")
      .on(t.bookingId)
      .where(sql`frozen_from is not null and frozen_to is null`),
    pg.index("claims_booking").on(t.bookingId, t.openedAt),
    indexWhereSet("claims_owner", t.ownerId, "owner_id"),
  ],
);

/** CLAIM-2: a claim's entries. Rows are added, never changed, except that erasing people removes texts about them. */
export const claimEntries = pg.pgTable(
  "claim_entries",
  {
    id: countedId(),
    claimId: belongsTo("claim_id", () => claims.id),
    kind: pg.text("kind", { enum: CLAIM_ENTRY_KINDS }).notNull(),
    words: pg.text("words"),
    kobo: bigNumber("kobo"),
    ...ledgerColumns(),
  },
  (t) => [
    pg.check("claim_entries_kind", oneOf(t.kind, CLAIM_ENTRY_KINDS)),
    pg.check("claim_entries_words", sql`length(${t.words}) <= ${MOST_WORDS}`),
    pg.index("claim_entries_claim").on(t.claimId, t.id),
  ],
);
