/** Claims about bookings, and their entries. */
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import {
  CLAIM_ENTRY_KINDS,
  CLAIM_KINDS,
  CLAIM_OUTCOMES,
  CLAIM_STATES,
  MAX_CLAIM_WORDS,
} from "../../../domain/claims.ts";
import { bookings } from "./bookings.ts";
import { belongsTo, countedId, id, ledgerColumns, moment, oneOf } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { adminMembers } from "./people.ts";

const MOST_WORDS = sql.raw(String(MAX_CLAIM_WORDS));

/** CLAIM-1: each booking has at most one undecided claim of a kind. */
export const claims = pgTable(
  "claims",
  {
    id: id(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    kind: text("kind", { enum: CLAIM_KINDS }).notNull(),
    state: text("state", { enum: CLAIM_STATES }).notNull().default("open"),
    /** The customer's words. */
    words: text("words"),
    ownerId: uuid("owner_id").references((): AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    /** The time of the customer's report, from which the time limit counts. */
    openedAt: moment("opened_at").notNull(),
    openedByName: text("opened_by_name").notNull(),
    dueAt: moment("due_at").notNull(),
    /**
     * CLAIM-3: the newest entry of the payee's settlements when the booking's collection was frozen, and when it was
     * released. The first is null if nothing is collected, the second while it is frozen.
     */
    frozenFrom: bigint("frozen_from", { mode: "number" }),
    frozenTo: bigint("frozen_to", { mode: "number" }),
    /** The part that was paid out before it was frozen. A trigger counts the rest as held (`payees.held_kobo`). */
    paidOutKobo: bigint("paid_out_kobo", { mode: "number" }).notNull().default(0),
    outcome: text("outcome", { enum: CLAIM_OUTCOMES }),
    /** The decision's text for both sides. */
    decision: text("decision"),
    /** The amount paid from the cover. */
    grantedKobo: bigint("granted_kobo", { mode: "number" }).notNull().default(0),
    decidedAt: moment("decided_at"),
    /** No foreign key, because the row outlives the account. */
    decidedByUserId: uuid("decided_by_user_id"),
    decidedByName: text("decided_by_name"),
    closedAt: moment("closed_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("claims_kind", oneOf(t.kind, CLAIM_KINDS)),
    check("claims_state", oneOf(t.state, CLAIM_STATES)),
    check("claims_outcome", oneOf(t.outcome, CLAIM_OUTCOMES)),
    check(
      "claims_words",
      sql`length(${t.words}) <= ${MOST_WORDS} and length(${t.decision}) <= ${MOST_WORDS}`,
    ),
    check(
      "claims_decided",
      sql`(${t.state} in ('to_pay', 'closed')) = (${t.decidedAt} is not null) and (${t.decidedAt} is null) = (${t.outcome} is null)`,
    ),
    check("claims_closed", sql`(${t.state} = 'closed') = (${t.closedAt} is not null)`),
    check(
      "claims_granted",
      sql`${t.grantedKobo} between 0 and 100000000000 and (${t.grantedKobo} = 0 or ${t.outcome} = 'accepted') and (${t.state} <> 'to_pay' or ${t.grantedKobo} > 0)`,
    ),
    check(
      "claims_frozen",
      sql`${t.frozenTo} is null or (${t.frozenFrom} is not null and ${t.frozenTo} >= ${t.frozenFrom})`,
    ),
    // A decided claim freezes nothing.
    check(
      "claims_let_go",
      sql`${t.frozenFrom} is null or (${t.frozenTo} is null) = (${t.decidedAt} is null)`,
    ),
    uniqueIndex("claims_one_open")
      .on(t.bookingId, t.kind)
      .where(sql`decided_at is null`),
    index("claims_due")
      .on(t.state, t.dueAt, t.id)
      .where(sql`closed_at is null`),
    index("claims_closed_newest")
      .on(t.closedAt, t.id)
      .where(sql`closed_at is not null`),
    index("claims_frozen_now")
      .on(t.bookingId)
      .where(sql`frozen_from is not null and frozen_to is null`),
    index("claims_booking").on(t.bookingId, t.openedAt),
    indexWhereSet("claims_owner", t.ownerId, "owner_id"),
  ],
);

/** CLAIM-2: the entries of a claim. Rows are added; erasing people removes texts. */
export const claimEntries = pgTable(
  "claim_entries",
  {
    id: countedId(),
    claimId: belongsTo("claim_id", () => claims.id),
    kind: text("kind", { enum: CLAIM_ENTRY_KINDS }).notNull(),
    words: text("words"),
    kobo: bigint("kobo", { mode: "number" }),
    ...ledgerColumns(),
  },
  (t) => [
    check("claim_entries_kind", oneOf(t.kind, CLAIM_ENTRY_KINDS)),
    check("claim_entries_words", sql`length(${t.words}) <= ${MOST_WORDS}`),
    index("claim_entries_claim").on(t.claimId, t.id),
  ],
);
